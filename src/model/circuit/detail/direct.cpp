// SPDX-License-Identifier: MIT
#include "model/circuit/detail/direct.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/localized_text.h"
#include "model/ask/contributions.h"
#include "model/ask/layer_replay.h"
#include "model/kernel/linear.h"
#include "model/run/read_out.h"

namespace hw::circuit {
namespace {

std::unexpected<Problem> noDirect(LocalizedText finding) {
    return std::unexpected(Problem{.code = Code::badArgument,
                                   .place = "direct",
                                   .finding = finding,
                                   .remedy = {},
                                   .byte = {}});
}

double dotOf(const float* a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < b.size(); ++i) sum += a[i] * b[i];
    return sum;
}

/// The weights of a norm's input that give `direction` times its output, mean and deviation frozen. Adds its bias to
/// the constant.
std::vector<double> beforeNorm(const model::Norm& norm, float inverse,
                               const std::vector<double>& direction, double& constant) {
    if (norm.empty()) return direction;
    if (!norm.bias.empty()) constant += dotOf(norm.bias.data(), direction);
    std::vector<double> made(direction.size());
    for (std::size_t i = 0; i < made.size(); ++i) made[i] = direction[i] * norm.weight[i];
    if (norm.kind == model::NormKind::scale) return made;
    double mean = 0;
    if (norm.kind == model::NormKind::layer)
        mean = std::accumulate(made.begin(), made.end(), 0.0) / static_cast<double>(made.size());
    for (double& value : made) value = (value - mean) * inverse;
    return made;
}

/// The position whose stream the output reads; -1 for several.
int positionOf(const model::Spec& spec, const model::Batch& batch, int position) {
    if (!spec.head.beside.empty()) return -1;
    switch (spec.head.pool) {
        case model::Pool::every: return position < 0 ? batch.length(0) - 1 : position;
        case model::Pool::first: return 0;
        case model::Pool::last: return batch.pooled(0).last;
        default: return -1;
    }
}

/// The mean of the head's rows for some outputs.
std::vector<double> meanRow(const model::Linear& out, std::span<const int> outputs, double& bias) {
    std::vector<double> sum(out.weight.columns(), 0.0);
    std::vector<float> row(sum.size());
    for (const int index : outputs) {
        out.weight.unpackRow(index, row.data());
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] += row[i] / static_cast<double>(outputs.size());
        if (!out.bias.empty()) bias += out.bias[index] / static_cast<double>(outputs.size());
    }
    return sum;
}

/// The inverse deviation of a norm at a row.
float inverseOf(const model::Norm& norm, const float* row, int width) {
    if (norm.empty()) return 1;
    std::vector<float> unused(width);
    model::NormRecord record;
    model::applyNorm(norm, row, 1, width, unused.data(), record);
    return record.inverse[0];
}

}  // namespace

std::span<const float> DetailedRun::attention(int layer, int head, int heads) const {
    const std::vector<float>& all = runs.layers[layer].attention.weights;
    const std::size_t size = all.size() / static_cast<std::size_t>(heads);
    return std::span(all).subspan(size * static_cast<std::size_t>(head), size);
}

Result<DetailedRun> detailedRun(const Components& parts, const model::TextInput& text,
                                const model::Stop& stop) {
    auto runs =
        parts.run({{.text = text}}, {.keepsOutputs = true, .keepsRecords = true, .stop = stop});
    if (!runs) return std::unexpected(std::move(runs.error()));
    return DetailedRun{text, std::move(*runs)};
}

double DirectContributions::sum() const {
    return std::accumulate(nodes.begin(), nodes.end(), 0.0) +
           std::accumulate(outputBias.begin(), outputBias.end(), 0.0) + constant + head;
}

namespace {

/// The direction at the last stream whose product with it is the number, but for the constant and the head's share.
Result<std::vector<double>> lastDirection(const Components& parts, const DetailedRun& run,
                                          const Question& question, int position,
                                          DirectContributions& made) {
    const model::Network& network = parts.network();
    const int width = parts.width();
    const float* last = run.runs.last.data() + std::size_t{1} * position * width;
    if (network.spec.head.cap > 0)
        return noDirect("A model that caps its logits has no such shares."_tr);
    Question logits = question;
    logits.metric = Metric::logitDifference;
    const std::vector<int> only = outputsOf(logits);
    model::Workspace workspace;
    std::vector<int> positions;
    if (model::isPerPosition(network.spec)) positions.push_back(position);
    const model::ReadOut out =
        model::readOut(network, run.runs.batch, run.runs.last, positions, only, workspace);
    made.value = valueOf(logits, out.row(0), {});
    if (model::hasDirectShares(network.spec)) {
        double against = 0;
        std::vector<double> direction = meanRow(network.head.out, logits.answer, made.constant);
        const std::vector<double> other = meanRow(network.head.out, logits.against, against);
        made.constant -= against;
        for (std::size_t i = 0; i < direction.size(); ++i)
            direction[i] = (direction[i] - other[i]) * network.spec.head.scale;
        return beforeNorm(network.finalNorm, inverseOf(network.finalNorm, last, width), direction,
                          made.constant);
    }
    const std::vector<float> gradient = model::readOutBackward(
        network, run.runs.batch, out, only, seedOf(logits, out.row(0), {}), workspace);
    const auto row = gradient.begin() + std::ptrdiff_t{1} * position * width;
    std::vector<double> direction(row, row + width);
    made.head = made.value - dotOf(last, direction);
    return direction;
}

}  // namespace

Result<DirectContributions> directContributions(const Components& parts, const DetailedRun& run,
                                                const Question& question) {
    const Graph& graph = parts.graph();
    const model::Network& network = parts.network();
    const int width = parts.width();
    const int tokens = run.runs.tokens;
    const int position = positionOf(network.spec, run.runs.batch, question.position);
    if (position < 0) return noDirect("The output of this model reads several positions."_tr);
    DirectContributions made;
    auto last = lastDirection(parts, run, question, position, made);
    if (!last) return std::unexpected(std::move(last.error()));
    std::vector<double> direction = std::move(*last);
    made.nodes.resize(graph.nodes());
    made.outputBias.resize(graph.layers());
    made.tokens.resize(std::size_t{1} * graph.layers() * graph.heads() * tokens);
    const std::size_t own = std::size_t{1} * tokens * width;
    const auto share = [&](int node, const std::vector<double>& at) {
        made.nodes[node] =
            dotOf(run.runs.outputs.data() + own * node + std::size_t{1} * position * width, at);
    };
    const bool isPost = network.spec.placement == model::Placement::post;
    for (int slot = parts.slots() - 1; slot >= 0; --slot) {
        const LayerParts& record = run.runs.layers[slot / 2];
        const model::NormRecord& norm = slot % 2 == 0 ? record.attentionAfter : record.mlpAfter;
        const std::vector<double> at =
            beforeNorm(parts.normAfter(slot), norm.inverse.empty() ? 1 : norm.inverse[position],
                       direction, made.constant);
        if (isPost) direction = at;
        for (int node = parts.firstOf(slot); node < parts.firstOf(slot + 1); ++node)
            share(node, at);
        if (slot % 2 == 1) continue;
        const int layer = slot / 2;
        const model::Block& block = network.block(layer);
        if (!block.output.bias.empty())
            made.outputBias[layer] = dotOf(block.output.bias.data(), at);
        const std::vector<float> matrix = model::outputMatrix(block);
        const int heads = graph.heads();
        const int depth = network.spec.headWidth;
        std::vector<double> inner(std::size_t{1} * heads * depth, 0.0);  // W_O^T direction
        for (int i = 0; i < width; ++i)
            for (std::size_t c = 0; c < inner.size(); ++c)
                inner[c] += at[i] * matrix[inner.size() * i + c];
        for (int head = 0; head < heads; ++head) {
            const std::span<const float> weights = run.attention(layer, head, heads);
            for (int key = 0; key < tokens; ++key) {
                double sum = 0;
                const float* value =
                    record.attention.value.data() + (std::size_t{1} * key * heads + head) * depth;
                for (int i = 0; i < depth; ++i) sum += value[i] * inner[head * depth + i];
                made.tokens[(std::size_t{1} * layer * heads + head) * tokens + key] =
                    weights[std::size_t{1} * position * tokens + key] * sum;
            }
        }
    }
    share(0, direction);
    return made;
}

Result<Written> written(const Components& parts, const DetailedRun& run, int layer, int head,
                        int position, int count) {
    const model::Network& network = parts.network();
    if (!model::hasDirectShares(network.spec))
        return noDirect("The logits of this model are not a matrix times its last stream."_tr);
    const int width = parts.width();
    const std::size_t own = std::size_t{1} * run.runs.tokens * width;
    const std::size_t row = std::size_t{1} * position * width;
    std::vector<float> output(width);
    std::copy_n(run.runs.outputs.data() + own * parts.graph().headNode(layer, head) + row, width,
                output.begin());
    const auto through = [&](const model::Norm& norm, float inverse) {
        if (norm.empty()) return;
        double mean = 0;
        if (norm.kind == model::NormKind::layer)
            mean = std::accumulate(output.begin(), output.end(), 0.0) / width;
        if (norm.kind == model::NormKind::scale) inverse = 1;
        for (int i = 0; i < width; ++i)
            output[i] = static_cast<float>((output[i] - mean) * inverse * norm.weight[i]);
    };
    const model::NormRecord& branch = run.runs.layers[layer].attentionAfter;
    through(parts.normAfter(2 * layer), branch.inverse.empty() ? 1 : branch.inverse[position]);
    through(network.finalNorm, inverseOf(network.finalNorm, run.runs.last.data() + row, width));
    for (float& value : output) value *= network.spec.head.scale;
    std::vector<float> logits(network.outputs());
    model::Workspace workspace;
    model::linear(output.data(), 1, network.head.out.weight, nullptr, logits.data(), workspace);
    std::vector<int> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](int a, int b) { return logits[a] > logits[b]; });
    Written made;
    for (int i = 0; i < std::min(count, network.outputs()); ++i) {
        made.up.emplace_back(order[i], logits[order[i]]);
        const int low = order[order.size() - 1 - i];
        made.down.emplace_back(low, logits[low]);
    }
    return made;
}

}  // namespace hw::circuit
