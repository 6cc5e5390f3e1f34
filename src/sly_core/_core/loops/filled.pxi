# The table of all loops of a build, in a capsule.

from cpython.pycapsule cimport PyCapsule_New

from sly_core._core.loops.table cimport Loops

cdef Loops table
table.size = sizeof(Loops)
table.count_leaves = count_leaves
table.play_out = play_out
table.play_many = play_many
table.draw_rows = draw_rows
table.step_rows = step_rows
table.mask_rows = mask_rows
table.observe_many = observe_many
table.resolve_many = resolve_many
LOOPS = PyCapsule_New(&table, "sly_core._core.loops", NULL)
