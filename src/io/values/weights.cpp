// SPDX-License-Identifier: MIT
#include "io/values/weights.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "io/tree/average.h"
#include "io/tree/words.h"
#include "io/values/generation.h"
#include "io/values/pieces.h"

namespace hw::io {

namespace {

// The axes of a shape, filled in from the back.
Result<Weights> interpret(const Piece& piece, FirstOfThree first) {
    const Shape& s = piece.shape;
    Weights weights;
    weights.place = piece.place;
    weights.byte = piece.byte;
    weights.layers = weights.batch = weights.heads = 1;
    for (int axis = 0; axis < s.rank; ++axis) {
        if (s[axis] > static_cast<std::uint32_t>(std::numeric_limits<int>::max())) {
            return std::unexpected(
                problemAt(Code::badShape, piece.place, piece.byte,
                          say("A size of {} is not possible here."_tr, {grouped(s[axis])}),
                          "Save fewer tokens."_tr));
        }
    }
    const auto axis = [&](int index) { return static_cast<int>(s[index]); };
    if (s.rank < 2 || s.rank > 5) {
        return std::unexpected(problemAt(
            Code::badShape, piece.place, piece.byte,
            s.rank == 1 ? count(s[0],
                                "Found a plain list of {} number where matrices are expected.|"
                                "Found a plain list of {} numbers where matrices are expected."_tr)
                        : say("Found numbers nested {} deep ({})."_tr, {s.rank, shapeText(s)}),
            "Attention is nested as layers, heads, rows, columns; save `outputs.attentions` as it "
            "is."_tr));
    }
    weights.queries = axis(s.rank - 2);
    weights.keys = axis(s.rank - 1);
    if (s.rank == 3) (first == FirstOfThree::layers ? weights.layers : weights.heads) = axis(0);
    weights.headsFused = s.rank == 2 || (s.rank == 3 && first == FirstOfThree::layers);
    if (s.rank == 4) {
        weights.layers = axis(0);
        weights.heads = axis(1);
    }
    if (s.rank == 5) {
        weights.layers = axis(0);
        weights.batch = axis(1);
        weights.heads = axis(2);
    }
    const auto parts = std::size_t{1} * weights.layers * weights.batch;
    const std::size_t each = parts == 0 ? 0 : piece.slice.count / parts;
    for (std::size_t i = 0; i < parts; ++i) {
        weights.slices.push_back({piece.slice.pool, piece.slice.offset + i * each, each});
    }
    return weights;
}

// Layers one by one: [N][N], [H][N][N] or [B][H][N][N] each.
Result<Weights> interpretLayers(const std::vector<Piece>& pieces, const std::string& place) {
    for (const Piece& piece : pieces) {
        if (!(piece.shape == pieces[0].shape)) {
            const auto layer = static_cast<std::size_t>(&piece - pieces.data());
            if (auto merged = tokensChange(pieces[0], piece, layer))
                return std::unexpected(*merged);
            return std::unexpected(sizesDiffer(piece.place, piece.byte, pieces[0].shape.within(0),
                                               piece.shape.within(0)));
        }
    }
    Piece one = pieces[0];
    if (one.shape.rank > 4) {
        return std::unexpected(
            problemAt(Code::badShape, one.place, one.byte,
                      say("A layer has {} dimensions ({}); batch, heads, rows and "
                          "columns are expected."_tr,
                          {one.shape.rank, shapeText(one.shape)}),
                      "Save `outputs.attentions` as it is."_tr));
    }
    if (one.shape.rank == 4) one.shape = one.shape.within(1);  // [1][B][H][N][N]
    auto weights = interpret(one, FirstOfThree::heads);
    if (!weights) return weights;
    const std::size_t items = weights->batch;
    weights->place = place;
    weights->headsFused = one.shape.rank == 2;
    weights->layers = static_cast<int>(pieces.size());
    weights->slices.clear();
    for (const Piece& piece : pieces) {
        const std::size_t each = piece.slice.count / items;
        for (std::size_t item = 0; item < items; ++item) {
            weights->slices.push_back({piece.slice.pool, piece.slice.offset + item * each, each});
        }
    }
    return weights;
}

Result<Weights> checked(Result<Weights> weights, Square square) {
    if (!weights) return weights;
    if (weights->layers == 0 || weights->batch == 0 || weights->heads == 0 ||
        weights->queries == 0 || weights->keys == 0) {
        return std::unexpected(
            problemAt(Code::badShape, weights->place, weights->byte, "The attention is empty."_tr,
                      "Choose a file with at least one layer and one token."_tr));
    }
    if (square == Square::required && weights->queries != weights->keys) {
        return std::unexpected(problemAt(
            Code::badShape, weights->place, weights->byte,
            say("Each matrix has {} and {}; self-attention has as many rows as columns."_tr,
                {count(static_cast<std::uint64_t>(weights->queries), "{} row|{} rows"_tr),
                 count(static_cast<std::uint64_t>(weights->keys), "{} column|{} columns"_tr)}),
            "If this is cross-attention, save it as cross_attentions beside encoder_attentions and "
            "decoder_attentions."_tr));
    }
    return weights;
}

// Rows that were put together are one item's already, unless there are several.
std::vector<float> takeAssembled(Weights& weights, int item, std::size_t each) {
    if (weights.batch == 1) return std::move(weights.assembled);
    std::vector<float> values;
    for (int layer = 0; layer < weights.layers; ++layer) {
        const std::size_t index = layer * weights.batch + item;
        const auto begin = weights.assembled.begin() + static_cast<std::ptrdiff_t>(index * each);
        values.insert(values.end(), begin, begin + static_cast<std::ptrdiff_t>(each));
    }
    return values;
}

// The slices of one item, those that touch joined.
std::vector<Slice> slicesOf(const Weights& weights, int item) {
    std::vector<Slice> slices;
    for (int i = 0; i < weights.layers * weights.parts; ++i) {
        const int layer = i / weights.parts;
        const int index = (layer * weights.batch + item) * weights.parts + i % weights.parts;
        const Slice& slice = weights.slices[index];
        if (!slices.empty() && slices.back().pool == slice.pool &&
            slices.back().offset + slices.back().count == slice.offset) {
            slices.back().count += slice.count;
        } else {
            slices.push_back(slice);
        }
    }
    return slices;
}

AttentionTensor takeAll(Tree& tree, Weights& weights, int item, bool last) {
    AttentionTensor tensor{weights.layers, weights.heads, weights.queries, weights.keys, {}, {}};
    if (!weights.assembled.empty()) {
        const std::size_t each = std::size_t{1} * weights.heads * tensor.matrixSize();
        tensor.values = takeAssembled(weights, item, each);
        return tensor;
    }
    const std::vector<Slice> slices = slicesOf(weights, item);
    const bool half = std::all_of(slices.begin(), slices.end(),
                                  [&](const Slice& slice) { return tree.isHalf(slice.pool); });
    if (half) {
        tensor.halves = tree.takeHalves(slices, last);
    } else {
        tensor.values = tree.take(slices, last);
    }
    return tensor;
}

// Each layer's heads become one, their mean, at the front of what is kept.
template <class T>
void averageHeads(std::vector<T>& values, AttentionTensor& tensor) {
    const std::size_t matrix = tensor.matrixSize();
    const std::size_t layerSize = std::size_t{1} * tensor.heads * matrix;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        const auto all = std::span(values).subspan(layer * layerSize, layerSize);
        averageOver(all, tensor.heads);
        std::copy_n(all.begin(), matrix,
                    values.begin() + static_cast<std::ptrdiff_t>(layer * matrix));
    }
    values.resize(std::size_t{1} * tensor.layers * matrix);
    values.shrink_to_fit();
    tensor.heads = 1;
}

}  // namespace

Result<Weights> readWeights(Tree& tree, NodeId node, const std::string& place, Square square,
                            FirstOfThree first) {
    if (tree.is(node, Kind::array)) {
        std::vector<Piece> pieces;
        std::size_t index = 0;
        for (const NodeId child : tree.children(node)) {
            auto piece = readPiece(tree, child, at(place, index++));
            if (!piece) {
                // The ragged place inside is more exact than the child that cannot be read as a whole.
                if (const Irregular* irregular = tree.irregular(node);
                    irregular != nullptr && irregular->found.rank > 0 &&
                    piece.error().code == Code::ragged) {
                    return std::unexpected(sizesDiffer(*irregular));
                }
                return std::unexpected(piece.error());
            }
            pieces.push_back(*piece);
        }
        if (pieces.empty()) {
            return std::unexpected(
                problemAt(Code::badShape, place, tree.byte(node), "The list of layers is empty."_tr,
                          "Run the model with output_attentions=True and save the result."_tr));
        }
        if (areSteps(pieces)) return checked(joinSteps(tree, pieces, place, square), square);
        return checked(interpretLayers(pieces, place), square);
    }
    auto piece = readPiece(tree, node, place);
    if (!piece) return std::unexpected(piece.error());
    if (piece->shape.rank == 6) {  // generation steps of equal shape: one step, or cross-attention
        return checked(joinSteps(tree, splitSteps(*piece), place, square), square);
    }
    return checked(interpret(*piece, first), square);
}

Result<Weights> readLayers(Tree& tree, std::span<const NodeId> layers,
                           const std::vector<std::string>& places, Square square) {
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        auto piece = readPiece(tree, layers[i], places[i]);
        if (!piece) return std::unexpected(piece.error());
        pieces.push_back(*piece);
    }
    return checked(interpretLayers(pieces, places[0]), square);
}

Result<Weights> readHeads(Tree& tree, std::span<const NodeId> nodes,
                          const std::vector<std::string>& places, int heads, Square square) {
    auto weights = readLayers(tree, nodes, places, square);
    if (!weights) return weights;
    if (weights->heads != 1 || weights->batch != 1) {
        return std::unexpected(
            problemAt(Code::badShape, weights->place, weights->byte,
                      say("Found {} where one head's matrix is expected."_tr, {describe(*weights)}),
                      "Save one matrix a head."_tr));
    }
    weights->layers /= heads;
    weights->heads = weights->parts = heads;
    weights->headsFused = false;
    return weights;
}

AttentionTensor takeItem(Tree& tree, Weights& weights, int item, bool last, Keep keep) {
    AttentionTensor tensor = takeAll(tree, weights, item, last);
    if (keep.averaged && tensor.heads > 1) {
        if (tensor.isHalf()) {
            averageHeads(tensor.halves, tensor);
        } else {
            averageHeads(tensor.values, tensor);
        }
    }
    if (keep.half && !tensor.isHalf()) tensor.toHalf();
    return tensor;
}

std::string describe(const Weights& weights) {
    return count(static_cast<std::uint64_t>(weights.layers), "{} layer|{} layers"_tr) + ", " +
           count(static_cast<std::uint64_t>(weights.heads), "{} head|{} heads"_tr) + ", " +
           std::to_string(weights.queries) + " x " + std::to_string(weights.keys);
}

Problem noWeights(const std::string& place, std::uint64_t byte) {
    return problemAt(
        Code::noWeights, place, byte,
        "Found null in place of attention weights: the model ran with a fused attention kernel, "
        "which does not return them."_tr,
        "Load it with eager attention: AutoModel.from_pretrained(name, "
        "attn_implementation=\"eager\"), "
        "then call it with output_attentions=True."_tr);
}

}  // namespace hw::io
