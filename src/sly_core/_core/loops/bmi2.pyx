"""The loops for an x86-64 with POPCNT, BMI and BMI2; only `table` imports this module, where the CPU has them."""

include "text.pxi"
include "rows.pxi"
include "observe.pxi"
include "filled.pxi"
include "steps.pxi"
