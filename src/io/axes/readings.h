// SPDX-License-Identifier: MIT
// Which axes a block of numbers may have: one table for every form, and what speaks for each reading of it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "io/tree/axes.h"
#include "io/tree/tree.h"

namespace hw::io {

/// What a file says of its axes besides their sizes.
struct Clues {
    std::vector<std::size_t> texts;  ///< how many tokens each of the file's lists of tokens has
    bool square = true;              ///< rows and columns are the same tokens
    bool headsFirst = false;         ///< the form says that the first of three axes counts heads
    bool mirrored =
        false;  ///< of pairs, only the second never looks at its own token (XLNet's query stream)
    Axes wanted = {};     ///< what the user says, or the other arrays of the file
    bool strict = false;  ///< `wanted` is the user's: where it does not fit, that is an error
};

struct Reading {
    Axes axes;
    int points = 0;
};

/// All readings of a shape, the likeliest first; of equal ones that which more tools write. Empty for ranks other than
/// 2 to 6. `wanted` plays no part.
std::vector<Reading> readingsOf(const Shape& shape, const Clues& clues);

/// Readings besides the first that are worth a word: those that nothing speaks against. Of the shapes that nearly every file
/// has, [L][1][H][n][n] and [L][H][n][n] without several lists of tokens, none.
std::vector<Axes> otherReadings(const Shape& shape, std::span<const Reading> readings,
                                const Clues& clues);

/// Product of the sizes of all axes of that kind; 1 where there is none.
std::size_t sizeOf(const Shape& shape, const Axes& axes, AxisKind axis);

/// Whether each list of tokens has as many as there are columns, or one more, as generated text has.
bool fits(std::size_t texts, std::size_t columns);

}  // namespace hw::io
