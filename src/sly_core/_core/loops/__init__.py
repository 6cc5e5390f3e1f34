"""Perft, random play and resolution in one text, compiled for any CPU and for those with BMI2."""
