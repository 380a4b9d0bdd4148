// SPDX-License-Identifier: MIT
#include "io/axes/pieces.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/matrix/half.h"
#include "core/number_text.h"
#include "io/tree/no_weights.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

/// A short form of a value in the file.
std::string found(const Tree& tree, NodeId node) {
    switch (tree.kind(node)) {
        case Kind::null: return "`null`";
        case Kind::boolean: return tree.truth(node) ? "`true`" : "`false`";
        case Kind::string: return formatText("a string (\"{}\")"_tr, {excerpt(tree.string(node))});
        case Kind::object: return "an object {...}"_tr;
        case Kind::number:
            return formatText("a single number ({})"_tr,
                              {inLanguage(numberText(tree.number(node)))});
        case Kind::array: return "a list"_tr;
        case Kind::numbers: return "numbers"_tr;
    }
    return "something else"_tr;
}

bool hasLists(const Tree& tree, NodeId node) {
    return std::ranges::any_of(tree.children(node), [&](NodeId one) {
        return tree.is(one, Kind::numbers) || tree.is(one, Kind::array);
    });
}

// The first node inside nested lists that is not a list of numbers, for the message.
Problem firstWrong(const Tree& tree, NodeId node, std::string place) {
    bool amongNumbers = false;
    while (tree.is(node, Kind::array)) {
        if (tree.size(node) == 0) {
            return problemAt(Code::badShape, place, tree.byte(node), "Found an empty list."_tr,
                             "Every layer, head and row needs values."_tr);
        }
        NodeId child = tree.firstChild(node);
        std::size_t index = 0;
        // A row with other values in it has its numbers one by one.
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
                     formatText(wantsNumber ? "Found {} instead of a number."_tr
                                            : "Found {} instead of a list of numbers."_tr,
                                {found(tree, node)}),
                     kind == Kind::string ? "Write numbers without quotes."_tr
                                          : "Save `outputs.attentions` unchanged."_tr);
}

// The sizes in `dims`, or nothing if they are not valid.
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
                problemAt(Code::badShape, place, tree.byte(node), "This tensor has no data."_tr,
                          "Write `dims` and `data`, or use tensor.tolist()."_tr));
        }
        return std::unexpected(firstWrong(tree, data, dataPlace));
    }
    Tree::Block& block = tree.blocks[tree.nodes[data].first];
    Piece piece{block.shape, block.slice, dataPlace, tree.byte(data)};
    const NodeId dims = tree.find(node, "dims");
    if (dims == none) {
        if (block.shape.rank >= 2) return piece;
        return std::unexpected(problemAt(Code::badShape, place, tree.byte(node),
                                         "This tensor has no `dims`."_tr,
                                         "Save the dimensions with the data."_tr));
    }
    const std::optional<Shape> shape = readDims(tree, dims);
    if (!shape) {
        return std::unexpected(problemAt(Code::badShape, under(place, "dims"), tree.byte(dims),
                                         "The dimensions are not whole numbers."_tr,
                                         "Write them as [1, 12, 14, 14]."_tr));
    }
    if (shape->count() != block.slice.count) {
        return std::unexpected(problemAt(
            Code::badShape, place, tree.byte(node),
            formatText("The dimensions {} need {} values, but there are {}."_tr,
                       {shapeText(*shape), grouped(shape->count()), grouped(block.slice.count)}),
            "Write the file again."_tr));
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
                         formatText("These lists are nested {} deep, but earlier ones {} deep."_tr,
                                    {found.rank, expected.rank}),
                         "Nest all layers and heads equally."_tr);
    }
    int axis = 0;
    while (axis < expected.rank - 1 && expected[axis] == found[axis]) ++axis;
    constexpr LocalizedText levels[] = {
        "This row has {} value instead of {}.|This row has {} values instead of {}."_tr,
        "This matrix has {} row instead of {}.|This matrix has {} rows instead of {}."_tr,
        "This layer has {} head instead of {}.|This layer has {} heads instead of {}."_tr,
        "This layer has {} batch item instead of {}.|This layer has {} batch items instead of {}."_tr,
        "This step has {} layer instead of {}.|This step has {} layers instead of {}."_tr};
    const int level = expected.rank - 1 - axis;
    return problemAt(Code::ragged, place, byte,
                     sayCount(formNumber(found[axis]), levels[level < 5 ? level : 4],
                              {grouped(found[axis]), grouped(expected[axis])}),
                     level == 2 ? "Save only layers with the same number of heads."_tr
                                : "Write the file again."_tr);
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
    const auto sizes = [&](int which) {
        std::string each = count(tokens[which], "{} token|{} tokens"_tr);
        if (windows[which] < 2) return each;
        return sayCount(formNumber(windows[which]), "{} window of {}|{} windows of {}"_tr,
                        {grouped(windows[which]), each});
    };
    if (tokens[0] * windows[0] <= tokens[1] * windows[1]) return {};
    return problemAt(
        Code::badShape, piece.place, piece.byte,
        formatText(
            "Layer 1 has {}, but layer {} has {} (as in Swin or ToMe). Rollout and flow need the same tokens in every layer."_tr,
            {sizes(0), layer + 1, sizes(1)}),
        "Save one stage with its windows in one matrix, or all stages as contributions with headwaters.merged() in Python."_tr);
}

}  // namespace hw::io
