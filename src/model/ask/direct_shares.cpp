// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "model/ask/contributions.h"
#include "model/ask/layer_replay.h"

namespace hw::model {
namespace {

double dot(const float* a, const float* b, int width) {
    double sum = 0;
    for (int i = 0; i < width; ++i) sum += static_cast<double>(a[i]) * b[i];
    return sum;
}

/// The head's row of the target, and the part of the logit that does not depend on the text.
struct Direction {
    std::vector<float> vector;
    double constant = 0;
};

Direction headRow(const Network& network, const Target& target) {
    const Linear& out = network.head.out;
    Direction made;
    made.vector.resize(out.weight.columns());
    out.weight.unpackRow(target.index, made.vector.data());
    made.constant = out.bias.empty() ? 0 : out.bias[target.index];
    if (target.minus < 0) return made;
    std::vector<float> minus(made.vector.size());
    out.weight.unpackRow(target.minus, minus.data());
    for (std::size_t i = 0; i < minus.size(); ++i) made.vector[i] -= minus[i];
    made.constant -= out.bias.empty() ? 0 : out.bias[target.minus];
    return made;
}

/// The direction before the final norm, with its divisor at `row` frozen. The norm's bias is added to the constant.
Direction beforeNorm(const Network& network, Direction direction, const float* row) {
    const Norm& norm = network.finalNorm;
    const auto width = static_cast<int>(direction.vector.size());
    for (float& value : direction.vector) value *= network.spec.head.scale;
    if (norm.empty()) return direction;
    if (!norm.bias.empty())
        direction.constant += dot(norm.bias.data(), direction.vector.data(), width);
    NormRecord record;
    std::vector<float> unused(width);
    applyNorm(norm, row, 1, width, unused.data(), record);
    double mean = 0;
    for (int i = 0; i < width; ++i) {
        direction.vector[i] *= norm.weight[i];
        mean += direction.vector[i];
    }
    if (norm.kind == NormKind::rms) mean = 0;
    for (float& value : direction.vector)
        value = static_cast<float>((value - mean / width) * record.inverse[0]);
    return direction;
}

}  // namespace

bool hasDirectShares(const Spec& spec) {
    const bool isOnePlace = spec.head.pool == Pool::every || spec.head.pool == Pool::first ||
                            spec.head.pool == Pool::last;
    return spec.placement != Placement::post && spec.hasFinalNorm && spec.head.stages.empty() &&
           !spec.head.out.empty() && isOnePlace && spec.head.beside.empty();
}

Result<DirectShares> directShares(const Network& network, const Trace& trace, const Target& target,
                                  const Stop& stop) {
    const Spec& spec = network.spec;
    if (!hasDirectShares(spec) || target.kind != TargetKind::logit)
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "direct",
                    .finding = "Only the logit of a pre-LN model is a sum of such shares."_tr,
                    .remedy = {},
                    .byte = {}});
    const int n = trace.batch.length(0);
    const int at = spec.head.pool == Pool::first  ? 0
                   : spec.head.pool == Pool::last ? trace.batch.pooled(0).last
                   : target.position < 0          ? n - 1
                                                  : target.position;
    const std::ptrdiff_t row = std::ptrdiff_t{1} * at * spec.width;
    const Direction u = beforeNorm(network, headRow(network, target), trace.last().data() + row);
    DirectShares made;
    made.constant = u.constant;
    made.embedding = dot(trace.streams[0].data() + row, u.vector.data(), spec.width);
    const auto good = eachLayer(
        network, trace, stop,
        [&](int layer, const LayerRecord& record, const std::vector<float>& weights) {
            const Block& block = network.block(layer);
            std::vector<float> direction = u.vector;
            if (!block.attentionBranchNorm.empty())
                for (int i = 0; i < spec.width; ++i)
                    direction[i] *= block.attentionBranchNorm.weight[i] *
                                    record.attentionBranchNorm.inverse[at];
            const std::vector<float> matrix = outputMatrix(block);
            const int columns = spec.heads * spec.headWidth;
            std::vector<float> inner(columns, 0.0F);  // W_O^T u
            for (int i = 0; i < spec.width; ++i)
                for (int c = 0; c < columns; ++c)
                    inner[c] += direction[i] * matrix[std::size_t{1} * i * columns + c];
            double sum = 0;
            for (int head = 0; head < spec.heads; ++head)
                for (int key = 0; key < n; ++key) {
                    const int shared = head / (spec.heads / spec.keyHeads);
                    const float* value =
                        record.attention.value.data() +
                        (std::ptrdiff_t{1} * key * spec.keyHeads + shared) * spec.headWidth;
                    const double share =
                        weights[(std::size_t{1} * head * n + at) * n + key] *
                        dot(value, inner.data() + std::ptrdiff_t{1} * head * spec.headWidth,
                            spec.headWidth);
                    made.heads.push_back(static_cast<float>(share));
                    sum += share;
                }
            const double bias = block.output.bias.empty()
                                    ? 0
                                    : dot(block.output.bias.data(), direction.data(), spec.width);
            made.outputBias.push_back(bias);
            made.mlp.push_back(
                dot(trace.streams[layer + 1].data() + row, u.vector.data(), spec.width) -
                dot(trace.streams[layer].data() + row, u.vector.data(), spec.width) - sum - bias);
        });
    if (!good) return std::unexpected(good.error());
    return made;
}

}  // namespace hw::model
