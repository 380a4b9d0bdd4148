// SPDX-License-Identifier: MIT
// Local attention as Longformer and LED return it: of each query the weights to a window around it, and before them
// those to the tokens that all look at. Unrolled into a matrix.
#pragma once

#include <optional>

#include "io/axes/nest.h"
#include "io/axes/weights.h"

namespace hw::io {

/// Makes [n][n] of [n][x + w + 1]: column x + w/2 + d holds the weight to the token at distance d, the first x columns those
/// to the x global tokens, whose own rows stand in `global`, [n][x] with a column for each of them, and after them rows of 0 for
/// the padding to whole windows, which the library cuts off the band alone. Which tokens are
/// global is not said: they are those whose rows of the band are all 0, else the first x. Source: the documentation of
/// transformers' LongformerBaseModelOutput. `global` may be null: then x is 0.
///
/// Nothing where it is no band: of an even window, or with weights to tokens beyond the ends, or with rows of which fewer
/// than nine tenths sum to 1 once unrolled. Errors: tooLarge (as joinSteps), badShape: a band whose global part is missing
/// or does not fit.
Result<std::optional<Weights>> unrolled(const Tree& tree, const Weights& band,
                                        const Weights* global);

}  // namespace hw::io
