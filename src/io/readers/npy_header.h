// SPDX-License-Identifier: MIT
// The header of a .npy file: a Python dictionary, as numpy.lib.format writes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::io {

struct NpyHeader {
    std::vector<std::string>
        types;  ///< one, as `<f4`; of a record its fields' names and types by turns
    bool isRecord = false;
    bool columnsFirst = false;
    Shape shape;
};

/// Errors, without a place: syntax, badShape. O(length).
Result<NpyHeader> readNpyHeader(std::string_view header);

}  // namespace hw::io
