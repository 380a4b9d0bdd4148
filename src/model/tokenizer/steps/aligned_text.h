// SPDX-License-Identifier: MIT
// A text that normalisers and pre-tokenizers change, and the origin of each of its bytes. The rules of alignment are
// those of the library's NormalizedString.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/pattern/budget.h"
#include "model/unicode/normal_form.h"

namespace hw::model {

/// Code points of the original text, from `begin` up to `end`.
struct TextSpan {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool operator==(const TextSpan&) const = default;
};

class AlignedText {
public:
    AlignedText() = default;
    /// Valid UTF-8 below 2^31 bytes; each character is aligned to itself.
    explicit AlignedText(std::string_view text);

    std::string_view bytes() const { return bytes_; }
    std::string_view bytes(std::size_t begin, std::size_t end) const {
        return std::string_view(bytes_).substr(begin, end - begin);
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(bytes_.size()); }
    /// The span of the character that the byte belongs to.
    TextSpan span(std::size_t byte) const {
        if (!spans_.empty()) return spans_[byte];
        return {static_cast<std::uint32_t>(byte), static_cast<std::uint32_t>(byte + 1)};
    }

    /// Reserves memory for `bytes` of a text that is made from another one, but at most for `most`. Text that exceeds
    /// the limit is dropped.
    void reserve(std::size_t bytes, std::size_t most);
    bool isFull() const { return isFull_; }
    void append(char32_t letter, TextSpan span);
    void append(std::string_view text, TextSpan span);
    void append(const AlignedText& from, std::size_t begin, std::size_t end);

private:
    bool fits(std::size_t bytes) {
        isFull_ = isFull_ || bytes > most_ - bytes_.size();
        return !isFull_;
    }

    std::size_t most_ = 0x7FFF'FFFF;
    bool isFull_ = false;
    std::string bytes_;
    std::vector<TextSpan> spans_;  ///< one per byte; empty if each byte is a code point
};

/// A part of the text: input of the model, or an added token that was found.
struct Piece {
    std::uint32_t begin = 0;  ///< bytes
    std::uint32_t end = 0;
    std::uint32_t origin = 0;  ///< code point where it began when the text was split
    std::int32_t token = -1;   ///< id of an added token, which later steps do not change
};

struct Pieces {
    Pieces(std::string_view from, Budget& limits) : text(from), budget(limits) {
        if (!from.empty()) list.push_back({0, static_cast<std::uint32_t>(from.size()), 0, -1});
    }
    AlignedText text;
    std::vector<Piece> list;
    Budget& budget;
    std::string_view bytes(const Piece& piece) const { return text.bytes(piece.begin, piece.end); }
};

/// Replaces the text: calls write(old text, piece, new text) for each piece that is no added token.
template <class Write>
void rewrite(Pieces& pieces, Write write) {
    AlignedText out;
    out.reserve(pieces.text.size(), pieces.budget.mostBytes());
    for (Piece& piece : pieces.list) {
        const std::uint32_t begin = out.size();
        if (piece.token >= 0) {
            out.append(pieces.text, piece.begin, piece.end);
        } else {
            write(pieces.text, piece, out);
        }
        piece.begin = begin;
        piece.end = out.size();
    }
    if (out.isFull()) pieces.budget.overflow();
    pieces.text = std::move(out);
}

/// Applies changes to a piece (NormalizedString::transform).
void applyChanges(const AlignedText& from, const Piece& piece, std::span<const Change> changes,
                  AlignedText& to);

}  // namespace hw::model
