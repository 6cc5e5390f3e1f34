"""How actions and positions are written: ids, tokens, the six-field text, views, bytes.

Only the written form lives here, shared by all implementations together with its error messages.
What an action does to a position is stated elsewhere, once by each implementation.
"""
