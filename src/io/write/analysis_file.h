// SPDX-License-Identifier: MIT
// A saved analysis, a file of the form headwaters/1 with everything in the document, plus `saved`, with the saving
// program and the view on the screen.
//
//   {"format": "headwaters/1",
//    "saved": {"program", "address", "time", "view", "warnings": [{"place", "finding", "remedy"}]},
//    "title", "model", "source", "tokens", "attentions", ...      or "examples": [{...}, ...]
//
// Weights print in the shortest form that reads back equal as float32, scores as float64, NaN and infinities as null.
// `view` has the fields of a link, without data. `warnings` are those of the original file, since some of their causes
// can no longer be seen in the numbers.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/model/attention_model.h"

namespace hw {

/// Minimum size of a piece in bytes, except the last one. Some milliseconds of writing.
inline constexpr std::size_t savedPiece = std::size_t{1} << 18;

/// The text of examples from one file, with its warnings, from `place` on, and advances `place`. All pieces together
/// are the file. A piece exceeds `atLeast` by at most a row of weights, or an example's texts and picture. O(length).
std::string savedText(std::span<const Example* const> examples,
                      const std::vector<Problem>& warnings, const SavedBy& by, SavePlace& place,
                      std::size_t atLeast = savedPiece);
std::string savedText(const Document& document, const SavedBy& by, SavePlace& place,
                      std::size_t atLeast = savedPiece);

}  // namespace hw
