"""Rates and times of the core, beside others: `python -m benchmarks.run`."""
