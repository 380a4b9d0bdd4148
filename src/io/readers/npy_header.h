// SPDX-License-Identifier: MIT
// The header of a .npy file, a Python dictionary as written by numpy.lib.format.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "io/readers/elements.h"
#include "io/tree/tree.h"

namespace hw::io {

struct NpyHeader {
    std::vector<std::string>
        types;  ///< one, as `<f4`; of a record, its fields' names and types in turn
    bool isRecord = false;
    bool columnsFirst = false;
    Shape shape;
};

/// bfloat16 and numbers of 8 bits by their name or NumPy's name, which is `V2`, `f1`, or `V1`, which has no format.
/// Nothing for all others.
std::optional<ElementType> smallTypeNamed(std::string_view name);

/// Errors, without a place: syntax, badShape. O(length).
Result<NpyHeader> readNpyHeader(std::string_view header);

}  // namespace hw::io
