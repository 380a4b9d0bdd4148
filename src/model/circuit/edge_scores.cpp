// SPDX-License-Identifier: MIT
#include <algorithm>

#include "model/circuit/gradients.h"
#include "model/kernel/linear.h"

namespace hw::circuit {
namespace {

/// The first-order change of a norm's output, in place: gamma times r (d - mean d - xhat mean(xhat d)).
void pushThrough(const model::Norm& norm, const float* x, const model::NormRecord& record,
                 int tokens, int width, float* rows) {
    if (norm.empty()) return;
    if (norm.kind == model::NormKind::scale) {
        model::applyNormBackward(norm, rows, x, record, tokens, width, rows);
        return;
    }
    // The part without gamma is symmetric, so it is that of the backward pass.
    model::Norm plain = norm;
    plain.weight.assign(width, 1.0F);
    model::applyNormBackward(plain, rows, x, record, tokens, width, rows);
    for (std::size_t i = 0; i < std::size_t{1} * tokens * width; ++i)
        rows[i] *= norm.weight[i % width];
}

model::NormRecord partOf(const model::NormRecord& record, int first, int count) {
    const auto cut = [&](const std::vector<float>& from) {
        if (from.empty()) return from;
        return std::vector<float>(from.begin() + first, from.begin() + first + count);
    };
    return {cut(record.mean), cut(record.inverse)};
}

/// The nodes' changes as they arrive at one place after the other, in one run.
class Arriving {
public:
    Arriving(const Components& parts, const Runs& runs, int run, std::span<const float> deltas)
        : parts_(parts),
          runs_(runs),
          run_(run),
          own_(std::size_t{1} * runs.tokens * parts.width()),
          rows_(deltas.begin(), deltas.end()) {}

    const std::vector<float>& rows() const { return rows_; }
    /// Goes on to the next place.
    void pass(int slot) {
        const LayerParts& record = runs_.layers[slot / 2];
        const bool isAttention = slot % 2 == 0;
        const model::Norm& norm = parts_.normAfter(slot);
        if (norm.empty()) return;
        const model::NormRecord part = partOf(isAttention ? record.attentionAfter : record.mlpAfter,
                                              run_ * runs_.tokens, runs_.tokens);
        const float* input =
            (isAttention ? record.attentionSum : record.mlpSum).data() + own_ * run_;
        const bool isPost = parts_.network().spec.placement == model::Placement::post;
        for (int node = isPost ? 0 : parts_.firstOf(slot); node < parts_.firstOf(slot + 1); ++node)
            pushThrough(norm, input, part, runs_.tokens, parts_.width(),
                        rows_.data() + own_ * node);
    }

private:
    const Components& parts_;
    const Runs& runs_;
    int run_;
    std::size_t own_;
    std::vector<float> rows_;
};

/// Calls take(gradients of the receivers [R][T][D], changes of the nodes [N][T][D], first receiver, end) so that
/// together all receivers are covered, for each run if norms differ between runs.
template <class Take>
void eachPlace(const Components& parts, const Runs& runs, const ReceiverGradients& gradients,
               std::span<const float> deltas, const Take& take) {
    const Graph& graph = parts.graph();
    const std::size_t own = std::size_t{1} * runs.tokens * parts.width();
    const std::size_t all = own * runs.count;
    std::vector<float> rows(own * graph.receivers());
    const auto add = [&](int run) {
        for (int receiver = 0; receiver < graph.receivers(); ++receiver) {
            const float* from = gradients.receivers.data() + all * receiver + own * run;
            float* to = rows.data() + own * receiver;
            for (std::size_t i = 0; i < own; ++i) to[i] += from[i];
        }
    };
    const int perLayer = graph.receiver(1, Reads::query, 0);
    if (parts.isAdditive()) {
        for (int run = 0; run < runs.count; ++run) add(run);
        const std::vector<float> changes(deltas.begin(), deltas.end());
        take(rows, changes, 0, graph.receivers());
        return;
    }
    for (int run = 0; run < runs.count; ++run) {
        std::ranges::fill(rows, 0.0F);
        add(run);
        Arriving arriving(parts, runs, run, deltas);
        for (int layer = 0; layer < graph.layers(); ++layer) {
            const int first = layer * perLayer;
            take(rows, arriving.rows(), first, first + perLayer - 1);
            if (graph.isParallel())
                take(rows, arriving.rows(), first + perLayer - 1, first + perLayer);
            arriving.pass(2 * layer);
            if (!graph.isParallel())
                take(rows, arriving.rows(), first + perLayer - 1, first + perLayer);
            arriving.pass(2 * layer + 1);
        }
        take(rows, arriving.rows(), graph.logits(), graph.receivers());
    }
}

}  // namespace

Result<void> addScores(const Components& parts, const Runs& runs,
                       const ReceiverGradients& gradients, std::span<const float> deltas,
                       double factor, std::vector<double>& scores) {
    const Graph& graph = parts.graph();
    const int inner = runs.tokens * parts.width();
    const int perLayer = graph.receiver(1, Reads::query, 0);
    model::Workspace workspace;
    std::vector<float> product;
    Result<void> good;
    eachPlace(
        parts, runs, gradients, deltas,
        [&](const std::vector<float>& rows, const std::vector<float>& changes, int first, int end) {
            const int most = graph.upstream(end - 1);
            const auto weight = model::Weight::ofFloats(
                most, inner, std::span(changes).first(std::size_t{1} * most * inner));
            if (!weight) {
                good = std::unexpected(weight.error());
                return;
            }
            // Layer by layer, because the nodes above a receiver do not reach it.
            for (int from = first; from < end;) {
                const int to = std::min(end, (from / perLayer + 1) * perLayer);
                const int nodes = graph.upstream(to - 1);
                product.resize(std::size_t{1} * (to - from) * nodes);
                model::linear(rows.data() + std::size_t{1} * inner * from, to - from,
                              weight->rowsFrom(0, nodes), nullptr, product.data(), workspace);
                for (int receiver = from; receiver < to; ++receiver)
                    for (int node = 0; node < graph.upstream(receiver); ++node)
                        scores[graph.edge(receiver, node)] +=
                            factor * product[std::size_t{1} * (receiver - from) * nodes + node];
                from = to;
            }
        });
    return good;
}

void addScoresByToken(const Components& parts, const Runs& runs, const ReceiverGradients& gradients,
                      std::span<const float> deltas, double factor, std::span<const int> only,
                      std::vector<double>& scores) {
    const int width = parts.width();
    const std::size_t own = std::size_t{1} * runs.tokens * width;
    eachPlace(
        parts, runs, gradients, deltas,
        [&](const std::vector<float>& rows, const std::vector<float>& changes, int first, int end) {
            for (std::size_t i = 0; i < only.size(); ++i) {
                const Ends ends = parts.graph().ends(only[i]);
                if (ends.receiver < first || ends.receiver >= end) continue;
                const float* a = rows.data() + own * ends.receiver;
                const float* b = changes.data() + own * ends.node;
                for (std::size_t at = 0; at < own; ++at)
                    scores[i * runs.tokens + at / width] += factor * a[at] * b[at];
            }
        });
}

}  // namespace hw::circuit
