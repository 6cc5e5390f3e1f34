"""Counting and finding bits, without instructions that a plain CPU lacks."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline unsigned int sly_lowest32(unsigned int x) { unsigned long i; _BitScanForward(&i,
        x); return (unsigned int)i; } static __inline unsigned int sly_lowest64(unsigned __int64 x)
        { unsigned long i;
    #if defined(_WIN64)
        _BitScanForward64(&i, x); return (unsigned int)i;
    #else
        if ((unsigned int)x) { _BitScanForward(&i, (unsigned int)x); return (unsigned int)i; }
        _BitScanForward(&i, (unsigned int)(x >> 32)); return (unsigned int)i + 32;
    #endif
    }
    #else
    #define sly_lowest32(x) ((unsigned int)__builtin_ctz(x))
    #define sly_lowest64(x) ((unsigned int)__builtin_ctzll(x))
    #endif
    """
    uint32_t lowest32 "sly_lowest32"(uint32_t x) noexcept nogil   # index of the lowest set bit; x must not be 0
    uint32_t lowest64 "sly_lowest64"(uint64_t x) noexcept nogil


cdef inline uint32_t popcount32(uint32_t x) noexcept nogil:
    """Number of set bits. In plain arithmetic: the builtin is a library call on a plain x86-64."""
    x = x - ((x >> 1) & 0x55555555)
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F
    return (x * <uint32_t>0x01010101) >> 24


cdef inline uint32_t select_bit(uint32_t x, uint32_t k) noexcept nogil:
    """Index of the set bit of ``x`` that has ``k`` set bits below it."""
    while k:
        x &= x - 1
        k -= 1
    return lowest32(x)
