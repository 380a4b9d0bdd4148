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

const StackView& viewOf(const std::vector<StackView>& views, const Unit& unit) {
    return *std::ranges::find(views, unit.stack, &StackView::stack);
}

/// Of each head, the mean over queries of the largest weight (Voita et al. 2019: its confidence).
double confidence(const StackView& view, const Edge& head) {
    double sum = 0;
    for (int query = 0; query < view.queries; ++query)
        sum += std::ranges::max(
            std::span(view.weights[head.layer]).subspan(view.row(head.head, query), view.keys));
    return sum / view.queries;
}

/// What a head's edge carries of what enters its layer above.
std::vector<double> rolledScores(const Subject& subject, const std::vector<StackView>& views,
                                 const std::vector<double>& read, const std::vector<Unit>& units) {
    RolledAcross rolled;
    if (subject.isPair())
        rolled = rolledAcross(subject, read);
    else
        rolled.encoder = rolledRows(subject.network().spec, subject.trace(), read);
    std::vector<double> scores;
    for (const Unit& unit : units) {
        const Edge& edge = unit.place;
        const Spec& spec = viewOf(views, unit).spec;
        const bool isCross = unit.stack == Stack::cross;
        const auto& rows = unit.stack == Stack::encoder ? rolled.encoder : rolled.decoder;
        const double part =
            isCross ? 1.0 / (spec.heads * spec.layerCount()) : (1 - residual) / spec.heads;
        scores.push_back(rows[isCross ? 0 : edge.layer + 1][edge.query] * part * unit.weight);
    }
    return scores;
}

/// The mean distance of a token from where the answer is read, below 0.
double nearness(const std::vector<double>& read, int token) {
    double sum = 0;
    for (int i = 0; i < static_cast<int>(read.size()); ++i) sum -= read[i] * std::abs(i - token);
    return sum;
}

std::vector<double> edgeScores(const Subject& subject, const std::vector<StackView>& views,
                               const std::vector<double>& read, const std::vector<Unit>& units,
                               Ranking ranking) {
    if (ranking == Ranking::rollout) return rolledScores(subject, views, read, units);
    std::vector<double> scores;
    for (const Unit& unit : units) {
        if (ranking == Ranking::attention) {
            scores.push_back(unit.weight);
            continue;
        }
        const Edge& edge = unit.place;
        const StackView& view = viewOf(views, unit);
        const std::size_t at = view.row(edge.head, edge.query) + edge.key;
        scores.push_back(std::max(0.0, unit.weight * view.slopes[edge.layer][at]));
    }
    return scores;
}

std::vector<double> relevanceRow(const Subject& subject, const Slopes& slopes,
                                 const std::vector<double>& read) {
    const Spec& spec = subject.network().spec;
    const int n = subject.trace().batch.length(0);
    if (subject.isPair())
        return relevanceAcross(spec, subject.trace(), slopes.own, subject.decoder().spec,
                               subject.output(), slopes.decoder,
                               static_cast<int>(std::ranges::max_element(read) - read.begin()));
    const std::vector<float> relevance = cheferRelevance(spec, subject.trace(), slopes.own);
    std::vector<double> scores(n, 0.0);
    for (int query = 0; query < n; ++query)
        for (int key = 0; key < n && read[query] != 0; ++key)
            scores[key] += read[query] * relevance[std::size_t{1} * query * n + key];
    return scores;
}

std::vector<double> tokenScores(const Subject& subject, const Slopes& slopes,
                                const std::vector<StackView>& views,
                                const std::vector<double>& read, Ranking ranking) {
    if (ranking == Ranking::relevance) return relevanceRow(subject, slopes, read);
    if (ranking == Ranking::rollout)
        return subject.isPair() ? rolledAcross(subject, read).encoder.front()
                                : rolledRows(subject.network().spec, subject.trace(), read).front();
    const StackView& view = views.back();
    std::vector<double> scores(view.keys, 0.0);
    for (int query = 0; query < view.queries; ++query)
        for (int head = 0; head < view.spec.heads && read[query] != 0; ++head) {
            const float* row = view.weights.back().data() + view.row(head, query);
            for (int key = 0; key < view.keys; ++key)
                scores[key] += read[query] * row[key] / view.spec.heads;
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

RolledAcross rolledAcross(const Subject& subject, std::vector<double> read) {
    const Spec& spec = subject.decoder().spec;
    const Trace& output = subject.output();
    const int m = output.batch.length(0);
    const int n = subject.trace().batch.length(0);
    RolledAcross made{rolledRows(spec, output, std::move(read)), {}};
    std::vector<double> drawn(n, 0.0);
    for (int layer = 0; layer < spec.layerCount(); ++layer)
        for (int head = 0; head < spec.heads; ++head)
            for (int query = 0; query < m; ++query) {
                const float* row =
                    output.cross[layer].data() + (std::size_t{1} * head * m + query) * n;
                for (int key = 0; key < n; ++key)
                    drawn[key] += made.decoder.front()[query] * row[key] /
                                  (double{1} * spec.heads * spec.layerCount());
            }
    made.encoder = rolledRows(subject.network().spec, subject.trace(), std::move(drawn));
    return made;
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

std::vector<Unit> ranked(const Subject& subject, const Slopes& slopes, const Target& target,
                         std::vector<Unit> units, Ranking ranking) {
    if (units.empty()) return units;
    const std::vector<StackView> views = stacksOf(subject, slopes);
    const std::vector<double> read =
        readAt(subject.answering().spec, target, subject.answers().batch);
    std::vector<double> scores;
    if (ranking == Ranking::gradients) {
        for (const Unit& unit : units) scores.push_back(-unit.predicted);
    } else if (ranking == Ranking::nearest) {
        for (const Unit& unit : units)
            scores.push_back(
                nearness(read, unit.place.key) +
                (unit.kind == UnitKind::edge ? nearness(read, unit.place.query) : 0.0));
    } else if (units.front().kind == UnitKind::head) {
        for (const Unit& unit : units)
            scores.push_back(confidence(viewOf(views, unit), unit.place));
    } else if (units.front().kind == UnitKind::edge) {
        scores = edgeScores(subject, views, read, units, ranking);
    } else {
        const auto tokens = tokenScores(subject, slopes, views, read, ranking);
        for (const Unit& unit : units) scores.push_back(tokens[unit.place.key]);
    }
    return largestFirst(units, scores);
}

}  // namespace hw::model
