"""The loops for any CPU."""

include "text.pxi"
include "rows.pxi"
include "observe.pxi"
include "filled.pxi"
include "steps.pxi"
