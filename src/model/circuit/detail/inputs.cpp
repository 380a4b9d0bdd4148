// SPDX-License-Identifier: MIT
#include "model/circuit/detail/inputs.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/localized_text.h"
#include "model/ask/layer_replay.h"
#include "model/kernel/products.h"
#include "model/run/read_out.h"

namespace hw::circuit {
namespace {

double absoluteOf(const float* row, int width) {
    double sum = 0;
    for (int i = 0; i < width; ++i) sum += std::abs(row[i]);
    return sum;
}

/// max(0, |y| - |y - factor * part|)
double nearness(const float* y, double whole, const float* part, float factor, int width) {
    double rest = 0;
    for (int i = 0; i < width; ++i) rest += std::abs(static_cast<double>(y[i]) - factor * part[i]);
    return std::max(0.0, whole - rest);
}

}  // namespace

Result<std::vector<LayerRoutes>> flowRoutes(const Components& parts, const DetailedRun& run,
                                            const model::Stop& stop) {
    if (!parts.isAdditive())
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "routes",
                    .finding = "The streams of this model are no sums of what its layers add."_tr,
                    .remedy = {},
                    .byte = {}});
    const Graph& graph = parts.graph();
    const int tokens = run.runs.tokens;
    const int heads = graph.heads();
    const int width = parts.width();
    const int depth = parts.network().spec.headWidth;
    const std::size_t own = std::size_t{1} * tokens * width;
    std::vector<LayerRoutes> made;
    std::vector<float> moved(own * heads);  // W_O^h v_j, [H][T][D]
    for (int layer = 0; layer < graph.layers(); ++layer) {
        if (stop && stop()) return std::unexpected(model::cancelled());
        const std::vector<float> matrix = model::outputMatrix(parts.network().block(layer));
        const std::ptrdiff_t stride = std::ptrdiff_t{1} * heads * depth;
        for (int head = 0; head < heads; ++head)
            model::productTransposed(
                {run.runs.layers[layer].attention.value.data() + std::ptrdiff_t{1} * head * depth,
                 stride, tokens, depth},
                {matrix.data() + std::ptrdiff_t{1} * head * depth, stride, width, depth}, 1,
                {moved.data() + own * head, width, false});
        const float* entering = run.runs.places.data() + own * (2 * layer);
        const float* middle = entering + own;
        const float* mlp = run.runs.sums.data() + own * (2 * layer + 1);
        LayerRoutes& routes = made.emplace_back();
        routes.heads.resize(std::size_t{1} * tokens * heads * tokens);
        routes.attention.resize(std::size_t{1} * tokens * tokens);
        for (int query = 0; query < tokens; ++query) {
            const float* y = middle + std::size_t{1} * query * width;
            const double whole = absoluteOf(y, width);
            double* row = routes.heads.data() + std::size_t{1} * query * heads * tokens;
            double residual =
                nearness(y, whole, entering + std::size_t{1} * query * width, 1, width);
            double total = residual;
            for (int head = 0; head < heads; ++head) {
                const std::span<const float> weights = run.attention(layer, head, heads);
                for (int key = 0; key < tokens; ++key) {
                    const float weight = weights[std::size_t{1} * query * tokens + key];
                    if (weight == 0) continue;
                    const double share =
                        nearness(y, whole, moved.data() + own * head + std::size_t{1} * key * width,
                                 weight, width);
                    row[head * tokens + key] = share;
                    total += share;
                }
            }
            if (!(total > 0)) total = 1;  // all parts are 0, and so are their shares
            routes.residual.push_back(residual / total);
            for (int i = 0; i < heads * tokens; ++i) {
                row[i] /= total;
                routes.attention[std::size_t{1} * query * tokens + i % tokens] += row[i];
            }
            std::vector<float> leaving(y, y + width);
            const float* added = mlp + std::size_t{1} * query * width;
            for (int i = 0; i < width; ++i) leaving[i] += added[i];
            const double all = absoluteOf(leaving.data(), width);
            const double ofMlp = nearness(leaving.data(), all, added, 1, width);
            const double ofRest = nearness(leaving.data(), all, y, 1, width);
            const double both = ofMlp + ofRest > 0 ? ofMlp + ofRest : 1;
            routes.mlp.push_back(ofMlp / both);
            routes.mlpResidual.push_back(ofRest / both);
        }
    }
    return made;
}

KeptRoutes keptRoutes(const std::vector<LayerRoutes>& layers, int position, double threshold) {
    KeptRoutes made;
    const int tokens = layers.empty() ? 0 : static_cast<int>(layers.front().residual.size());
    std::vector<bool> live(tokens, false);
    if (position < tokens) live[position] = true;
    using Kind = RouteEdge::Kind;
    for (int layer = static_cast<int>(layers.size()) - 1; layer >= 0; --layer) {
        const LayerRoutes& routes = layers[layer];
        std::vector<bool> below(tokens, false);
        for (int query = 0; query < tokens; ++query) {
            if (!live[query]) continue;
            if (routes.mlp[query] > threshold)
                made.edges.push_back({layer, Kind::mlp, query, query});
            for (int key = 0; key < tokens; ++key)
                if (routes.attention[std::size_t{1} * query * tokens + key] > threshold) {
                    made.edges.push_back({layer, Kind::attention, query, key});
                    below[key] = true;
                }
            if (routes.residual[query] > threshold) {
                made.edges.push_back({layer, Kind::residual, query, query});
                below[query] = true;
            }
        }
        live = below;
    }
    for (int token = 0; token < tokens; ++token)
        if (live[token]) made.reached.push_back(token);
    return made;
}

std::vector<double> altiLogit(const Graph& graph, const DirectContributions& direct,
                              std::span<const float> alti, int position) {
    const int n =
        static_cast<int>(direct.tokens.size() / (std::size_t{1} * graph.layers() * graph.heads()));
    std::vector<double> below(std::size_t{1} * n * n, 0.0);
    for (int i = 0; i < n; ++i) below[std::size_t{1} * i * n + i] = 1;
    std::vector<double> made(n, 0.0);
    for (int layer = 0; layer < graph.layers(); ++layer) {
        for (int key = 0; key < n; ++key) {
            double share = 0;
            for (int head = 0; head < graph.heads(); ++head)
                share += direct.tokens[(std::size_t{1} * layer * graph.heads() + head) * n + key];
            for (int token = 0; token < n; ++token)
                made[token] += share * below[std::size_t{1} * key * n + token];
        }
        std::vector<double> next(below.size(), 0.0);
        const float* own = alti.data() + std::size_t{1} * layer * n * n;
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < n; ++k)
                for (int j = 0; j < n; ++j)
                    next[std::size_t{1} * i * n + j] +=
                        own[std::size_t{1} * i * n + k] * below[std::size_t{1} * k * n + j];
        below = std::move(next);
    }
    made[position] += direct.nodes[0];
    return made;
}

Macs macs(const DetailedRun& run, const Graph& graph, int position, std::span<const int> sources,
          double floor) {
    Macs made;
    const int n = run.runs.tokens;
    for (const int source : sources) {
        double sum = 0;
        for (int layer = 0; layer < graph.layers(); ++layer) {
            double most = floor;
            for (int head = 0; head < graph.heads(); ++head)
                most = std::max<double>(
                    most, run.attention(layer, head,
                                        graph.heads())[std::size_t{1} * position * n + source]);
            sum += std::log(most);
        }
        made.logProducts.push_back(sum);
    }
    made.z.assign(made.logProducts.size(), 0.0);
    if (made.z.size() < 2) return made;
    // In proportion to the product, so that nothing underflows.
    const double most = *std::ranges::max_element(made.logProducts);
    std::vector<double> shares;
    for (const double log : made.logProducts) shares.push_back(std::exp(log - most));
    const auto count = static_cast<double>(shares.size());
    const double mean = std::accumulate(shares.begin(), shares.end(), 0.0) / count;
    double squares = 0;
    for (const double share : shares) squares += (share - mean) * (share - mean);
    const double deviation = std::sqrt(squares / count);
    for (std::size_t i = 0; deviation > 0 && i < shares.size(); ++i)
        made.z[i] = (shares[i] - mean) / deviation;
    return made;
}

std::vector<double> tokenRank(const DetailedRun& run, const Graph& graph, int layer, double alpha) {
    constexpr int mostSteps = 100'000;
    constexpr double tolerance = 1e-14;
    const int n = run.runs.tokens;
    std::vector<double> matrix(std::size_t{1} * n * n, (1 - alpha) / n);
    for (int head = 0; head < graph.heads(); ++head) {
        const std::span<const float> weights = run.attention(layer, head, graph.heads());
        for (std::size_t i = 0; i < matrix.size(); ++i)
            matrix[i] += alpha * weights[i] / graph.heads();
    }
    std::vector<double> rank(n, 1.0 / n);
    for (int step = 0; step < mostSteps; ++step) {
        std::vector<double> next(n, 0.0);
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j) next[j] += rank[i] * matrix[std::size_t{1} * i * n + j];
        const double sum = std::accumulate(next.begin(), next.end(), 0.0);
        double change = 0;
        for (int j = 0; j < n; ++j) {
            next[j] /= sum;
            change += std::abs(next[j] - rank[j]);
        }
        rank = std::move(next);
        if (change < tolerance) break;
    }
    return rank;
}

Result<std::vector<double>> leGrad(const Components& parts, const model::TextInput& text,
                                   int answer, int position, const model::Stop& stop) {
    const model::Network& network = parts.network();
    const auto trace = model::forward(network, {text}, {.keepsRecords = true, .stop = stop});
    if (!trace) return std::unexpected(trace.error());
    const int n = text.length();
    model::Pass pass(network, trace->batch, {});
    model::Workspace workspace;
    std::vector<int> positions;
    if (model::isPerPosition(network.spec)) positions.push_back(position < 0 ? n - 1 : position);
    const std::vector<int> only{answer};
    const std::vector<float> one{1.0F};
    std::vector<double> made;
    for (int layer = 0; layer < network.spec.layerCount(); ++layer) {
        if (stop && stop()) return std::unexpected(model::cancelled());
        const model::ReadOut out = model::readOut(network, trace->batch, trace->streams[layer + 1],
                                                  positions, only, workspace);
        std::vector<float> gradient =
            model::readOutBackward(network, trace->batch, out, only, one, workspace);
        std::vector<float> weights;
        const model::LayerRecord& record = trace->records[layer];
        pass.layerBackward(layer, record, model::weightsOf(*trace, layer, record), gradient,
                           weights, nullptr);
        std::vector<double> sums(n, 0.0);
        for (std::size_t i = 0; i < weights.size(); ++i) sums[i % n] += std::max(0.0F, weights[i]);
        for (const double sum : sums) made.push_back(sum / (network.spec.heads * n));
    }
    return made;
}

}  // namespace hw::circuit
