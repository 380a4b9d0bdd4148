// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "model/kernel/activations.h"
#include "model/kernel/linear.h"
#include "model/kernel/softmax.h"
#include "model/run/pools.h"

namespace hw::model {
namespace {

float product(const float* a, const float* b, int count) {
    return std::inner_product(a, a + count, b, 0.0F);
}

void addScaled(const float* from, float factor, int count, float* to) {
    for (int i = 0; i < count; ++i) to[i] += factor * from[i];
}

/// One head of one text.
struct PoolHead {
    int count;             ///< rows of the text
    std::ptrdiff_t rows;   ///< offset of the head's part of the first row
    std::ptrdiff_t out;    ///< the same in the vectors
    std::ptrdiff_t edges;  ///< offset of its weights
};

template <class Visit>
void eachHead(const Spec& spec, const AttentionPoolRecord& record, const Visit& visit) {
    for (std::ptrdiff_t text = 0; text + 1 < std::ssize(record.starts); ++text) {
        const std::ptrdiff_t start = record.starts[text];
        const int count = record.starts[text + 1] - record.starts[text];
        for (std::ptrdiff_t head = 0; head < spec.heads; ++head)
            visit(PoolHead{count, start * spec.width + head * spec.headWidth,
                           text * spec.width + head * spec.headWidth,
                           start * spec.heads + head * count},
                  head * spec.headWidth);
    }
}

}  // namespace

std::vector<float> poolByAttention(const Network& network, const std::vector<float>& rows,
                                   AttentionPoolRecord& record, Workspace& workspace) {
    const Spec& spec = network.spec;
    const AttentionPool& pool = network.head.pool;
    const int texts = static_cast<int>(record.starts.size()) - 1;
    const int count = record.starts.back();
    const float scale = 1 / std::sqrt(static_cast<float>(spec.headWidth));
    const auto apply = [&](const Linear& matrix, const std::vector<float>& x, int tokens) {
        std::vector<float> y(std::size_t{1} * tokens * matrix.weight.rows());
        linear(x.data(), tokens, matrix.weight, matrix.biasOrNull(), y.data(), workspace);
        return y;
    };
    record.keys = apply(pool.key, rows, count);
    record.values = apply(pool.value, rows, count);
    record.weights.resize(std::size_t{1} * count * spec.heads);
    std::vector<float> heads(std::size_t{1} * texts * spec.width, 0.0F);
    eachHead(spec, record, [&](const PoolHead& one, std::ptrdiff_t query) {
        float* weights = record.weights.data() + one.edges;
        for (int i = 0; i < one.count; ++i)
            weights[i] =
                scale * product(pool.query.data() + query,
                                record.keys.data() + one.rows + i * spec.width, spec.headWidth);
        softmaxRows(weights, 1, one.count);
        for (int i = 0; i < one.count; ++i)
            addScaled(record.values.data() + one.rows + i * spec.width, weights[i], spec.headWidth,
                      heads.data() + one.out);
    });
    record.sums = apply(pool.output, heads, texts);
    std::vector<float> normed(record.sums.size());
    applyNorm(pool.norm, record.sums.data(), texts, spec.width, normed.data(), record.norm);
    record.up = apply(pool.up, normed, texts);
    std::vector<float> active(record.up.size());
    activate(spec.activation, record.up.data(), active.size(), active.data());
    std::vector<float> made = apply(pool.down, active, texts);
    std::ranges::transform(made, record.sums, made.begin(), std::plus<>());
    return made;
}

std::vector<float> poolByAttentionBackward(const Network& network,
                                           const AttentionPoolRecord& record,
                                           const std::vector<float>& gradient,
                                           std::vector<float>* weights, Workspace& workspace) {
    const Spec& spec = network.spec;
    const AttentionPool& pool = network.head.pool;
    const int texts = static_cast<int>(record.starts.size()) - 1;
    const int count = record.starts.back();
    const float scale = 1 / std::sqrt(static_cast<float>(spec.headWidth));
    const auto back = [&](const Linear& matrix, const std::vector<float>& dy, int tokens) {
        std::vector<float> dx(std::size_t{1} * tokens * matrix.weight.columns());
        linearBackward(dy.data(), tokens, matrix.weight, dx.data(), workspace);
        return dx;
    };
    std::vector<float> inner = back(pool.down, gradient, texts);
    activateBackward(spec.activation, record.up.data(), inner.data(), inner.size(), inner.data());
    std::vector<float> sums = back(pool.up, inner, texts);
    applyNormBackward(pool.norm, sums.data(), record.sums.data(), record.norm, texts, spec.width,
                      sums.data());
    std::ranges::transform(sums, gradient, sums.begin(), std::plus<>());
    const std::vector<float> heads = back(pool.output, sums, texts);
    std::vector<float> keys(record.keys.size(), 0.0F);
    std::vector<float> values(record.values.size(), 0.0F);
    std::vector<float> edges(record.weights.size());
    eachHead(spec, record, [&](const PoolHead& one, std::ptrdiff_t query) {
        const float* kept = record.weights.data() + one.edges;
        float* own = edges.data() + one.edges;
        for (int i = 0; i < one.count; ++i) {
            const std::ptrdiff_t row = one.rows + std::ptrdiff_t{1} * i * spec.width;
            own[i] = product(heads.data() + one.out, record.values.data() + row, spec.headWidth);
            addScaled(heads.data() + one.out, kept[i], spec.headWidth, values.data() + row);
        }
        std::vector<float> scores(one.count);
        softmaxBackward(kept, own, 1, one.count, scores.data());
        for (int i = 0; i < one.count; ++i)
            addScaled(pool.query.data() + query, scale * scores[i], spec.headWidth,
                      keys.data() + one.rows + std::ptrdiff_t{1} * i * spec.width);
    });
    std::vector<float> rows = back(pool.key, keys, count);
    std::ranges::transform(rows, back(pool.value, values, count), rows.begin(), std::plus<>());
    if (weights != nullptr) *weights = std::move(edges);
    return rows;
}

}  // namespace hw::model
