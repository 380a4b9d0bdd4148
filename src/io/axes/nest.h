// SPDX-License-Identifier: MIT
// The attention values of a file, before their axes are known. They are nested lists with blocks of numbers, tensors
// {dims, data}, objects {"0": ..., "1": ...} and nulls. Lists whose entries have one shape are one block with one more
// axis, however the file wraps them.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::io {

struct Nest {
    enum class Kind : unsigned char {
        null,   ///< null instead of the whole
        block,  ///< numbers with a shape
        list,   ///< entries that differ in shape
    };
    Kind kind = Kind::null;
    Shape shape;                ///< of a block
    std::vector<Slice> slices;  ///< of a block, its values in order, in parts of equal size
    std::vector<Nest> entries;  ///< of a list, without nulls
    /// Entries that are null in the file, from 0, for the first axis, the second, ...
    std::vector<std::vector<std::uint32_t>> absent;
    std::string place;
    std::uint64_t byte = 0;

    bool isBlock() const { return kind == Kind::block; }
    std::uint32_t rows() const { return shape[shape.rank - 2]; }
    std::uint32_t columns() const { return shape[shape.rank - 1]; }
    bool isSquare() const { return isBlock() && shape.rank >= 2 && rows() == columns(); }
    /// Axes before rows and columns, of a block of two or more.
    int outer() const { return shape.rank - 2; }
    /// Number of values of a slice. The block must not be empty.
    std::size_t part() const { return slices.empty() ? 0 : slices[0].count; }
};

/// Reads a node's structure. Errors: ragged, badShape, badNumber, with the place inside. O(nodes).
Result<Nest> readNest(Tree& tree, NodeId node, const std::string& place);

/// The same for nodes that together are a list, such as a key for each layer.
Result<Nest> readNest(Tree& tree, std::span<const NodeId> nodes,
                      const std::vector<std::string>& places);

/// One entry of a block along its first axis. O(slices).
Nest entryOf(const Nest& block, std::uint32_t index);

/// Entries as one block with one more axis, or as a list if they differ.
Nest together(std::vector<Nest> entries, std::string place, std::uint64_t byte);

/// Copies a block's values, in order.
std::vector<float> valuesOf(const Tree& tree, const Nest& block);

/// No weight, or a missing one.
inline bool isNothing(float weight) { return weight == 0.0F || std::isnan(weight); }

}  // namespace hw::io
