"""The class that Python sees."""

from sly_core._core.packing cimport RulesHandle
from sly_core._core.playing cimport Playing


cdef class State(Playing):
    pass


cdef State twin_of(State s)
cdef State read_position(RulesHandle handle, object position)
