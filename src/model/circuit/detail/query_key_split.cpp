// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "core/localized_text.h"
#include "model/circuit/detail/direct.h"
#include "model/kernel/linear.h"

namespace hw::circuit {

Result<std::vector<double>> queryKeySplit(const Components& parts, const DetailedRun& run,
                                          int layer, int head, int query, int key) {
    const model::Network& network = parts.network();
    const model::Spec& spec = network.spec;
    if (!parts.isAdditive() || spec.distances)
        return std::unexpected(Problem{
            .code = Code::badArgument,
            .place = "split",
            .finding = "The streams of this model are no sums, so no score can be split."_tr,
            .remedy = {},
            .byte = {}});
    const Graph& graph = parts.graph();
    const model::Block& block = network.block(layer);
    const int width = parts.width();
    const int depth = spec.headWidth;
    const int count = graph.headNode(layer, 0) + 1;
    const int tokens = run.runs.tokens;
    const std::size_t own = std::size_t{1} * tokens * width;
    const model::Norm& norm = parts.normBefore(2 * layer);
    model::Workspace workspace;
    // Each part is a text of its own, with its vector at the token.
    model::Batch batch;
    for (int i = 0; i < count; ++i) batch.add(tokens);
    const model::Pass pass(network, batch, {});
    const auto project = [&](int token, bool isQuery) {
        const std::size_t at = std::size_t{1} * token * width;
        std::vector<float> rows(std::size_t{1} * count * width, 0.0F);
        for (int node = 0; node + 1 < count; ++node)
            std::copy_n(run.runs.outputs.data() + own * node + at, width,
                        rows.data() + std::size_t{1} * node * width);
        float* constants = rows.data() + std::size_t{1} * (count - 1) * width;
        for (int below = 0; below < layer; ++below)
            if (const auto& bias = network.block(below).output.bias; !bias.empty())
                for (int i = 0; i < width; ++i) constants[i] += bias[i];
        const model::NormRecord& record = run.runs.layers[layer].attentionNorm;
        for (int part = 0; part < count && !norm.empty(); ++part) {
            float* row = rows.data() + std::size_t{1} * part * width;
            double mean = 0;
            if (norm.kind == model::NormKind::layer)
                mean = std::accumulate(row, row + width, 0.0) / width;
            for (int i = 0; i < width; ++i)
                row[i] =
                    static_cast<float>((row[i] - mean) * record.inverse[token] * norm.weight[i]);
        }
        if (!norm.bias.empty())
            for (int i = 0; i < width; ++i) constants[i] += norm.bias[i];
        const model::Linear& weights = isQuery ? block.query : block.key;
        const int shared = isQuery ? head : head / (spec.heads / spec.keyHeads);
        std::vector<float> projected(std::size_t{1} * count * depth);
        model::linear(rows.data(), count, weights.weight.rowsFrom(shared * depth, depth), nullptr,
                      projected.data(), workspace);
        float* last = projected.data() + std::size_t{1} * (count - 1) * depth;
        if (!weights.bias.empty())
            for (int i = 0; i < depth; ++i) last[i] += weights.bias[shared * depth + i];
        if (const model::Norm& inner = isQuery ? block.queryNorm : block.keyNorm; !inner.empty()) {
            const model::AttentionRecord& record = run.runs.layers[layer].attention;
            const auto& inverse = (isQuery ? record.queryNorm : record.keyNorm).inverse;
            const float factor = inverse[std::size_t{1} * token * spec.heads + head];
            for (std::size_t i = 0; i < projected.size(); ++i)
                projected[i] *= factor * inner.weight[i % depth];
        }
        std::vector<float> texts(std::size_t{1} * count * tokens * depth, 0.0F);
        for (int part = 0; part < count; ++part)
            std::copy_n(projected.data() + std::size_t{1} * part * depth, depth,
                        texts.data() + (std::size_t{1} * part * tokens + token) * depth);
        pass.rotate(layer, 1, texts, 1);
        for (int part = 0; part < count; ++part)
            std::copy_n(texts.data() + (std::size_t{1} * part * tokens + token) * depth, depth,
                        projected.data() + std::size_t{1} * part * depth);
        return projected;
    };
    const std::vector<float> queries = project(query, true);
    const std::vector<float> keys = project(key, false);
    std::vector<double> made;
    for (int a = 0; a < count; ++a)
        for (int b = 0; b < count; ++b) {
            double sum = 0;
            for (int i = 0; i < depth; ++i)
                sum += static_cast<double>(queries[a * depth + i]) * keys[b * depth + i];
            made.push_back(sum * spec.layers[layer].scale);
        }
    return made;
}

}  // namespace hw::circuit
