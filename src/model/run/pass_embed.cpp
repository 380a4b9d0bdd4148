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

void wordRow(const Network& network, const TextInput& text, int token, float* row) {
    const int first = network.spec.picture ? 0 : network.spec.vocabulary;
    const int id = text.ids[token];
    if (!text.rows || id < first) {
        network.embeddings.unpackRow(id, row);
        return;
    }
    const int width = network.spec.embeddingWidth;
    std::copy_n(text.rows->begin() + std::ptrdiff_t{1} * (id - first) * width, width, row);
}

void Pass::embed(const std::vector<TextInput>& texts, EmbeddingRecord& record,
                 std::vector<float>& stream) {
    const int tokens = batch.tokens();
    const bool isFirst = spec.projectsFirst && !network.projection.empty();
    const int width = isFirst ? spec.width : spec.embeddingWidth;
    std::vector<float> words(std::size_t{1} * tokens * spec.embeddingWidth);
    for (int text = 0; text < batch.count(); ++text) {
        const Edits* own = editsOf(text);
        const float scale = spec.embeddingScale * (own == nullptr ? 1 : own->wordScale);
        for (int token = 0; token < batch.length(text); ++token) {
            float* row = words.data() +
                         std::ptrdiff_t{1} * (batch.start(text) + token) * spec.embeddingWidth;
            if (own != nullptr && std::ranges::find(own->noWords, token) != own->noWords.end())
                continue;  // all 0
            wordRow(network, texts[text], token, row);
            if (scale != 1)
                for (int i = 0; i < spec.embeddingWidth; ++i) row[i] *= scale;
        }
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
