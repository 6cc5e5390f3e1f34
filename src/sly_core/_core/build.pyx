"""What the compiled modules were built by and for: what a report about them needs."""

cdef extern from *:
    """
    #define SLY_TEXT_(x) #x
    #define SLY_TEXT(x) SLY_TEXT_(x)
    #if defined(__clang__)
    #define SLY_COMPILER "Clang " __clang_version__
    #elif defined(__GNUC__)
    #define SLY_COMPILER "GCC " __VERSION__
    #elif defined(_MSC_FULL_VER)
    #define SLY_COMPILER "MSVC " SLY_TEXT(_MSC_FULL_VER)
    #else
    #define SLY_COMPILER "unknown"
    #endif
    #ifdef Py_LIMITED_API
    #define SLY_LIMITED_API (Py_LIMITED_API + 0)
    #else
    #define SLY_LIMITED_API 0
    #endif
    #ifdef SLY_DEBUG
    #define SLY_IS_DEBUG 1
    #else
    #define SLY_IS_DEBUG 0
    #endif
    """
    const char *compiler "SLY_COMPILER"
    const char *python "PY_VERSION"
    unsigned long limited_api "SLY_LIMITED_API"
    unsigned long cython_version "CYTHON_HEX_VERSION"
    bint is_debug "SLY_IS_DEBUG"


COMPILER = compiler.decode("ascii", "replace").strip()
PYTHON = python.decode("ascii")
LIMITED_API = (limited_api >> 24, limited_api >> 16 & 0xFF) if limited_api else None
CYTHON = (cython_version >> 24, cython_version >> 16 & 0xFF, cython_version >> 8 & 0xFF)
DEBUG = is_debug
