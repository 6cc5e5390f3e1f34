"""Perft, random play and resolution in one text, compiled once for any CPU and once for those with BMI2."""
