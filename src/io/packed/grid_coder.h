// SPDX-License-Identifier: MIT
// Attention as integers, and these as bits. A row of attention is a total that is handed out weight by weight. The rest
// limits the next weight, and determines the last one.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "io/packed/field_coder.h"

namespace hw::io {

/// Weights in units of 1/whole, [layers][heads][queries][keys].
struct Grid {
    static constexpr std::int32_t gap =
        std::numeric_limits<std::int32_t>::min();  ///< a missing weight

    int layers = 0;
    int heads = 0;
    int queries = 0;
    int keys = 0;
    int whole = 0;          ///< parts in a row that sums to 1
    bool causal = false;    ///< no weights above the diagonal
    bool negative = false;  ///< there are negative weights
    bool gaps = false;      ///< some weights are missing
    std::vector<std::int32_t> parts;

    bool empty() const { return layers == 0; }
};

constexpr int mostParts = 1 << 16;  ///< maximum of `whole`; a row's sum may be 64 times that

/// Codes sizes and switches of a grid, without its numbers.
void codeShape(FieldCoder& fields, Grid& grid);

/// Codes the numbers. When reading, `parts` already has its size. Numbers are in range whatever the bytes are. Cost:
/// about 100 ns per number.
void codeParts(FieldCoder& fields, Grid& grid);

}  // namespace hw::io
