"""Rates of the core, beside the reference's and OpenSpiel's: `python -m benchmarks.run`."""
