// SPDX-License-Identifier: MIT
// Attention of text generation, with one entry per step, as generate() returns it, combined into one matrix.
#pragma once

#include <span>

#include "io/axes/nest.h"
#include "io/axes/weights.h"

namespace hw::io {

/// Whether entries are steps with a cache, each [L][H][q][k] or [L][B][H][q][k]. The first has as many rows as the
/// prompt has tokens, and each later one adds rows to those before it. Its columns are all tokens so far, or those of a
/// cache of fixed length, or of a sliding window. In cross-attention the columns stay, and only the rows are counted.
bool areSteps(std::span<const Nest> entries, bool square);

/// Whether entries are steps of layers that keep different numbers of keys, since some layers of Gemma and GPT-OSS have
/// a sliding window. Each layer's parts must be steps, and the layers must have equally many rows. O(steps x layers).
bool areStepsOfLayers(std::span<const Nest> entries);

/// Whether entries are steps without a cache. These are squares that grow by exactly one row, are causal, and repeat
/// the step before (off by 0.001 at most). O(values).
bool areRepeated(const Tree& tree, std::span<const Nest> entries);

/// Whether entries are steps whose first one, with the rows of the prompt, is missing.
bool lackPrompt(std::span<const Nest> entries);

/// Combines steps with a cache, of all layers alike or of each layer on its own (areStepsOfLayers). Rows of later steps
/// follow those of the first. Keys that a row could not see are 0. Columns of a cache of fixed length that no token has
/// filled yet are dropped, and have to be 0. Errors: badShape; tooLarge if a sliding window would become more than 2^26
/// weights, and eight times those in the file.
Result<Weights> joinSteps(const Tree& tree, std::span<const Nest> entries, const std::string& place,
                          bool square);

}  // namespace hw::io
