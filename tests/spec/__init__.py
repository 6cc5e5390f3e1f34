"""The formal rules: their predicates, their theorems, and that they mean what the games do."""
