// SPDX-License-Identifier: MIT
#include "io/values/pieces.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/matrix/half.h"
#include "core/number_text.h"
#include "io/tree/words.h"
#include "io/values/weights.h"

namespace hw::io {

namespace {

/// A value as the file has it, short.
std::string found(const Tree& tree, NodeId node) {
    switch (tree.kind(node)) {
        case Kind::null: return "`null`";
        case Kind::boolean: return tree.truth(node) ? "`true`" : "`false`";
        case Kind::string: return "a text (\"" + excerpt(tree.string(node)) + "\")";
        case Kind::object: return "an object {...}";
        case Kind::number: return "a single number (" + numberText(tree.number(node)) + ")";
        case Kind::array: return "a list";
        case Kind::numbers: return "numbers";
    }
    return "something else";
}

bool hasLists(const Tree& tree, NodeId node) {
    return std::ranges::any_of(tree.children(node), [&](NodeId one) {
        return tree.is(one, Kind::numbers) || tree.is(one, Kind::array);
    });
}

// The first thing inside nested lists that is no list of numbers, for the message.
Problem firstWrong(const Tree& tree, NodeId node, std::string place) {
    bool amongNumbers = false;
    while (tree.is(node, Kind::array)) {
        if (tree.size(node) == 0) {
            return problemAt(Code::badShape, place, tree.byte(node), "Found an empty list.",
                             "Every layer, head and row needs values.");
        }
        NodeId child = tree.firstChild(node);
        std::size_t index = 0;
        // A row with something else in it has its numbers one by one.
        amongNumbers = std::ranges::any_of(tree.children(node),
                                           [&](NodeId one) { return tree.is(one, Kind::number); });
        const auto fits = [&](NodeId one) {
            return tree.is(one, Kind::numbers) ||
                   (amongNumbers && !hasLists(tree, node) &&
                    (tree.is(one, Kind::number) || tree.is(one, Kind::null)));
        };
        while (fits(child) && tree.next(child) != none) {
            child = tree.next(child);
            ++index;
        }
        node = child;
        place = at(place, index);
    }
    const Kind kind = tree.kind(node);
    if (kind == Kind::null) return noWeights(place, tree.byte(node));
    const bool wantsNumber = kind != Kind::number && amongNumbers;
    return problemAt(kind == Kind::number ? Code::ragged : Code::badNumber, place, tree.byte(node),
                     "Found " + found(tree, node) + " where " +
                         (wantsNumber ? "a number" : "a list of numbers") + " was expected.",
                     kind == Kind::string ? "Write numbers without quotes."
                                          : "Save `outputs.attentions` as it is.");
}

// The sizes in `dims`, or nothing if they are no sizes.
std::optional<Shape> readDims(const Tree& tree, NodeId dims) {
    if (!tree.is(dims, Kind::numbers) || tree.shape(dims).rank != 1 ||
        tree.shape(dims)[0] > Shape::maxRank) {
        return std::nullopt;
    }
    Shape shape;
    for (const float size : tree.values(dims)) {
        if (!(size >= 0.0F) || size > 1e9F || size != std::floor(size)) return std::nullopt;
        shape.sizes[shape.rank++] = static_cast<std::uint32_t>(size);
    }
    return shape;
}

Result<Piece> readTensor(Tree& tree, NodeId node, const std::string& place) {
    if (const NodeId inner = tree.find(node, "ort_tensor"); inner != none) {
        return readTensor(tree, inner, under(place, "ort_tensor"));
    }
    NodeId data = tree.find(node, "data");
    if (data == none) data = tree.find(node, "cpuData");
    const std::string dataPlace = under(place, "data");
    if (!tree.is(data, Kind::numbers)) {
        if (data == none) {
            return std::unexpected(
                problemAt(Code::badShape, place, tree.byte(node), "This tensor has no data.",
                          "Write tensors with `dims` and `data`; tensor.tolist() works too."));
        }
        return std::unexpected(firstWrong(tree, data, dataPlace));
    }
    Tree::Block& block = tree.blocks[tree.nodes[data].first];
    Piece piece{block.shape, block.slice, dataPlace, tree.byte(data)};
    const NodeId dims = tree.find(node, "dims");
    if (dims == none) {
        if (block.shape.rank >= 2) return piece;
        return std::unexpected(problemAt(Code::badShape, place, tree.byte(node),
                                         "This tensor has no `dims`.",
                                         "Write the tensor's dimensions beside its data."));
    }
    const std::optional<Shape> shape = readDims(tree, dims);
    if (!shape) {
        return std::unexpected(problemAt(Code::badShape, under(place, "dims"), tree.byte(dims),
                                         "The dimensions are not whole numbers.",
                                         "Write them as [1, 12, 14, 14]."));
    }
    if (shape->count() != block.slice.count) {
        return std::unexpected(problemAt(Code::badShape, place, tree.byte(node),
                                         "The dimensions " + shapeText(*shape) + " ask for " +
                                             grouped(shape->count()) + " values, but there are " +
                                             grouped(block.slice.count) + ".",
                                         "Was the file cut or edited? Write it again."));
    }
    piece.shape = *shape;
    // A float16 tensor in JavaScript prints its bits as whole numbers.
    if (tree.string(tree.find(node, "type")) == "float16" && !tree.isHalf(block.slice.pool)) {
        float* values = tree.pools[block.slice.pool].data() + block.slice.offset;
        bool bits = false;
        for (std::size_t i = 0; i < block.slice.count && !bits; ++i) bits = values[i] > 2.0F;
        for (std::size_t i = 0; bits && i < block.slice.count; ++i) {
            const bool valid = values[i] >= 0.0F && values[i] <= 65535.0F;
            values[i] = valid ? halfToFloat(static_cast<std::uint16_t>(values[i])) : std::nanf("");
        }
    }
    return piece;
}

}  // namespace

bool isTensor(const Tree& tree, NodeId node) {
    if (!tree.is(node, Kind::object)) return false;
    if (tree.find(node, "ort_tensor") != none) return true;
    return tree.find(node, "dims") != none &&
           (tree.find(node, "data") != none || tree.find(node, "cpuData") != none);
}

Result<Piece> readPiece(Tree& tree, NodeId node, const std::string& place) {
    if (tree.is(node, Kind::numbers)) {
        const Tree::Block& block = tree.block(node);
        if (block.nulls == block.slice.count) {
            return std::unexpected(
                noWeights(block.shape.rank == 1 ? at(place, 0) : place, tree.byte(node)));
        }
        return Piece{block.shape, block.slice, place, tree.byte(node)};
    }
    if (tree.is(node, Kind::object)) return readTensor(tree, node, place);
    if (const Irregular* irregular = tree.irregular(node);
        irregular != nullptr && irregular->found.rank > 0) {
        return std::unexpected(sizesDiffer(*irregular));
    }
    return std::unexpected(firstWrong(tree, node, place));
}

Problem sizesDiffer(const std::string& place, std::uint64_t byte, const Shape& expected,
                    const Shape& found) {
    if (found.rank != expected.rank) {
        return problemAt(Code::ragged, place, byte,
                         "The lists here are nested " + std::to_string(found.rank) +
                             " deep, those before it " + std::to_string(expected.rank) + " deep.",
                         "Every layer and head needs the same nesting. Was the file edited?");
    }
    int axis = 0;
    while (axis < expected.rank - 1 && expected[axis] == found[axis]) ++axis;
    struct Level {
        const char* what;
        const char* unit;
    };
    constexpr Level levels[] = {{"This row has ", "value"},
                                {"This matrix has ", "row"},
                                {"This layer has ", "head"},
                                {"This layer has ", "batch item"},
                                {"This step has ", "layer"}};
    const int level = expected.rank - 1 - axis;
    const Level& words = levels[level < 5 ? level : 4];
    return problemAt(
        Code::ragged, place, byte,
        words.what + count(found[axis], words.unit) + ", those before it have " +
            grouped(expected[axis]) + ".",
        level == 2 ? "Every layer must have the same number of heads; save the layers that agree."
                   : "All must be of equal size. Was the file cut or edited? Write it again.");
}

Problem sizesDiffer(const Irregular& irregular) {
    return sizesDiffer(irregular.place, irregular.byte, irregular.expected, irregular.found);
}

std::optional<Problem> tokensChange(const Piece& first, const Piece& piece, std::size_t layer) {
    const auto sizesOf = [](const Piece& of, std::uint64_t& windows, std::uint64_t& tokens) {
        const int rank = of.shape.rank;
        if (rank < 2 || rank > 5 || of.shape[rank - 1] != of.shape[rank - 2]) return false;
        tokens = of.shape[rank - 1];
        windows = rank >= 4 ? of.shape[rank - 4] : 1;
        return true;
    };
    std::uint64_t windows[2];
    std::uint64_t tokens[2];
    if (first.shape.rank != piece.shape.rank || !sizesOf(first, windows[0], tokens[0]) ||
        !sizesOf(piece, windows[1], tokens[1]))
        return {};
    const auto say = [&](int which) {
        const std::string each = count(tokens[which], "token");
        return windows[which] > 1 ? count(windows[which], "window") + " of " + each : each;
    };
    if (tokens[0] * windows[0] <= tokens[1] * windows[1]) return {};
    return problemAt(
        Code::badShape, piece.place, piece.byte,
        "Layer 1 has " + say(0) + ", layer " + std::to_string(layer + 1) + " has " + say(1) +
            ": the number changes by layer, as in models that merge patches (Swin) or tokens "
            "(ToMe). Rollout and "
            "flow join layers over the same tokens.",
        "Save the layers of one stage alone, windows put into one matrix; or all stages on one "
        "grid as contributions: headwaters.merged() in Python makes them.");
}

}  // namespace hw::io
