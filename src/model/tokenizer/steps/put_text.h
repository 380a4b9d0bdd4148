// SPDX-License-Identifier: MIT
// Text in place of other text, and before it, with the library's alignment.
#pragma once

#include <span>
#include <string_view>

#include "model/pattern/pattern.h"
#include "model/tokenizer/steps/aligned_text.h"

namespace hw::model {

/// The piece with `content` in place of each match; it comes from where the match's last code point came from.
void putReplaced(const AlignedText& from, const Piece& piece, std::span<const PatternMatch> matches,
                 std::string_view content, AlignedText& to);
/// The piece behind `text`, which comes from where its first code point came from. An empty piece stays empty.
void putPrepended(const AlignedText& from, const Piece& piece, std::string_view text,
                  AlignedText& to);

}  // namespace hw::model
