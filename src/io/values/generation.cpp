// SPDX-License-Identifier: MIT
#include "io/values/generation.h"

#include <algorithm>

#include "io/tree/words.h"

namespace hw::io {

namespace {

std::uint32_t rowsOf(const Piece& piece) { return piece.shape[piece.shape.rank - 2]; }
std::uint32_t columnsOf(const Piece& piece) { return piece.shape[piece.shape.rank - 1]; }

// Layers, batch and heads of a step.
std::array<std::uint32_t, 3> outer(const Piece& piece) {
    const Shape& s = piece.shape;
    return s.rank == 5 ? std::array{s[0], s[1], s[2]} : std::array{s[0], 1U, s[1]};
}

bool isSquare(const Piece& piece) { return rowsOf(piece) == columnsOf(piece); }

}  // namespace

bool areSteps(const std::vector<Piece>& pieces) {
    if (pieces.size() < 2 || (pieces[0].shape.rank != 4 && pieces[0].shape.rank != 5)) return false;
    bool rows = isSquare(pieces[0]);
    bool squares = rows;
    for (std::size_t i = 1; i < pieces.size(); ++i) {
        if (pieces[i].shape.rank != pieces[0].shape.rank || outer(pieces[i]) != outer(pieces[0]))
            return false;
        rows =
            rows && rowsOf(pieces[i]) == 1 && columnsOf(pieces[i]) == columnsOf(pieces[i - 1]) + 1;
        squares = squares && isSquare(pieces[i]) && rowsOf(pieces[i]) > rowsOf(pieces[i - 1]);
    }
    // Lists of equal rank 5 that do not grow are layers with a strange nesting, not steps.
    return rows || squares;
}

std::vector<Piece> splitSteps(const Piece& piece) {
    std::vector<Piece> steps;
    const std::size_t number = piece.shape[0];
    for (std::size_t i = 0; i < number; ++i) {
        const std::size_t each = piece.slice.count / number;
        steps.push_back({piece.shape.withoutFirst(1),
                         {piece.slice.pool, piece.slice.offset + i * each, each},
                         at(piece.place, i),
                         piece.byte});
    }
    return steps;
}

Result<Weights> joinSteps(Tree& tree, const std::vector<Piece>& pieces, const std::string& place,
                          Square square) {
    const auto [layers, batch, heads] = outer(pieces[0]);
    Weights joined;
    joined.place = place;
    joined.byte = pieces[0].byte;
    joined.layers = static_cast<int>(layers);
    joined.batch = static_cast<int>(batch);
    joined.heads = static_cast<int>(heads);
    const std::size_t matrices = std::size_t{layers} * batch * heads;
    if (square == Square::required && std::all_of(pieces.begin(), pieces.end(), isSquare) &&
        (pieces.size() == 1 || rowsOf(pieces[1]) > 1)) {
        const Piece& last = pieces.back();
        joined.queries = joined.keys = static_cast<int>(rowsOf(last));
        const std::size_t each = last.slice.count / (std::size_t{layers} * batch);
        for (std::size_t i = 0; i < std::size_t{layers} * batch; ++i) {
            joined.slices.push_back({last.slice.pool, last.slice.offset + i * each, each});
        }
        return joined;
    }
    std::size_t rows = 0;
    std::size_t columns = 0;
    for (const Piece& piece : pieces) {
        rows += rowsOf(piece);
        columns = std::max<std::size_t>(columns, columnsOf(piece));
    }
    joined.queries = static_cast<int>(rows);
    joined.keys = static_cast<int>(columns);
    joined.assembled.assign(matrices * rows * columns, 0.0F);
    std::size_t row = 0;
    for (const Piece& piece : pieces) {
        std::vector<float> step(piece.slice.count);
        tree.copy(piece.slice, step.data());
        const float* from = step.data();
        const std::size_t q = rowsOf(piece);
        const std::size_t k = columnsOf(piece);
        for (std::size_t matrix = 0; matrix < matrices; ++matrix) {
            for (std::size_t i = 0; i < q; ++i, from += k) {
                std::copy_n(from, k, joined.assembled.data() + (matrix * rows + row + i) * columns);
            }
        }
        row += q;
    }
    return joined;
}

}  // namespace hw::io
