/* Lets a Python program running in callgrind say where counting begins and ends. */

#include <valgrind/callgrind.h>

void count_from_here(void) {
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
}

void count_to_here(const char *name) {
    CALLGRIND_DUMP_STATS_AT(name);
    CALLGRIND_STOP_INSTRUMENTATION;
}
