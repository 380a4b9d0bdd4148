# SPDX-License-Identifier: MIT
"""Tests on the real library, which is PyTorch and Hugging Face's transformers, with tiny random models of many classes.

They are skipped if the two cannot be imported, and the models of tests/python/models.py replace them. `tools/test python` runs them on ten
classes, `tools/test transformers` on all of them with three versions of the library.
"""
