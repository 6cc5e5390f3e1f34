"""The compiled core: packed states, moves, knowledge and scoring, and the class on top.

Other Cython code reaches the parts through the installed ``.pxd`` files:

- ``types`` -- the two structs, ``PackedState`` (64 bytes) and ``PackedRules``;
- ``bits`` -- counting and finding bits;
- ``reveal`` -- the outcome of a REVEAL, one branch-free kernel;
- ``moves`` -- legal actions and transitions;
- ``knowledge`` -- what everybody has seen, and the arrangements that are left;
- ``scoring`` -- points;
- ``rng`` -- the generator of playouts;
- ``playing`` and ``state`` -- ``Playing`` and ``State``, the class that Python sees, in two halves.
"""
