"""Makes `tests/data/branches.jsonl`: for every combination of branches a smallest position."""
