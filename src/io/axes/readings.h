// SPDX-License-Identifier: MIT
// Possible axes of a block of numbers, in one table for every form, and the evidence for each reading of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/tree/axes.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Clues in a file about its axes, in addition to their sizes.
struct Clues {
    std::vector<std::size_t> texts;  ///< how many tokens each of the file's lists of tokens has
    bool square = true;              ///< rows and columns are the same tokens
    bool headsFirst = false;         ///< in this form the first of three axes counts heads
    bool mirrored =
        false;  ///< in pairs, only the second never attends to its own token (XLNet's query stream)
    Axes wanted = {};     ///< the user's choice, or the axes of the file's other arrays
    bool strict = false;  ///< `wanted` is the user's, so it is an error if it does not fit
};

struct Reading {
    Axes axes;
    int points = 0;
};

/// All readings of a shape, the likeliest first. Of equal ones the first is the one that more tools write. Empty for
/// ranks other than 2 to 6. Ignores `wanted`.
std::vector<Reading> readingsOf(const Shape& shape, const Clues& clues);

/// Readings other than the first that are worth mentioning, because nothing contradicts them. None for the shapes that
/// nearly every file has, [L][1][H][n][n] and [L][H][n][n] without several lists of tokens.
std::vector<Axes> otherReadings(const Shape& shape, std::span<const Reading> readings,
                                const Clues& clues);

/// Product of the sizes of all axes of that kind, or 1 if there are none.
std::size_t sizeOf(const Shape& shape, const Axes& axes, AxisKind axis);

/// Whether each list of tokens has as many tokens as there are columns, or one more, as generated text has.
bool fits(std::size_t texts, std::size_t columns);

}  // namespace hw::io
