"""Nothing here is for Python: arguments.pxd says what there is."""
