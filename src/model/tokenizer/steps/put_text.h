// SPDX-License-Identifier: MIT
// Replaces and prepends text, with the library's alignment.
#pragma once

#include <span>
#include <string_view>

#include "model/pattern/pattern.h"
#include "model/tokenizer/steps/aligned_text.h"

namespace hw::model {

/// Appends the piece with `content` in place of each match. The content has the origin of the match's last code point.
void putReplaced(const AlignedText& from, const Piece& piece, std::span<const PatternMatch> matches,
                 std::string_view content, AlignedText& to);
/// Appends the piece with `text` in front, which has the origin of the piece's first code point. An empty piece stays
/// empty.
void putPrepended(const AlignedText& from, const Piece& piece, std::string_view text,
                  AlignedText& to);

}  // namespace hw::model
