"""Whether what is installed here works: `python -m sly_core.selftest`.

It plays the recorded games and positions that ship beside this file, counts, and holds the core
against the reference, without the network or a compiler. Where numpy is missing, what needs it is
left out, and said to be.
"""
