# SPDX-License-Identifier: MIT
"""Tests on the real library: PyTorch and Hugging Face's transformers, with tiny random models of many classes.

They are left out where the two cannot be imported; the models of tests/python/models.py stand in there. `tools/test python`
runs them on ten classes, `tools/test transformers` on all of them with three versions of the library.
"""
