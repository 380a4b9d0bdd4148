// SPDX-License-Identifier: MIT
// A file's content before its meaning is known. It is the document tree that all readers produce (JSON, HTML with JSON
// inside, NumPy, safetensors) and all importers read.
//
// Made for attention. Nested arrays of numbers of equal length are one node with a shape, and their float32 values lie
// in document order in a pool. [L][H][N][N] costs one node, and its values can be moved out without a copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"

namespace hw::io {

enum class Kind : std::uint8_t {
    null,
    boolean,
    number,  ///< a single number, as double
    string,
    array,  ///< of anything except a single block of numbers
    object,
    numbers,  ///< a block of numbers with a shape of rank 1 or more
};

using NodeId = std::uint32_t;
inline constexpr std::uint32_t none = 0xFFFF'FFFFU;

/// Sizes of a block of numbers, outermost first.
struct Shape {
    static constexpr int maxRank = 8;
    int rank = 0;
    std::array<std::uint32_t, maxRank> sizes{};

    std::uint32_t operator[](int axis) const { return sizes[axis]; }
    /// Product of the sizes. Saturates instead of overflowing.
    std::uint64_t count() const;
    /// The shape with one more axis in front, of length `outer`, or without its first `axes` axes.
    Shape within(std::uint32_t outer) const;
    Shape withoutFirst(int axes) const;
    bool operator==(const Shape&) const = default;
};

/// A range of values in a pool, of float32 or of 16-bit numbers (never both in one pool).
struct Slice {
    std::uint32_t pool = 0;
    std::size_t offset = 0;
    std::size_t count = 0;
};

/// The first element at which an array of numbers is not a regular block.
struct Irregular {
    NodeId node = none;  ///< the array
    std::string place;   ///< of the child that differs, such as attentions[3][7][12]
    std::uint64_t byte = 0;
    Shape expected;  ///< shape of the previous children
    Shape found;     ///< rank 0 if it is not a block of numbers
};

/// Plain data. Readers fill it, importers read it. Children of a node are linked in document order.
struct Tree {
    struct Node {
        Kind kind = Kind::null;
        bool truth = false;
        std::uint32_t key = none;    ///< in `strings`, if the parent is an object
        NodeId next = none;          ///< next sibling
        std::uint32_t first = none;  ///< first child, or index in `strings` or `blocks`
        std::uint32_t count = 0;     ///< number of children
        std::uint64_t byte = 0;      ///< where it starts in the input
        double number = 0;
    };
    struct Block {
        Shape shape;
        Slice slice;
        std::uint64_t missing = 0;  ///< nulls and NaN among the values, stored as NaN
        std::uint64_t nulls = 0;
        bool dropped = false;  ///< read and validated, but not stored (a key that nothing uses)
        std::size_t exact = static_cast<std::size_t>(-1);  ///< offset in exactValues, if kept
    };
    struct Text {
        std::size_t offset = 0;
        std::size_t size = 0;
    };

    std::vector<Node> nodes;
    std::vector<Block> blocks;
    std::vector<Text> strings;
    std::string text;
    std::vector<std::vector<float>> pools;
    std::vector<std::vector<std::uint16_t>> halfPools;  ///< for 16-bit numbers, same indices
    std::vector<double> exactValues;
    std::vector<Irregular> irregulars;

    // Findings of the reader that the user may want to know.
    std::uint64_t repairedText = 0;  ///< invalid UTF-8 or lone surrogates, replaced by U+FFFD
    std::uint64_t repairedTextByte = 0;
    std::uint64_t infinities = 0;  ///< Infinity or -Infinity, stored as NaN
    std::uint64_t overflows = 0;   ///< numbers beyond float32, stored as NaN
    std::uint64_t overflowByte = 0;
    std::string overflowPlace;
    struct Duplicate {
        std::string place;
        std::uint64_t byte = 0;
    };
    std::vector<Problem> notes;  ///< anything else, as a warning
    struct GuessedType {
        std::string place;
        std::string type;
    };
    std::vector<GuessedType> guessedTypes;  ///< of arrays whose type the file does not name
    std::vector<Duplicate> duplicates;  ///< keys that occur twice in an object; the last one counts

    static constexpr NodeId root = 0;

    bool empty() const { return nodes.empty(); }
    Kind kind(NodeId node) const { return nodes[node].kind; }
    bool is(NodeId node, Kind kind) const { return node != none && nodes[node].kind == kind; }
    std::uint64_t byte(NodeId node) const { return nodes[node].byte; }
    double number(NodeId node) const { return nodes[node].number; }
    bool truth(NodeId node) const { return nodes[node].truth; }
    /// Number of children of an array or object, length of the first axis of a block, 0 otherwise.
    std::size_t size(NodeId node) const;
    std::string_view key(NodeId node) const;
    std::string_view string(NodeId node) const;
    const Block& block(NodeId node) const { return blocks[nodes[node].first]; }
    const Shape& shape(NodeId node) const { return block(node).shape; }
    std::span<const float> values(NodeId node) const;  ///< empty if stored in 16 bits
    bool isHalf(std::uint32_t pool) const {
        return pool < halfPools.size() && !halfPools[pool].empty();
    }
    std::size_t poolSize(std::uint32_t pool) const {
        return isHalf(pool) ? halfPools[pool].size() : pools[pool].size();
    }
    /// Copies a range, as float32.
    void copy(const Slice& slice, float* to) const;
    /// The block's values as double, exact where the reader stored them as double, else from float32.
    std::vector<double> doubles(NodeId node) const;

    /// The value of a key, or none. With a key given twice, the last one.
    NodeId find(NodeId object, std::string_view key) const;
    /// find() in a chain, as in find(root, "meta", "grid").
    template <class... Keys>
    NodeId find(NodeId object, std::string_view key, Keys... more) const {
        const NodeId child = find(object, key);
        return child == none ? none : find(child, more...);
    }
    NodeId firstChild(NodeId node) const;
    NodeId next(NodeId node) const { return nodes[node].next; }
    /// All children, for range-for.
    std::vector<NodeId> children(NodeId node) const;
    /// The first irregularity recorded at or inside `node`, or null.
    const Irregular* irregular(NodeId node) const;

    /// Moves the slices, one after the other, into one vector. Does not copy if they are one whole pool, works in place
    /// if they ascend within a pool without other blocks, and copies otherwise. With `consume` the blocks are gone
    /// afterwards. Without it, everything stays.
    std::vector<float> take(std::span<const Slice> slices, bool consume = true);
    /// The same for slices of 16-bit pools.
    std::vector<std::uint16_t> takeHalves(std::span<const Slice> slices, bool consume = true);

    // For readers other than the JSON parser.
    std::uint32_t addString(std::string_view value);
    NodeId addNode(Kind kind, NodeId parent, std::string_view key = {});
    NodeId addNumbers(NodeId parent, std::string_view key, const Shape& shape,
                      std::vector<float> values);
    NodeId addStringValue(NodeId parent, std::string_view key, std::string_view value);

    /// The same for 16-bit numbers.
    NodeId addHalves(NodeId parent, std::string_view key, const Shape& shape,
                     std::vector<std::uint16_t> values);

private:
    NodeId addBlock(NodeId parent, std::string_view key, const Shape& shape, std::size_t count);
    /// True if one pool has these slices, ascending, and nothing else.
    bool standAlone(std::span<const Slice> slices) const;

    NodeId latestParent =
        none;  ///< last child added by addNode, so that long lists are not searched each time
    NodeId latestChild = none;
};

}  // namespace hw::io
