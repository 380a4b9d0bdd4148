// SPDX-License-Identifier: MIT
#include "model/experiment/rankings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

#include "model/ask/relevance.h"
#include "model/run/read_out.h"

namespace hw::model {
namespace {

constexpr double residual = 0.5;

/// One head's row of weights.
std::span<const float> rowOf(const Spec& spec, const Trace& trace, int layer, int head, int query) {
    const int n = trace.batch.length(0);
    const std::size_t at = trace.batch.matrix(0, head, spec.heads) + std::size_t{1} * query * n;
    return std::span(trace.weights[layer]).subspan(at, n);
}

/// Of each head, the mean over queries of the largest weight (Voita et al. 2019: its confidence).
double confidence(const Spec& spec, const Trace& trace, const Edge& head) {
    const int n = trace.batch.length(0);
    double sum = 0;
    for (int query = 0; query < n; ++query)
        sum += std::ranges::max(rowOf(spec, trace, head.layer, head.head, query));
    return sum / n;
}

std::vector<double> headScores(const Spec& spec, const Trace& trace,
                               const std::vector<Unit>& units) {
    std::vector<double> scores;
    for (const Unit& unit : units) scores.push_back(confidence(spec, trace, unit.place));
    return scores;
}

std::vector<double> edgeScores(const Spec& spec, const Trace& trace, const Gradients& gradients,
                               const Target& target, const std::vector<Unit>& units,
                               Ranking ranking) {
    const int n = trace.batch.length(0);
    std::vector<std::vector<double>> rolled;
    if (ranking == Ranking::rollout) rolled = rolledRows(spec, trace, readAt(spec, target, n));
    std::vector<double> scores;
    for (const Unit& unit : units) {
        const Edge& edge = unit.place;
        if (ranking == Ranking::attention) {
            scores.push_back(unit.weight);
        } else if (ranking == Ranking::rollout) {
            scores.push_back(rolled[edge.layer + 1][edge.query] * unit.weight);
        } else {
            const std::size_t at = trace.batch.matrix(0, edge.head, spec.heads) +
                                   std::size_t{1} * edge.query * n + edge.key;
            scores.push_back(std::max(0.0, unit.weight * gradients.weights[edge.layer][at]));
        }
    }
    return scores;
}

std::vector<double> tokenScores(const Spec& spec, const Trace& trace, const Gradients& gradients,
                                const Target& target, Ranking ranking) {
    const int n = trace.batch.length(0);
    const std::vector<double> read = readAt(spec, target, n);
    if (ranking == Ranking::rollout) return rolledRows(spec, trace, read).front();
    std::vector<double> scores(n, 0.0);
    const std::vector<float> relevance = ranking == Ranking::relevance
                                             ? cheferRelevance(spec, trace, gradients)
                                             : std::vector<float>();
    for (int query = 0; query < n; ++query) {
        if (read[query] == 0) continue;
        if (ranking == Ranking::relevance) {
            for (int key = 0; key < n; ++key)
                scores[key] += read[query] * relevance[std::size_t{1} * query * n + key];
            continue;
        }
        for (int head = 0; head < spec.heads; ++head) {
            const auto row = rowOf(spec, trace, spec.layerCount() - 1, head, query);
            for (int key = 0; key < n; ++key) scores[key] += read[query] * row[key] / spec.heads;
        }
    }
    return scores;
}

}  // namespace

std::span<const Ranking> rankingsOf(UnitKind kind) {
    static constexpr Ranking all[] = {Ranking::gradients, Ranking::relevance, Ranking::rollout,
                                      Ranking::attention};
    static constexpr Ranking heads[] = {Ranking::gradients, Ranking::attention};
    if (kind == UnitKind::head) return heads;
    return all;
}

std::vector<double> readAt(const Spec& spec, const Target& target, int tokens) {
    std::vector<double> read(tokens, 0.0);
    const HeadSpec& head = spec.head;
    switch (head.pool) {
        case Pool::every: read[target.position < 0 ? tokens - 1 : target.position] = 1; break;
        case Pool::first: read[0] = 1; break;
        case Pool::last: read[tokens - 1] = 1; break;
        case Pool::firstTwo:
            read[0] = tokens > 1 ? 0.5 : 1;
            if (tokens > 1) read[1] = 0.5;
            break;
        case Pool::mean:
        case Pool::max:
        case Pool::firstAndMean: {
            const int from = std::min(head.from, tokens - 1);
            for (int i = from; i < tokens; ++i) read[i] = 1.0 / (tokens - from);
            if (head.pool != Pool::firstAndMean) break;
            for (double& share : read) share /= 2;
            read[0] += 0.5;
            break;
        }
    }
    return read;
}

std::vector<std::vector<double>> rolledRows(const Spec& spec, const Trace& trace,
                                            std::vector<double> read) {
    const int n = trace.batch.length(0);
    std::vector<std::vector<double>> rows(spec.layerCount() + 1);
    rows.back() = std::move(read);
    for (int layer = spec.layerCount(); layer-- > 0;) {
        const std::vector<double>& above = rows[layer + 1];
        std::vector<double>& below = rows[layer];
        below.assign(n, 0.0);
        for (int query = 0; query < n; ++query) {
            below[query] += residual * above[query];
            for (int head = 0; head < spec.heads && above[query] > 0; ++head) {
                const auto row = rowOf(spec, trace, layer, head, query);
                for (int key = 0; key < n; ++key)
                    below[key] += (1 - residual) / spec.heads * above[query] * row[key];
            }
        }
    }
    return rows;
}

std::vector<Unit> largestFirst(const std::vector<Unit>& units, const std::vector<double>& scores) {
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // What has no score comes last.
    const auto score = [&](std::size_t i) { return std::isnan(scores[i]) ? -HUGE_VAL : scores[i]; };
    std::ranges::stable_sort(order, std::ranges::greater(), score);
    std::vector<Unit> made;
    made.reserve(units.size());
    for (const std::size_t at : order) made.push_back(units[at]);
    return made;
}

std::vector<Unit> ranked(const Network& network, const Trace& trace, const Gradients& gradients,
                         const Target& target, std::vector<Unit> units, Ranking ranking) {
    if (units.empty()) return units;
    const Spec& spec = network.spec;
    std::vector<double> scores;
    if (ranking == Ranking::gradients) {
        for (const Unit& unit : units) scores.push_back(-unit.predicted);
    } else if (units.front().kind == UnitKind::head) {
        scores = headScores(spec, trace, units);
    } else if (units.front().kind == UnitKind::edge) {
        scores = edgeScores(spec, trace, gradients, target, units, ranking);
    } else {
        const auto tokens = tokenScores(spec, trace, gradients, target, ranking);
        for (const Unit& unit : units) scores.push_back(tokens[unit.place.key]);
    }
    return largestFirst(units, scores);
}

}  // namespace hw::model
