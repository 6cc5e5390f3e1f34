"""Makes the sdist and the wheels, audits them, and tries them where a user would install them.

Nothing here is shipped. `python -m release` runs it all, `python -m release --list` names the
steps.
"""
