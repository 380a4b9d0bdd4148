# SPDX-License-Identifier: MIT
"""Models that run in Python and answer in the page (PyTorch)."""
