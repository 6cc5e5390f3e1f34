"""Nothing here is for Python: tensors.pxd says what there is."""
