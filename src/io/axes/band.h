// SPDX-License-Identifier: MIT
// Local attention as Longformer and LED return it. Each query has the weights to a window around it, after those to the
// global tokens. Unrolled into a matrix.
#pragma once

#include <optional>

#include "io/axes/nest.h"
#include "io/axes/weights.h"

namespace hw::io {

/// Makes [n][n] from [n][x + w + 1]. Column x + w/2 + d has the weight to the token at distance d, and the first x
/// columns those to the x global tokens. The global tokens' own rows are in `global`, [n][x] with a column for each of
/// them. After them it has rows of 0 for the padding to whole windows, which the library cuts off the band only. The
/// file does not list the global tokens. They are those whose rows of the band are all 0, else the first x. Source: the
/// documentation of transformers' LongformerBaseModelOutput. If `global` is null, x is 0.
///
/// Nothing if it is not a band, which means an even window, weights to tokens beyond the ends, or fewer than nine
/// tenths of the rows with sum 1 once unrolled. Errors: tooLarge (as joinSteps), badShape for a band whose global part
/// is missing or does not fit.
Result<std::optional<Weights>> unrolled(const Tree& tree, const Weights& band,
                                        const Weights* global);

}  // namespace hw::io
