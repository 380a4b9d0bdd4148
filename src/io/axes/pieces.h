// SPDX-License-Identifier: MIT
// One block of attention weights, however the file wraps it.
#pragma once

#include <string>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::io {

struct Piece {
    Shape shape;
    Slice slice;
    std::string place;
    std::uint64_t byte = 0;
};

/// Reads a block, as nested lists of equal length, or a tensor {dims, type, data} with data as a list or as an object
/// {"0": ..., "1": ...}, possibly inside ort_tensor, or {data: nested lists}.
/// Errors: noWeights, ragged, badShape, badNumber, with the place inside.
Result<Piece> readPiece(Tree& tree, NodeId node, const std::string& place);

/// Whether an object looks like a tensor.
bool isTensor(const Tree& tree, NodeId node);

/// The message for sizes that differ between siblings, with the expected and the actual sizes.
Problem sizesDiffer(const std::string& place, std::uint64_t byte, const Shape& expected,
                    const Shape& found);
Problem sizesDiffer(const Irregular& irregular);

/// For models that merge patches or tokens as Swin and ToMe do, where layer `layer`, from 0, has fewer tokens, or
/// windows of them, than the first. Nothing for other shapes.
std::optional<Problem> tokensChange(const Piece& first, const Piece& piece, std::size_t layer);

}  // namespace hw::io
