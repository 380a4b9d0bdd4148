// SPDX-License-Identifier: MIT
// Attention of text generation: one entry a step, as generate() returns it, joined into one matrix.
#pragma once

#include <vector>

#include "io/values/pieces.h"
#include "io/values/weights.h"

namespace hw::io {

/// Whether the pieces are steps: [L][H][q][k] or [L][B][H][q][k] each, where only q and k change, and after
/// the first each has one row and one more column than the one before, or is a larger square.
bool areSteps(const std::vector<Piece>& pieces);

/// [S][L][B][H][q][k] as S pieces.
std::vector<Piece> splitSteps(const Piece& piece);

/// Joins steps. Rows of later steps follow those of the first (P rows, then one a step); what a row could
/// not see yet is 0. Growing squares (use_cache=False): the last one holds everything.
Result<Weights> joinSteps(Tree& tree, const std::vector<Piece>& pieces, const std::string& place,
                          Square square);

}  // namespace hw::io
