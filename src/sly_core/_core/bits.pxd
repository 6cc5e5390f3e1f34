"""Counting, finding and choosing bits.

In C, since it is the compiler that knows what the CPU has. A module built with ``SLY_BMI2`` (``loops/bmi2``) may use
the instructions of BMI2 and POPCNT; all others do with what every CPU has.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static __inline unsigned int sly_lowest32(unsigned int x) { unsigned long i; _BitScanForward(&i, x); return i; }
    static __inline unsigned int sly_lowest64(unsigned __int64 x) {
        unsigned long i;
    #if defined(_WIN64)
        _BitScanForward64(&i, x);
    #else
        if (_BitScanForward(&i, (unsigned int)x)) return i;
        _BitScanForward(&i, (unsigned int)(x >> 32));
        i += 32;
    #endif
        return i;
    }
    #else
    #define sly_lowest32(x) ((unsigned int)__builtin_ctz(x))
    #define sly_lowest64(x) ((unsigned int)__builtin_ctzll(x))
    #endif

    #if defined(SLY_BMI2)
    #include <immintrin.h>
    #define sly_popcount32(x) ((unsigned int)_mm_popcnt_u32(x))
    #define sly_select_bit(x, k) sly_lowest32(_pdep_u32(1u << (k), (x)))
    #define sly_every_fourth(x) ((unsigned int)_pext_u32((x), 0x11111111))
    #else
    #if defined(__aarch64__)
    #define sly_popcount32(x) ((unsigned int)__builtin_popcount(x))
    #else
    static inline unsigned int sly_popcount32(unsigned int x) {
        x = x - ((x >> 1) & 0x55555555);
        x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
        return (((x + (x >> 4)) & 0x0F0F0F0F) * 0x01010101u) >> 24;
    }
    #endif
    static inline unsigned int sly_select_bit(unsigned int x, unsigned int k) {
        for (; k; k--) x &= x - 1;
        return sly_lowest32(x);
    }
    static inline unsigned int sly_every_fourth(unsigned int x) {
        x &= 0x11111111;
        x = (x | (x >> 3)) & 0x03030303;
        x = (x | (x >> 6)) & 0x000F000F;
        return (x | (x >> 12)) & 0xFF;
    }
    #endif

    static inline unsigned int sly_small_quotient(unsigned int x, unsigned int n) {
        /* by divisor: 65536 / n, rounded up */
        static const unsigned short reciprocal[17] = {0, 0, 32768, 21846, 16384, 13108, 10923, 9363, 8192, 7282, 6554,
            5958, 5462, 5042, 4682, 4370, 4096};
        return n == 1 ? x : (x * reciprocal[n]) >> 16;
    }

    #if defined(__SSE2__) || defined(_M_X64)
    #include <emmintrin.h>
    static inline unsigned int sly_spaces_with(const unsigned char *slot, unsigned int card) {
        __m128i here = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)slot), _mm_set1_epi8((char)card));
        return (unsigned int)_mm_movemask_epi8(here);
    }
    #else
    static inline unsigned int sly_spaces_with(const unsigned char *slot, unsigned int card) {
        unsigned int found = 0, space;
        for (space = 0; space < 16; space++) found |= (unsigned int)(slot[space] == card) << space;
        return found;
    }
    #endif
    """
    # index of the lowest set bit; x must not be 0
    uint32_t lowest32 "sly_lowest32"(uint32_t x) noexcept nogil
    uint32_t lowest64 "sly_lowest64"(uint64_t x) noexcept nogil
    uint32_t popcount32 "sly_popcount32"(uint32_t x) noexcept nogil
    # index of the set bit of x that has k set bits below it; there must be one
    uint32_t select_bit "sly_select_bit"(uint32_t x, uint32_t k) noexcept nogil
    # bits 0, 4, 8, .. 28 of x, side by side
    uint32_t every_fourth "sly_every_fourth"(uint32_t x) noexcept nogil
    # x // n for x up to 128 and n in 1..16, without a division
    uint32_t small_quotient "sly_small_quotient"(uint32_t x, uint32_t n) noexcept nogil
    # of 16 slots those that are the one given, as a space mask
    uint32_t spaces_with "sly_spaces_with"(const uint8_t *slot, uint32_t card) noexcept nogil
