"""The header lies where sly_core says."""

from setuptools import Extension, setup

import sly_core

HERE = Extension("c_alphabeta", ["c_alphabeta.c"], include_dirs=[sly_core.get_include()])
setup(ext_modules=[HERE])
