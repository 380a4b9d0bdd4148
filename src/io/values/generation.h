// SPDX-License-Identifier: MIT
// Attention of text generation: one entry per step, as generate() returns it, joined into one matrix.
#pragma once

#include <vector>

#include "io/values/pieces.h"
#include "io/values/weights.h"

namespace hw::io {

/// Whether the pieces are steps: each [L][H][q][k] or [L][B][H][q][k], where only q and k change, and after
/// the first each has one row and one more column than the previous one, or is a larger square.
bool areSteps(const std::vector<Piece>& pieces);

/// Splits [S][L][B][H][q][k] into S pieces.
std::vector<Piece> splitSteps(const Piece& piece);

/// Joins steps. Rows of later steps follow those of the first (P rows, then one per step); keys that a row
/// could not see yet are 0. Growing squares (use_cache=False): the last one holds everything.
Result<Weights> joinSteps(Tree& tree, const std::vector<Piece>& pieces, const std::string& place,
                          Square square);

}  // namespace hw::io
