"""Chooses the loops once, when it is imported: the build for BMI2 where the CPU has it and is quick at it."""

from cpython.pycapsule cimport PyCapsule_GetPointer

import os
from importlib import import_module

cdef extern from *:
    """
    #if defined(SLY_HAS_BMI2) && (defined(_M_X64) || defined(__x86_64__))
    #if defined(_MSC_VER)
    #include <intrin.h>
    static void sly_cpuid(unsigned leaf, unsigned *x) { __cpuidex((int *)x, (int)leaf, 0); }
    #else
    #include <cpuid.h>
    static void sly_cpuid(unsigned leaf, unsigned *x) {
        x[0] = x[1] = x[2] = x[3] = 0;
        __get_cpuid_count(leaf, 0, x, x + 1, x + 2, x + 3);
    }
    #endif
    static int sly_bmi2(void) {
        unsigned x[4], family;
        int amd;
        sly_cpuid(0, x);
        if (x[0] < 7) return 0;
        amd = x[1] == 0x68747541;                       /* "Auth"enticAMD */
        sly_cpuid(7, x);
        if ((x[1] & 0x108) != 0x108) return 0;          /* BMI, BMI2 */
        sly_cpuid(1, x);
        if (!(x[2] & (1u << 23))) return 0;             /* POPCNT */
        family = ((x[0] >> 8) & 15) + ((x[0] >> 20) & 255);
        return amd && family < 25 ? 1 : 2;              /* before Zen 3 AMD's pdep takes up to hundreds of cycles */
    }
    #else
    static int sly_bmi2(void) { return 0; }
    #endif
    """
    # 0: this CPU has no BMI2, or no build for it was made (setup.py), 1: but is slow at it, 2: and is quick
    int bmi2 "sly_bmi2"() noexcept nogil


def builds():
    """The builds that this CPU can run, the one it is quickest with first.

    >>> "portable" in builds()
    True
    """
    return (("portable",), ("portable", "bmi2"), ("bmi2", "portable"))[bmi2()]


def build_for_this_cpu():
    """The name of the build to use; the variable `SLY_CORE_LOOPS` overrules.

    Raises:
        ImportError: the variable names no build that this CPU can run.
    """
    chosen = os.environ.get("SLY_CORE_LOOPS") or builds()[0]
    if chosen not in builds():
        raise ImportError(f"SLY_CORE_LOOPS is {chosen!r}; this CPU can run: {', '.join(builds())}")
    return chosen


CHOSEN = build_for_this_cpu()
_module = import_module(f"sly_core._core.loops.{CHOSEN}")
cdef const Loops *chosen_loops = <const Loops *>PyCapsule_GetPointer(_module.LOOPS, "sly_core._core.loops")
STEPS = _module.STEPS       # of the same build: the functions of the C table, in a capsule


cdef const Loops *chosen(size_t size) except NULL:
    """The chosen loops, for a module whose `Loops` has `size` bytes."""
    if size != chosen_loops.size:
        raise ImportError(
            f"sly_core's loops were compiled for a struct of {chosen_loops.size} bytes, what asks for them for one of "
            f"{size}; build sly_core anew, and then what was compiled against it"
        )
    return chosen_loops
