// SPDX-License-Identifier: MIT
// A layer of runs with changes that copies from the same layer of a run without. A cut edge changes one token of its
// layer. In the next layer the queries, keys and values of all other tokens are still the same. Every product works row
// by row, so some rows alone give the same numbers.
#include <algorithm>
#include <cstring>

#include "model/kernel/linear.h"
#include "model/run/pass.h"

namespace hw::model {
namespace {

/// Copies the rows of one text, each `width` numbers, once for each text in the batch.
void repeat(const std::vector<float>& rows, std::vector<float>& to) {
    for (std::size_t at = 0; at < to.size(); at += rows.size())
        std::ranges::copy(rows, to.begin() + static_cast<std::ptrdiff_t>(at));
}

std::vector<float> gather(const std::vector<float>& rows, const std::vector<int>& tokens,
                          std::size_t width) {
    std::vector<float> made;
    made.reserve(tokens.size() * width);
    for (const int token : tokens) {
        const auto from = rows.begin() + static_cast<std::ptrdiff_t>(token * width);
        made.insert(made.end(), from, from + static_cast<std::ptrdiff_t>(width));
    }
    return made;
}

void scatter(const std::vector<float>& rows, const std::vector<int>& tokens, std::size_t width,
             std::vector<float>& to) {
    for (std::size_t i = 0; i < tokens.size(); ++i)
        std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(i * width), width,
                    to.begin() + static_cast<std::ptrdiff_t>(tokens[i] * width));
}

/// Compares bit by bit, because copied numbers have to be exactly those that this run would compute.
bool areSame(const float* a, const float* b, std::size_t width) {
    return std::memcmp(a, b, width * sizeof(float)) == 0;
}

/// A single token would use another path through products with quantised weights than several do.
void makeTwo(std::vector<int>& tokens) {
    if (tokens.size() == 1) tokens.push_back(tokens.front());
}

}  // namespace

/// Computes the queries, keys and values of tokens with changed input, and copies the others.
void Pass::projectOthers(int index, const BaseLayer& base, const std::vector<int>& tokens,
                         const LayerRecord& record, AttentionRecord& made) {
    repeat(base.attention.query, made.query);
    repeat(base.attention.key, made.key);
    repeat(base.attention.value, made.value);
    if (tokens.empty()) return;
    const std::size_t queries = std::size_t{1} * spec.heads * spec.headWidth;
    const std::size_t keys = std::size_t{1} * spec.keyHeads * spec.headWidth;
    const auto count = static_cast<int>(tokens.size());
    LayerRecord few;
    few.entering = gather(record.entering, tokens, spec.width);
    few.attention.query.resize(count * queries);
    few.attention.key.resize(count * keys);
    few.attention.value.resize(count * keys);
    project(index, attentionInput(network.block(index), count, few), count, few.attention);
    const int kind = spec.layers[index].rotary;
    for (int i = 0; kind >= 0 && i < count; ++i) {
        const int position = tokens[i] % batch.length(0);
        const Rotation& rotation = rotationFor(kind, batch.length(0));
        rotateRow(rotation, position, spec.heads, few.attention.query.data() + i * queries, 1);
        rotateRow(rotation, position, spec.keyHeads, few.attention.key.data() + i * keys, 1);
    }
    scatter(few.attention.query, tokens, queries, made.query);
    scatter(few.attention.key, tokens, keys, made.key);
    scatter(few.attention.value, tokens, keys, made.value);
}

/// The output of some tokens. `kept` is their stream around the attention.
void Pass::leaveOthers(int index, const std::vector<int>& tokens, const std::vector<float>& kept,
                       LayerRecord& record) {
    if (tokens.empty()) return;
    const Block& block = network.block(index);
    const auto count = static_cast<int>(tokens.size());
    LayerRecord few;
    few.entering = gather(record.entering, tokens, spec.width);
    few.middle = gather(kept, tokens, spec.width);
    const std::vector<float> headOutputs =
        gather(record.attention.headOutputs, tokens, std::size_t{1} * spec.heads * spec.headWidth);
    std::vector<float>& out = attentionOut(few);
    out.resize(std::size_t{1} * count * spec.width);
    linear(headOutputs.data(), count, block.output.weight, block.output.biasOrNull(), out.data(),
           workspace);
    behindAttention(index, count, few);
    scatter(few.leaving, tokens, spec.width, record.leaving);
}

void Pass::layerFromBase(int index, const BaseLayer& base, LayerRecord& record) {
    const int tokens = batch.tokens();
    const int n = batch.length(0);
    const std::size_t width = spec.width;
    const std::size_t heads = std::size_t{1} * spec.heads * spec.headWidth;
    const auto isAs = [&](const std::vector<float>& own, const std::vector<float>& other, int token,
                          std::size_t size) {
        return areSame(own.data() + token * size, other.data() + token % n * size, size);
    };
    std::vector<int> entering;
    for (int token = 0; token < tokens; ++token)
        if (!isAs(record.entering, base.entering, token, width)) entering.push_back(token);
    if (std::ssize(entering) == tokens || (index == 0 && !network.convolution.empty()))
        return layer(index, record);
    makeTwo(entering);
    sizeAttention(record.attention);
    projectOthers(index, base, entering, record, record.attention);
    weighAll(index, record.attention);

    std::vector<float> kept = record.entering;
    dropResiduals(index, kept);
    std::vector<int> leaving;
    for (int token = 0; token < tokens; ++token)
        if (!isAs(kept, base.entering, token, width) ||
            !isAs(record.entering, base.entering, token, width) ||
            !isAs(record.attention.headOutputs, base.attention.headOutputs, token, heads))
            leaving.push_back(token);
    makeTwo(leaving);
    record.leaving.resize(record.entering.size());
    repeat(base.leaving, record.leaving);
    leaveOthers(index, leaving, kept, record);
}

}  // namespace hw::model
