// SPDX-License-Identifier: MIT
// Adds words, types and positions to the stream that enters layer 0, and computes the gradient of the words' rows.
#include <algorithm>

#include "model/kernel/linear.h"
#include "model/run/pass.h"

namespace hw::model {
namespace {

/// The row of each token in the table of positions, with `before` tokens before the text.
std::vector<int> positionRows(const Spec& spec, const TextInput& text, int before) {
    if (!text.places.empty()) return text.places;
    std::vector<int> rows;
    int seen = before;
    for (const int id : text.ids) {
        const bool isPadding = spec.countedFrom >= 0 && id == spec.countedFrom;
        rows.push_back(isPadding ? spec.countedFrom : spec.positionOffset + seen);
        if (!isPadding) ++seen;
    }
    return rows;
}

void addRows(const std::vector<float>& table, int row, int width, float* to) {
    const float* from = table.data() + std::ptrdiff_t{1} * row * width;
    for (int i = 0; i < width; ++i) to[i] += from[i];
}

}  // namespace

float wordFactor(const Spec& spec, const TextInput& text) {
    if (spec.droppedWord < 0 || text.rows) return spec.embeddingScale;
    const auto dropped = std::ranges::count(text.ids, spec.droppedWord);
    const auto left = static_cast<double>(std::ssize(text.ids) - dropped);
    if (left == 0) return spec.embeddingScale;
    constexpr double trained = 0.15 * 0.8;  // the share of dropped words in the training
    return static_cast<float>(spec.embeddingScale * (1 - trained) * text.length() / left);
}

void wordRows(const Network& network, const TextInput& text, float* rows) {
    const Spec& spec = network.spec;
    const int width = spec.embeddingWidth;
    const int first = spec.picture || spec.sound ? 0 : spec.vocabulary;
    const float factor = wordFactor(spec, text);
    for (int token = 0; token < text.length(); ++token) {
        float* row = rows + std::ptrdiff_t{1} * token * width;
        const int id = text.ids[token];
        if (text.rows && id >= first) {
            std::copy_n(text.rows->begin() + std::ptrdiff_t{1} * (id - first) * width, width, row);
        } else if (id == spec.droppedWord) {
            std::fill_n(row, width, 0.0F);
        } else {
            network.embeddings.unpackRow(id, row);
        }
        if (factor != 1)
            for (int i = 0; i < width; ++i) row[i] *= factor;
    }
}

void Pass::embed(const std::vector<TextInput>& texts, EmbeddingRecord& record,
                 std::vector<float>& stream) {
    const int tokens = batch.tokens();
    const bool isFirst = spec.projectsFirst && !network.projection.empty();
    const int width = isFirst ? spec.width : spec.embeddingWidth;
    std::vector<float> words(std::size_t{1} * tokens * spec.embeddingWidth);
    for (int text = 0; text < batch.count(); ++text) {
        float* rows = words.data() + std::ptrdiff_t{1} * batch.start(text) * spec.embeddingWidth;
        wordRows(network, texts[text], rows);
        const Edits* own = editsOf(text);
        if (own == nullptr) continue;
        const std::ptrdiff_t size = std::ptrdiff_t{1} * batch.length(text) * spec.embeddingWidth;
        if (own->wordScale != 1)
            for (std::ptrdiff_t i = 0; i < size; ++i) rows[i] *= own->wordScale;
        for (const int token : own->noWords)
            std::fill_n(rows + std::ptrdiff_t{1} * token * spec.embeddingWidth, spec.embeddingWidth,
                        0.0F);
    }
    if (isFirst) {
        record.summed.resize(std::size_t{1} * tokens * width);
        linear(words.data(), tokens, network.projection.weight, network.projection.biasOrNull(),
               record.summed.data(), workspace);
    } else {
        record.summed = std::move(words);
    }
    for (int text = 0; text < batch.count(); ++text) {
        const std::vector<int> rows =
            spec.position == PositionKind::learned
                ? positionRows(spec, texts[text], cache_ == nullptr ? 0 : cache_->tokens)
                : std::vector<int>();
        for (int token = 0; token < batch.length(text); ++token) {
            float* row =
                record.summed.data() + std::ptrdiff_t{1} * (batch.start(text) + token) * width;
            const std::vector<int>& types = texts[text].types;
            if (spec.types > 0)
                addRows(network.types, types.empty() ? 0 : types[token], width, row);
            if (!rows.empty()) addPosition(network, rows[token], width, row);
        }
    }
    std::vector<float> normed(record.summed.size());
    applyNorm(network.embeddingNorm, record.summed.data(), tokens, width, normed.data(),
              record.norm);
    if (network.projection.empty() || isFirst) {
        stream = std::move(normed);
        return;
    }
    stream.resize(std::size_t{1} * tokens * spec.width);
    linear(normed.data(), tokens, network.projection.weight, network.projection.biasOrNull(),
           stream.data(), workspace);
}

void Pass::embedBackward(const EmbeddingRecord& record, const std::vector<float>& gradient,
                         std::vector<float>& embeddings) {
    const int tokens = batch.tokens();
    const bool isFirst = spec.projectsFirst && !network.projection.empty();
    const int width = isFirst ? spec.width : spec.embeddingWidth;
    std::vector<float> inner = gradient;
    if (!network.projection.empty() && !isFirst) {
        inner.resize(record.summed.size());
        linearBackward(gradient.data(), tokens, network.projection.weight, inner.data(), workspace);
    }
    applyNormBackward(network.embeddingNorm, inner.data(), record.summed.data(), record.norm,
                      tokens, width, inner.data());
    if (!isFirst) {
        embeddings = std::move(inner);
        return;
    }
    embeddings.resize(std::size_t{1} * tokens * spec.embeddingWidth);
    linearBackward(inner.data(), tokens, network.projection.weight, embeddings.data(), workspace);
}

}  // namespace hw::model
