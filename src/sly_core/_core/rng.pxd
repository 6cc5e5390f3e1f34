"""SplitMix64 (Steele, Lea and Flood 2014) and exact bounded draws (Lemire 2019).

The same generator as ``sly_core.randomness.SplitMix64``, draw for draw.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    # Cython's own, in every module that it makes; nothing where a compiler knows no such hint
    bint unlikely(bint condition) noexcept nogil


cdef inline uint64_t mix64(uint64_t z) noexcept nogil:
    """SplitMix64's output function: a bijection of 64-bit words."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline uint64_t next_u64(uint64_t *state) noexcept nogil:
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    return mix64(state[0])


cdef inline uint64_t nth_u64(uint64_t seed, uint64_t n) noexcept nogil:
    """Output ``n``, from 0, of the generator begun at ``seed``."""
    return mix64(seed + (n + 1) * <uint64_t>0x9E3779B97F4A7C15)


cdef inline uint32_t below(uint64_t *state, uint32_t n) noexcept nogil:
    """Uniform in 0..n-1, exactly; n >= 1."""
    cdef uint64_t m = (next_u64(state) >> 32) * n
    cdef uint32_t low = <uint32_t>m
    cdef uint32_t threshold
    if unlikely(low < n):    # in n of 2**32 draws; to say so is worth 2 to 4 % of random play
        threshold = (0 - n) % n
        while low < threshold:
            m = (next_u64(state) >> 32) * n
            low = <uint32_t>m
    return <uint32_t>(m >> 32)
