// SPDX-License-Identifier: MIT
// Numbers of the core as NumPy arrays, and documents as dictionaries of them.
#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "core/model/attention_model.h"
#include "io/write/export.h"

namespace hw::python {

/// A method's layers in one block.
struct Layers {
    int first = 0;  ///< zero-based
    int rows = 0;
    int cols = 0;
    std::vector<double> values;  ///< [layers][rows][cols]
};

/// Copies the layers out of a result, which is valid only during the call. O(values).
Layers gathered(const ExportResult& result);

/// (first layer, float64 [L, rows, cols]), without a copy.
nanobind::object arrayOf(Layers layers);

/// An example as a dictionary. Its arrays are views of its weights (16-bit ones are decoded), which `owner` keeps
/// alive.
nanobind::dict dictionaryOf(const Example& example, nanobind::handle owner);

}  // namespace hw::python
