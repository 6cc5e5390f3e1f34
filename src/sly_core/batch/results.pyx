"""What can be asked of all rows: by name, with its dtype and shape, and where it is written."""

from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint64_t

from sly_core._core.rows cimport Rows
from sly_core._core.tensors cimport EVENTS, event_size, observation_size
from sly_core._core.types cimport NUM_ACTIONS
from sly_core.batch.buffers cimport Buffer, check_apart, hold
from sly_core.batch.rows cimport Outputs

from sly_core import arrays
from sly_core.errors import SlyError


cdef class Results:
    """The results of one batch."""

    cdef object fresh(self, str name):
        """An array for a result, with anything in it."""
        _, dtype, tail = self.kinds[name]
        return arrays.numpy().empty((self.count, *tail), dtype)

    cdef Buffer held(self, str name, object array):
        """Hold the caller's array for a result; raises as ``hold``."""
        allowed, _, tail = self.kinds[name]
        return hold(array, name, allowed, (self.count, *tail))

    cdef list place(self, dict given, bint stepping, Outputs *out):
        """Hold the caller's arrays, by name, and set where results go; what is given back keeps them held."""
        cdef Buffer buffer
        buffers = []
        for name, array in given.items():
            if name not in self.kinds or (name == "actions" and not stepping):
                known = [kind for kind in self.kinds if stepping or kind != "actions"]
                raise TypeError(f"{name!r} is nothing that can be written here; {', '.join(known)} are")
            if name == "information_state_tensor" and not self.with_events:
                raise SlyError("the information state needs a batch made with history=True")
            buffer = self.held(name, array)
            buffers.append(buffer)
            aim(out, name, buffer.view.buf)
        check_apart(buffers)
        return buffers


cdef Results results_of(const Rows *b):
    """The results of a batch with these rows."""
    cdef Results results = Results()
    cdef int players = b.rules.players
    cdef int size = observation_size(b.rules)
    results.count = b.count
    results.with_events = b.logs != NULL
    results.kinds = {
        "current_player": ("int8", "int8", ()),
        "legal_actions_mask": ("int8, uint8 or bool", "int8", (NUM_ACTIONS,)),
        "legal_actions_bits": ("uint64", "uint64", (3,)),
        "observation_tensor": ("float32", "float32", (size,)),
        "information_state_tensor": ("float32", "float32", (size + EVENTS * event_size(b.rules),)),
        "scores": ("int16", "int16", (players,)),
        "returns": ("float32", "float32", (players,)),
        "terminated": ("bool", "bool", ()),
        "truncated": ("bool", "bool", ()),
        "actions": ("int64", "int64", ()),
    }
    return results


cdef int aim(Outputs *out, str name, void *data) except -1:
    """Where a result goes."""
    if name == "current_player":
        out.current_player = <int8_t *>data
    elif name == "legal_actions_mask":
        out.mask = <uint8_t *>data
    elif name == "legal_actions_bits":
        out.bits = <uint64_t *>data
    elif name == "observation_tensor":
        out.observation = <float *>data
    elif name == "information_state_tensor":
        out.information = <float *>data
    elif name == "scores":
        out.scores = <int16_t *>data
    elif name == "returns":
        out.returns = <float *>data
    elif name == "terminated":
        out.terminated = <uint8_t *>data
    elif name == "truncated":
        out.truncated = <uint8_t *>data
    else:
        out.actions = <int64_t *>data
    return 0
