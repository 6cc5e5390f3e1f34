"""The class that Python sees."""

from sly_core._core.playing cimport Playing


cdef class State(Playing):
    pass
