"""Nothing here is for Python: knowledge.pxd says what there is."""
