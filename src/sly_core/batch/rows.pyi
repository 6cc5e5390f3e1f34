"""Nothing here is for Python: rows.pxd says what there is."""
