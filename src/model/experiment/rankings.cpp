// SPDX-License-Identifier: MIT
#include "model/experiment/rankings.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>

#include "model/ask/relevance.h"

namespace hw::model {
namespace {

constexpr double residual = 0.5;

const StackView& viewOf(std::span<const StackView> stacks, const Unit& unit) {
    return *std::ranges::find(stacks, unit.stack, &StackView::stack);
}

/// A head's mean over queries of the largest weight (its confidence in Voita et al. 2019).
double confidence(const StackView& view, const Edge& head) {
    double sum = 0;
    for (int query = 0; query < view.queries; ++query)
        sum += std::ranges::max(
            std::span(view.weights[head.layer]).subspan(view.row(head.head, query), view.keys));
    return sum / view.queries;
}

/// The share of a head's edge in the row that enters the layer above.
std::vector<double> rolledScores(std::span<const StackView> stacks, const std::vector<double>& read,
                                 const std::vector<Unit>& units) {
    const RolledAcross rolled = rolledAcross(stacks, read);
    std::vector<double> scores;
    for (const Unit& unit : units) {
        const Edge& edge = unit.place;
        const StackView& stack = viewOf(stacks, unit);
        const bool isCross = unit.stack == Stack::cross;
        const auto& rows = unit.stack == Stack::encoder ? rolled.encoder : rolled.decoder;
        const double part =
            isCross ? 1.0 / (stack.heads * stack.layers) : (1 - residual) / stack.heads;
        scores.push_back(rows[isCross ? 0 : edge.layer + 1][edge.query] * part * unit.weight);
    }
    return scores;
}

/// The negative mean distance of a token from the position of the answer.
double nearness(const std::vector<double>& read, int token) {
    double sum = 0;
    for (int i = 0; i < static_cast<int>(read.size()); ++i) sum -= read[i] * std::abs(i - token);
    return sum;
}

std::vector<double> edgeScores(std::span<const StackView> stacks, const std::vector<double>& read,
                               const std::vector<Unit>& units, Ranking ranking) {
    if (ranking == Ranking::rollout) return rolledScores(stacks, read, units);
    std::vector<double> scores;
    for (const Unit& unit : units) {
        if (ranking == Ranking::attention) {
            scores.push_back(unit.weight);
            continue;
        }
        const Edge& edge = unit.place;
        const StackView& view = viewOf(stacks, unit);
        const std::size_t at = view.row(edge.head, edge.query) + edge.key;
        scores.push_back(std::max(0.0, unit.weight * view.runGradients[edge.layer][at]));
    }
    return scores;
}

std::vector<double> relevanceRow(std::span<const StackView> stacks,
                                 const std::vector<double>& read) {
    if (stacks.size() > 1)
        return relevanceAcross(stacks,
                               static_cast<int>(std::ranges::max_element(read) - read.begin()));
    const int n = stacks.front().keys;
    const std::vector<float> relevance = cheferRelevance(stacks.front());
    std::vector<double> scores(n, 0.0);
    for (int query = 0; query < n; ++query)
        for (int key = 0; key < n && read[query] != 0; ++key)
            scores[key] += read[query] * relevance[std::size_t{1} * query * n + key];
    return scores;
}

std::vector<double> tokenScores(std::span<const StackView> stacks, const std::vector<double>& read,
                                Ranking ranking) {
    if (ranking == Ranking::relevance) return relevanceRow(stacks, read);
    if (ranking == Ranking::rollout) return rolledAcross(stacks, read).encoder.front();
    const StackView& view = stacks.back();
    std::vector<double> scores(view.keys, 0.0);
    for (int query = 0; query < view.queries; ++query)
        for (int head = 0; head < view.heads && read[query] != 0; ++head) {
            const float* row = view.weights.back().data() + view.row(head, query);
            for (int key = 0; key < view.keys; ++key)
                scores[key] += read[query] * row[key] / view.heads;
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

std::vector<std::vector<double>> rolledRows(const StackView& stack, std::vector<double> read) {
    const int n = stack.keys;
    std::vector<std::vector<double>> rows(stack.layers + 1);
    rows.back() = std::move(read);
    for (int layer = stack.layers; layer-- > 0;) {
        const std::vector<double>& above = rows[layer + 1];
        std::vector<double>& below = rows[layer];
        below.assign(n, 0.0);
        for (int query = 0; query < n; ++query) {
            below[query] += residual * above[query];
            for (int head = 0; head < stack.heads && above[query] > 0; ++head) {
                const float* row = stack.weights[layer].data() + stack.row(head, query);
                for (int key = 0; key < n; ++key)
                    below[key] += (1 - residual) / stack.heads * above[query] * row[key];
            }
        }
    }
    return rows;
}

RolledAcross rolledAcross(std::span<const StackView> stacks, std::vector<double> read) {
    if (stacks.size() == 1) return {{}, rolledRows(stacks.front(), std::move(read))};
    const StackView& cross = stacks[2];
    RolledAcross made{rolledRows(stacks[1], std::move(read)), {}};
    std::vector<double> drawn(cross.keys, 0.0);
    for (int layer = 0; layer < cross.layers; ++layer)
        for (int head = 0; head < cross.heads; ++head)
            for (int query = 0; query < cross.queries; ++query) {
                const float* row = cross.weights[layer].data() + cross.row(head, query);
                for (int key = 0; key < cross.keys; ++key)
                    drawn[key] += made.decoder.front()[query] * row[key] /
                                  (double{1} * cross.heads * cross.layers);
            }
    made.encoder = rolledRows(stacks.front(), std::move(drawn));
    return made;
}

std::vector<Unit> largestFirst(const std::vector<Unit>& units, const std::vector<double>& scores) {
    std::vector<std::size_t> order(units.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    // Units without a score come last.
    const auto score = [&](std::size_t i) { return std::isnan(scores[i]) ? -HUGE_VAL : scores[i]; };
    std::ranges::stable_sort(order, std::ranges::greater(), score);
    std::vector<Unit> made;
    made.reserve(units.size());
    for (const std::size_t at : order) made.push_back(units[at]);
    return made;
}

std::vector<Unit> ranked(std::span<const StackView> stacks, const std::vector<double>& read,
                         std::vector<Unit> units, Ranking ranking) {
    if (units.empty()) return units;
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
            scores.push_back(confidence(viewOf(stacks, unit), unit.place));
    } else if (units.front().kind == UnitKind::edge) {
        scores = edgeScores(stacks, read, units, ranking);
    } else {
        const auto tokens = tokenScores(stacks, read, ranking);
        for (const Unit& unit : units) scores.push_back(tokens[unit.place.key]);
    }
    return largestFirst(units, scores);
}

}  // namespace hw::model
