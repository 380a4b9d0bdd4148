// SPDX-License-Identifier: MIT
// Splits pieces at matches, with the library's five behaviours for the matched text.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tokenizer/steps/aligned_text.h"

namespace hw::model {

enum class Behaviour : std::uint8_t {
    removed,
    isolated,
    mergedWithPrevious,
    mergedWithNext,
    contiguous
};

/// A range of a piece, in bytes from its start, either a match or the text between two.
struct Cut {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool matches = false;
};

/// Collects matches in order, as begin and end, and adds the ranges between them. `size` is the piece's.
class Cuts {
public:
    void start() { list_.clear(), at_ = 0; }
    void match(std::size_t begin, std::size_t end);
    void finish(std::size_t size, bool inverted);
    const std::vector<Cut>& list() const { return list_; }

private:
    std::vector<Cut> list_;
    std::size_t at_ = 0;
};

/// Appends the cuts as pieces, without empty ones.
void cutPiece(const AlignedText& text, const Piece& piece, const std::vector<Cut>& cuts,
              Behaviour behaviour, std::vector<Piece>& out);

/// Splits every piece that is no added token: find(text of the piece, cuts) reports the matches.
template <class Find>
void split(Pieces& pieces, Behaviour behaviour, bool inverted, Find find) {
    std::vector<Piece> out;
    out.reserve(pieces.list.size() * 2);
    Cuts cuts;
    for (const Piece& piece : pieces.list) {
        if (piece.token >= 0) {
            out.push_back(piece);
            continue;
        }
        cuts.start();
        find(pieces.bytes(piece), cuts);
        cuts.finish(piece.end - piece.begin, inverted);
        cutPiece(pieces.text, piece, cuts.list(), behaviour, out);
    }
    pieces.list = std::move(out);
}

}  // namespace hw::model
