"""Cython finds the .pxd files by itself where sly_core is installed."""

from Cython.Build import cythonize
from setuptools import setup

# the functions of the core are compiled into this module, with these directives
DIRECTIVES = {"language_level": 3, "boundscheck": False, "wraparound": False, "cdivision": True}
setup(ext_modules=cythonize("cython_alphabeta.pyx", compiler_directives=DIRECTIVES))
