// SPDX-License-Identifier: MIT
#include "model/ask/contributions.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/amount.h"
#include "core/localized_text.h"
#include "model/ask/layer_replay.h"
#include "model/kernel/products.h"

namespace hw::model {
namespace {

/// |values|, the sum of absolute values.
double absolute(const float* values, int width) {
    double sum = 0;
    for (int i = 0; i < width; ++i) sum += std::abs(values[i]);
    return sum;
}

/// |y - factor * part|, in lanes that processors add at once.
double absoluteRest(const float* y, float factor, const float* part, int width) {
    constexpr int lanes = 16;
    std::array<float, lanes> sums{};
    int i = 0;
    for (; i + lanes <= width; i += lanes)
        for (int lane = 0; lane < lanes; ++lane)
            sums[lane] += std::abs(y[i + lane] - factor * part[i + lane]);
    double sum = 0;
    for (const float one : sums) sum += one;
    for (; i < width; ++i) sum += std::abs(y[i] - factor * part[i]);
    return sum;
}

double euclidean(const float* values, int width) {
    double sum = 0;
    for (int i = 0; i < width; ++i) sum += static_cast<double>(values[i]) * values[i];
    return std::sqrt(sum);
}

/// W_O^h v_j for all heads and tokens, [H][n][D].
std::vector<float> moved(const Spec& spec, const Block& block, const AttentionRecord& record,
                         int n) {
    const std::vector<float> matrix = outputMatrix(block);
    const std::ptrdiff_t columns = std::ptrdiff_t{1} * spec.heads * spec.headWidth;
    const std::ptrdiff_t stride = std::ptrdiff_t{1} * spec.keyHeads * spec.headWidth;
    std::vector<float> vectors(std::size_t{1} * spec.heads * n * spec.width);
    for (int head = 0; head < spec.heads; ++head) {
        const std::ptrdiff_t shared = head / (spec.heads / spec.keyHeads);
        productTransposed(
            {record.value.data() + shared * spec.headWidth, stride, n, spec.headWidth},
            {matrix.data() + std::ptrdiff_t{1} * head * spec.headWidth, columns, spec.width,
             spec.headWidth},
            1, {vectors.data() + std::size_t{1} * head * n * spec.width, spec.width, false});
    }
    return vectors;
}

/// One layer of one text.
class LayerContributions {
public:
    LayerContributions(const Network& network, int layer, const LayerRecord& record,
                       const std::vector<float>& weights, int n)
        : spec_(network.spec),
          block_(network.block(layer)),
          record_(record),
          weights_(weights),
          n_(n),
          moved_(moved(spec_, block_, record.attention, n)),
          row_(std::size_t{1} * n * spec_.width) {}

    void norms(float* to) const {
        for (int head = 0; head < spec_.heads; ++head)
            for (int key = 0; key < n_; ++key) {
                const double size = euclidean(vector(head, key), spec_.width);
                for (int query = 0; query < n_; ++query)
                    to[(std::size_t{1} * head * n_ + query) * n_ + key] =
                        static_cast<float>(std::abs(weight(head, query, key)) * size);
            }
    }

    /// The rows of `normsAcrossHeads` and ALTI for one query.
    void query(int query, float* joined, float* alti) {
        std::ranges::fill(row_, 0.0F);
        for (int head = 0; head < spec_.heads; ++head)
            for (int key = 0; key < n_; ++key) {
                const float factor = weight(head, query, key);
                if (factor == 0) continue;
                const float* from = vector(head, key);
                float* to = part(key);
                for (int i = 0; i < spec_.width; ++i) to[i] += factor * from[i];
            }
        for (int key = 0; key < n_; ++key)
            joined[key] = static_cast<float>(euclidean(part(key), spec_.width));
        scaleBranch(query);
        const float* own = record_.entering.data() + std::ptrdiff_t{1} * query * spec_.width;
        for (int i = 0; i < spec_.width; ++i) part(query)[i] += own[i];
        if (spec_.placement == Placement::post) normParts(query);
        shares(query, alti);
    }

    /// The row of a query of E_l (flowRoutes), [n].
    void routes(int query, double least, double* to) {
        const int width = spec_.width;
        const std::ptrdiff_t at = std::ptrdiff_t{1} * query * width;
        const float* y =
            (spec_.placement == Placement::post ? record_.middleSum : record_.middle).data() + at;
        const double whole = absolute(y, width);
        const double own =
            std::max(0.0, whole - absoluteRest(y, 1, record_.entering.data() + at, width));
        double total = own;
        std::vector<double> parts(std::size_t{1} * spec_.heads * n_, 0.0);
        for (int head = 0; head < spec_.heads; ++head)
            for (int key = 0; key < n_; ++key) {
                const float factor = weight(head, query, key);
                if (factor == 0) continue;
                const double rest = absoluteRest(y, factor, behindBranch(query, head, key), width);
                total += parts[std::size_t{1} * head * n_ + key] = std::max(0.0, whole - rest);
            }
        std::fill_n(to, n_, 0.0);
        if (total <= 0) return;
        for (std::size_t i = 0; i < parts.size(); ++i)
            if (parts[i] / total >= least) to[i % n_] += parts[i] / total;
        to[query] += own / total;
    }

private:
    const float* vector(int head, int key) const {
        return moved_.data() + (std::size_t{1} * head * n_ + key) * spec_.width;
    }
    float weight(int head, int query, int key) const {
        return weights_[(std::size_t{1} * head * n_ + query) * n_ + key];
    }
    float* part(int key) { return row_.data() + std::size_t{1} * key * spec_.width; }

    /// The vector that a head adds at the query from a token, after Gemma's norm with its divisor frozen.
    const float* behindBranch(int query, int head, int key) {
        const Norm& norm = block_.attentionBranchNorm;
        if (norm.empty()) return vector(head, key);
        const float inverse = record_.attentionBranchNorm.inverse[query];
        for (int i = 0; i < spec_.width; ++i)
            row_[i] = vector(head, key)[i] * norm.weight[i] * inverse;
        return row_.data();
    }

    /// Gemma's norm after the branch, with its divisor frozen.
    void scaleBranch(int query) {
        const Norm& norm = block_.attentionBranchNorm;
        if (norm.empty()) return;
        const float inverse = record_.attentionBranchNorm.inverse[query];
        for (int key = 0; key < n_; ++key)
            for (int i = 0; i < spec_.width; ++i) part(key)[i] *= norm.weight[i] * inverse;
    }

    /// The norm after the sum, which is linear with its divisor frozen.
    void normParts(int query) {
        const float inverse = record_.attentionNorm.inverse[query];
        for (int key = 0; key < n_; ++key) {
            float* values = part(key);
            double sum = 0;
            for (int i = 0; i < spec_.width; ++i) sum += values[i];
            const auto mean = static_cast<float>(
                block_.attentionNorm.kind == NormKind::layer ? sum / spec_.width : 0);
            for (int i = 0; i < spec_.width; ++i)
                values[i] = block_.attentionNorm.weight[i] * (values[i] - mean) * inverse;
        }
    }

    void shares(int query, float* alti) {
        const float* y = record_.middle.data() + std::ptrdiff_t{1} * query * spec_.width;
        const double whole = absolute(y, spec_.width);
        std::vector<double> kept(n_);
        double total = 0;
        for (int key = 0; key < n_; ++key) {
            double rest = 0;
            for (int i = 0; i < spec_.width; ++i)
                rest += std::abs(static_cast<double>(y[i]) - part(key)[i]);
            kept[key] = std::max(0.0, whole - rest);
            total += kept[key];
        }
        for (int key = 0; key < n_; ++key)
            alti[key] = static_cast<float>(total > 0 ? kept[key] / total : 0);
    }

    const Spec& spec_;
    const Block& block_;
    const LayerRecord& record_;
    const std::vector<float>& weights_;
    int n_;
    std::vector<float> moved_;
    std::vector<float> row_;
};

/// next times all, [n][n].
template <class Number>
std::vector<double> times(const Number* next, const std::vector<double>& all, int n) {
    std::vector<double> made(all.size(), 0.0);
    for (int i = 0; i < n; ++i)
        for (int k = 0; k < n; ++k) {
            const double factor = next[std::size_t{1} * i * n + k];
            if (factor == 0) continue;
            for (int j = 0; j < n; ++j)
                made[std::size_t{1} * i * n + j] += factor * all[std::size_t{1} * k * n + j];
        }
    return made;
}

/// Errors: tooLarge.
Result<void> checkMoved(const Spec& spec, int n) {
    const Amount moved = (Amount(spec.heads) + 1) * n * spec.width * sizeof(float);
    if (moved.value() > mostPassBytes)
        return std::unexpected(Problem{
            .code = Code::tooLarge,
            .place = "text",
            .finding = formatText("{} tokens need {} MB of memory."_tr, {n, moved.value() >> 20}),
            .remedy = "Shorten the text."_tr,
            .byte = {}});
    return {};
}

}  // namespace

Result<std::vector<double>> flowRoutes(const Network& network, const Trace& trace,
                                       std::span<const double> read, double least,
                                       const Stop& stop) {
    const int n = trace.batch.length(0);
    if (auto good = checkMoved(network.spec, n); !good)
        return std::unexpected(std::move(good.error()));
    std::vector<double> all;
    std::vector<double> next(std::size_t{1} * n * n);
    const auto good =
        eachLayer(network, trace, stop,
                  [&](int layer, const LayerRecord& record, const std::vector<float>& weights) {
                      LayerContributions own(network, layer, record, weights, n);
                      for (int query = 0; query < n; ++query)
                          own.routes(query, least, next.data() + std::size_t{1} * query * n);
                      all = layer == 0 ? next : times(next.data(), all, n);
                  });
    if (!good) return std::unexpected(good.error());
    std::vector<double> row(n, 0.0);
    for (int query = 0; query < n; ++query)
        for (int key = 0; key < n; ++key)
            row[key] += read[query] * all[std::size_t{1} * query * n + key];
    return row;
}

Result<Contributions> contributions(const Network& network, const Trace& trace,
                                    const Progress& progress, const Stop& stop) {
    const Spec& spec = network.spec;
    const int n = trace.batch.length(0);
    const int layers = spec.layerCount();
    if (auto good = checkMoved(spec, n); !good) return std::unexpected(std::move(good.error()));
    const std::size_t square = std::size_t{1} * n * n;
    Contributions made;
    made.norms.resize(square * static_cast<std::size_t>(layers) *
                      static_cast<std::size_t>(spec.heads));
    made.normsAcrossHeads.resize(square * static_cast<std::size_t>(layers));
    made.alti.resize(made.normsAcrossHeads.size());
    std::vector<double> all;
    const auto good = eachLayer(
        network, trace, stop,
        [&](int layer, const LayerRecord& record, const std::vector<float>& weights) {
            LayerContributions own(network, layer, record, weights, n);
            const std::size_t at = square * static_cast<std::size_t>(layer);
            own.norms(made.norms.data() + at * static_cast<std::size_t>(spec.heads));
            for (int query = 0; query < n; ++query) {
                const std::size_t row = at + std::size_t{1} * query * n;
                own.query(query, made.normsAcrossHeads.data() + row, made.alti.data() + row);
            }
            const float* next = made.alti.data() + at;
            all = layer == 0 ? std::vector<double>(next, next + square) : times(next, all, n);
            if (progress) progress(static_cast<double>(layer + 1) / layers);
        });
    if (!good) return std::unexpected(good.error());
    made.altiAcrossHeads.assign(all.size(), 0.0F);
    std::ranges::transform(all, made.altiAcrossHeads.begin(),
                           [](double value) { return static_cast<float>(value); });
    return made;
}

}  // namespace hw::model
