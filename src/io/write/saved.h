// SPDX-License-Identifier: MIT
// A saved analysis: a file of the form headwaters/1 with everything that the document holds, and beside it `saved`, which
// says who saved it, and what was on the screen.
//
//   {"format": "headwaters/1",
//    "saved": {"program", "address", "time", "view", "warnings": [{"place", "finding", "remedy"}]},
//    "title", "model", "source", "tokens", "attentions", ...      or "examples": [{...}, ...]
//
// Weights print in the shortest form that reads back equal as float32, scores as float64; what is no number is null.
// `view` is what stands in an address, data left out. `warnings` are those of the file that it was made of: some of
// them cannot be seen in the numbers any more.
#pragma once

#include <cstddef>
#include <string>

#include "core/model/attention_model.h"

namespace hw {

/// Bytes that a piece has at least, the last one left out: some milliseconds of writing.
inline constexpr std::size_t savedPiece = std::size_t{1} << 18;

/// The document's text from `place` on, which moves behind it; all pieces together are the file. One has at most a row
/// of weights, or an example's texts and picture, more than `atLeast`. O(its length), and the texts of the example.
std::string savedText(const Document& document, const SavedBy& by, SavePlace& place,
                      std::size_t atLeast = savedPiece);

}  // namespace hw
