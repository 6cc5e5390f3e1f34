"""The loops for any CPU."""

include "text.pxi"
include "steps.pxi"
