// SPDX-License-Identifier: MIT
#include "core/methods/missing.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/model/head_choice.h"

namespace hw {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

bool all(const std::vector<std::uint8_t>& marks) {
    return std::ranges::all_of(marks, [](std::uint8_t mark) { return mark != 0; });
}

std::vector<int> headsOf(const AttentionTensor& tensor, const Settings& settings, int layer) {
    return HeadChoice(tensor, layer, settings).heads;
}

}  // namespace

Gaps::Gaps(const Example& example, Part part, Method method, const Settings& settings)
    : raw_(!specOf(method).overLayers) {
    const AttentionTensor& tensor = *tensorOf(example, part);
    const bool joined = part == Part::cross && !raw_;
    std::vector<const AttentionTensor*> sides;
    if (joined) sides = {tensorOf(example, Part::encoder), tensorOf(example, Part::decoder)};
    std::erase_if(sides, [](const auto* side) { return side == nullptr || !side->hasMissing; });
    if (!tensor.hasMissing && sides.empty()) return;
    keys_ = tensor.keys;
    const bool flowsAcross = joined && specOf(method).readsBothSides;
    width_ = keys_ + (flowsAcross ? tensor.queries : 0);
    silent_.assign(tensor.queries, 1);
    for (int layer = 0; layer < tensor.layers; ++layer) {
        look(tensor, layer, headsOf(tensor, settings, layer));
        const std::vector<std::uint8_t>& rows = layers_.back().rows;
        for (std::size_t query = 0; query < rows.size(); ++query) silent_[query] &= rows[query];
        const bool takes = (joined && !flowsAcross) ||
                           (layer >= settings.startLayer && takesPart(settings, layer));
        if (!raw_ && takes && all(rows)) unknownFrom_ = std::min(unknownFrom_, layer);
    }
    for (const AttentionTensor* side : sides) {
        for (int layer = 0; layer < side->layers; ++layer) {
            if (!isSilent(*side, layer, headsOf(*side, settings, layer))) continue;
            // A flow goes through the decoder's layers below its own.
            const bool isBelow = flowsAcross && side == tensorOf(example, Part::decoder);
            unknownFrom_ = std::min(unknownFrom_, isBelow ? layer : 0);
        }
    }
    // A row of a layer not in use is not missing in rollout, since the layer hands on all it gets.
    for (int layer = 0; layer < tensor.layers && !raw_; ++layer) {
        if (!takesPart(settings, layer)) std::ranges::fill(layers_[layer].rows, std::uint8_t{0});
    }
}

void Gaps::look(const AttentionTensor& tensor, int layer, std::span<const int> heads) {
    Layer found;
    found.cells.assign(tensor.matrixSize(), 1);
    std::vector<float> room;
    for (const int head : heads) {
        const auto values = tensor.matrix(layer, head, room).values();
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (std::isfinite(values[i])) found.cells[i] = 0;
        }
    }
    for (int query = 0; query < tensor.queries; ++query) {
        const auto row = std::span(found.cells).subspan(query * keys_, keys_);
        const bool none = std::ranges::all_of(row, [](std::uint8_t cell) { return cell != 0; });
        found.rows.push_back(none ? 1 : 0);
    }
    layers_.push_back(std::move(found));
}

bool Gaps::isSilent(const AttentionTensor& tensor, int layer, std::span<const int> heads) const {
    std::vector<float> room;
    return std::ranges::all_of(heads, [&](int head) {
        const auto values = tensor.matrix(layer, head, room).values();
        return std::ranges::none_of(values, [](float value) { return std::isfinite(value); });
    });
}

template <class Number>
void Gaps::markRows(std::span<Number> values, int layer, std::span<const int> queries) const {
    if (!any()) return;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto row = static_cast<int>(i / width_);
        const int query = queries.empty() ? row : queries[row];
        if (isGap(layer, query, static_cast<int>(i % width_))) values[i] = Number{missing};
    }
}

template <class Number>
void Gaps::markOne(std::span<Number> row, int layer, const OutputChoice& outputs) const {
    if (!any()) return;
    std::vector<int> tokens = outputs.tokens;
    if (tokens.empty()) {
        tokens.resize(silent_.size());
        std::iota(tokens.begin(), tokens.end(), 0);
    }
    for (std::size_t key = 0; key < row.size(); ++key) {
        const bool gone = std::ranges::any_of(
            tokens, [&](int token) { return isGap(layer, token, static_cast<int>(key)); });
        if (gone) row[key] = Number{missing};
    }
}

void Gaps::markMatrix(std::span<float> values, int layer, std::span<const int> queries) const {
    markRows(values, layer, queries);
}
void Gaps::markMatrix(std::span<double> values, int layer, std::span<const int> queries) const {
    markRows(values, layer, queries);
}
void Gaps::markRow(std::span<float> row, int layer, const OutputChoice& outputs) const {
    markOne(row, layer, outputs);
}
void Gaps::markRow(std::span<double> row, int layer, const OutputChoice& outputs) const {
    markOne(row, layer, outputs);
}

namespace {

OutputChoice without(OutputChoice outputs, const std::vector<std::uint8_t>& silent) {
    const bool none = outputs.join == OutputJoin::sum || all(silent) ||
                      std::ranges::none_of(silent, [](std::uint8_t one) { return one != 0; });
    if (none) return outputs;
    OutputChoice left = outputs;
    left.tokens.clear();
    left.groups.clear();
    const std::size_t count = outputs.tokens.empty() ? silent.size() : outputs.tokens.size();
    for (std::size_t i = 0; i < count; ++i) {
        const int token = outputs.tokens.empty() ? static_cast<int>(i) : outputs.tokens[i];
        if (silent[token] != 0) continue;
        left.tokens.push_back(token);
        if (!outputs.groups.empty()) left.groups.push_back(outputs.groups[i]);
    }
    return left.tokens.empty() ? outputs : left;
}

}  // namespace

OutputChoice Gaps::withoutSilent(OutputChoice outputs) const {
    if (!any()) return outputs;
    std::vector<std::uint8_t> silent = silent_;
    const auto tokenAt = [&](std::size_t i) {
        return outputs.tokens.empty() ? static_cast<int>(i) : outputs.tokens[i];
    };
    std::set<int> words;
    for (std::size_t i = 0; i < outputs.groups.size(); ++i) {
        if (silent_[tokenAt(i)] != 0) words.insert(outputs.groups[i]);
    }
    for (std::size_t i = 0; i < outputs.groups.size(); ++i) {
        if (words.contains(outputs.groups[i])) silent[tokenAt(i)] = 1;
    }
    return without(std::move(outputs), silent);
}

OutputChoice Gaps::withoutSilent(OutputChoice words, const TokenGroups& queries) const {
    if (!any()) return words;
    std::vector<std::uint8_t> silent(queries.count);
    for (std::size_t token = 0; token < silent_.size(); ++token) {
        const int word = queries.groupOf[token];
        if (word >= 0 && silent_[token] != 0) silent[word] = 1;
    }
    return without(std::move(words), silent);
}

}  // namespace hw
