// SPDX-License-Identifier: MIT
// Attention as whole numbers, and these as bits. A row of attention is an amount that is handed out: what is
// left tells how large a weight can be, and all of the last one.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "io/packed/field_coder.h"

namespace hw::io {

/// Weights in parts of 1/whole, [layers][heads][queries][keys].
struct Grid {
    static constexpr std::int32_t gap =
        std::numeric_limits<std::int32_t>::min();  ///< a missing weight

    int layers = 0;
    int heads = 0;
    int queries = 0;
    int keys = 0;
    int whole = 0;          ///< parts of a row that sums to 1
    bool causal = false;    ///< nothing above the diagonal
    bool negative = false;  ///< there are weights below 0
    bool gaps = false;      ///< some weights are missing
    std::vector<std::int32_t> parts;

    bool empty() const { return layers == 0; }
};

constexpr int mostParts = 1 << 16;  ///< of `whole`, and 64 times that of a row's sum

/// Sizes and switches of a grid; its numbers are not there yet.
void codeShape(FieldCoder& fields, Grid& grid);

/// The numbers. When reading, `parts` must have its size; they come out within bounds whatever the bytes are.
/// Cost: about 100 ns a number.
void codeParts(FieldCoder& fields, Grid& grid);

}  // namespace hw::io
