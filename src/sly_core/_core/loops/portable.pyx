"""The loops for any CPU."""

include "text.pxi"
