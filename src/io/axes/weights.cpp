// SPDX-License-Identifier: MIT
#include "io/axes/weights.h"

#include <algorithm>

#include "io/axes/attention.h"
#include "io/tree/average.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

// Assembled rows already belong to one item, unless there are several.
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

// The slices of one item, with adjacent ones merged.
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

// Replaces each layer's heads by their mean, at the front of the values.
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

namespace {

// Forms for only one analysis have inputs of one length.
Result<Weights> onlySet(Result<Attention> attention) {
    if (!attention) return std::unexpected(std::move(attention.error()));
    Weights& first = attention->sets[0];
    if (attention->sets.size() > 1) {
        return std::unexpected(problemAt(
            Code::badShape, first.place, first.byte,
            "Found inputs of different lengths instead of one input."_tr,
            "Save them as {\"examples\": [{\"tokens\": ..., \"attentions\": ...}, ...]}."_tr));
    }
    first.notes = std::move(attention->notes);
    return std::move(first);
}

}  // namespace

Result<Weights> readWeights(Tree& tree, NodeId node, const std::string& place, Square square,
                            FirstOfThree first) {
    auto nest = readNest(tree, node, place);
    if (!nest) return std::unexpected(std::move(nest.error()));
    Clues clues;
    clues.square = square == Square::required;
    clues.headsFirst = first == FirstOfThree::heads;
    return onlySet(interpret(tree, *nest, clues));
}

Result<Weights> readLayers(Tree& tree, std::span<const NodeId> layers,
                           const std::vector<std::string>& places, Square square) {
    auto nest = readNest(tree, layers, places);
    if (!nest) return std::unexpected(std::move(nest.error()));
    return onlySet(interpretLayers(tree, *nest, square == Square::required));
}

Result<Weights> readHeads(Tree& tree, std::span<const NodeId> nodes,
                          const std::vector<std::string>& places, int heads, Square square) {
    auto weights = readLayers(tree, nodes, places, square);
    if (!weights) return weights;
    if (weights->heads != 1 || weights->batch != 1) {
        return std::unexpected(
            problemAt(Code::badShape, weights->place, weights->byte,
                      formatText("Found {} instead of one head’s matrix."_tr, {describe(*weights)}),
                      "Save one matrix per head."_tr));
    }
    weights->layers /= heads;
    weights->heads = weights->parts = heads;
    weights->headsFused = false;
    return weights;
}

AttentionTensor takeItem(Tree& tree, Weights& weights, int item, bool last, StorageChoice keep) {
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

std::vector<float> allValues(const Tree& tree, const Weights& weights) {
    if (!weights.assembled.empty()) return weights.assembled;
    std::size_t all = 0;
    for (const Slice& slice : weights.slices) all += slice.count;
    std::vector<float> values(all);
    float* to = values.data();
    for (const Slice& slice : weights.slices) {
        tree.copy(slice, to);
        to += slice.count;
    }
    return values;
}

std::string describe(const Weights& weights) {
    return count(static_cast<std::uint64_t>(weights.layers), "{} layer|{} layers"_tr) + ", " +
           count(static_cast<std::uint64_t>(weights.heads), "{} head|{} heads"_tr) + ", " +
           std::to_string(weights.queries) + " x " + std::to_string(weights.keys);
}

}  // namespace hw::io
