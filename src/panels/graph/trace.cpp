// SPDX-License-Identifier: MIT
#include "panels/graph/trace.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace hw {
namespace {

/// Rounded to float32 like the weights, so that a weight written as 0.7 is at least 0.7.
double asWeight(double size) { return static_cast<double>(static_cast<float>(size)); }

/// See fittingSize. `count(size)` is the number of values that reach it.
template <class Count>
double smallestFitting(Count count, int most) {
    double fitting = 1;
    for (const double power : {1e1, 1e2, 1e3, 1e4}) {
        for (int digit = 9; digit > 0; --digit) {
            const double size = digit / power;
            if (count(size) > most) return count(fitting) > 0 ? fitting : size;
            fitting = size;
        }
    }
    return fitting;
}

bool isMissing(const float* row, std::size_t n) {
    return std::all_of(row, row + n, [](float weight) { return std::isnan(weight); });
}

/// The share of each token at each level, [level from the top][token], over all edges.
std::vector<std::vector<double>> sharesOf(const std::vector<LayerWeights>& layers, int tokens,
                                          int source) {
    const std::size_t n = tokens;
    std::vector<std::vector<double>> at{std::vector<double>(n, 0.0)};
    at.front()[source] = 1;
    for (auto layer = layers.rbegin(); layer != layers.rend(); ++layer) {
        const std::vector<double>& above = at.back();
        std::vector<double> below(n, 0.0);
        bool known = false;
        for (std::size_t query = 0; query < n; ++query) {
            const float* row = *layer + query * n;
            const bool has = !isMissing(row, n);
            known = known || has;
            if (above[query] == 0) continue;
            if (!has) {
                below[query] += above[query];
                continue;
            }
            for (std::size_t key = 0; key < n; ++key) {
                if (!std::isnan(row[key]))
                    below[key] += above[query] * static_cast<double>(row[key]);
            }
        }
        // Nothing is known about a layer without any weight, or if the source has none.
        if (!known || (at.size() == 1 && isMissing(*layer + std::size_t{1} * source * n, n)))
            below.assign(n, noAmount);
        at.push_back(std::move(below));
    }
    return at;
}

}  // namespace

double fittingSize(const std::vector<double>& values, int most) {
    std::vector<double> sorted = values;
    std::ranges::stable_sort(sorted, std::greater{});
    return smallestFitting(
        [&](double size) {
            return std::ranges::partition_point(
                       sorted, [&](double value) { return value >= asWeight(size); }) -
                   sorted.begin();
        },
        most);
}

Trace traced(const std::vector<LayerWeights>& layers, int firstLayer, int tokens, int source,
             WidthMeaning carries, double size, int most) {
    Trace trace;
    if (layers.empty() || tokens <= 0) return trace;
    const std::size_t n = tokens;
    const bool share = carries == WidthMeaning::share;
    const std::vector<std::vector<double>> at =
        share ? sharesOf(layers, tokens, source) : std::vector<std::vector<double>>{};
    if (share) trace.inputs = at.back();
    // Stops when there are more than `limit`.
    const auto follow = [&](double smallest, std::size_t limit) {
        Trace found{.inputs = trace.inputs, .smallest = smallest};
        std::vector<bool> reached(n, false);
        reached[source] = true;
        for (std::size_t step = 0; step < layers.size(); ++step) {
            const std::size_t layer = layers.size() - 1 - step;
            std::vector<bool> next(n, false);
            double whole = 0;
            double drawn = 0;
            if (share) whole = std::accumulate(at[step + 1].begin(), at[step + 1].end(), 0.0);
            for (std::size_t query = 0; query < n; ++query) {
                if (!reached[query] || found.edges.size() > limit) continue;
                for (std::size_t key = 0; key < n; ++key) {
                    const auto weight = static_cast<double>(layers[layer][query * n + key]);
                    const double amount = share ? at[step][query] * weight : weight;
                    if (!(amount > 0)) continue;  // or NaN
                    ++found.possible;
                    if (!share) whole += amount;
                    if (amount < asWeight(smallest)) continue;
                    drawn += amount;
                    next[key] = true;
                    found.edges.push_back({static_cast<int>(layer) + firstLayer,
                                           static_cast<int>(query), static_cast<int>(key), weight,
                                           amount});
                }
            }
            found.wholes.push_back(whole);
            if (whole > 0) found.drawnShare = std::min(found.drawnShare, drawn / whole);
            reached = std::move(next);
        }
        return found;
    };
    constexpr auto all = std::numeric_limits<std::size_t>::max();
    if (size > 0) return follow(size, all);
    const std::size_t limit = std::max(most, 0);
    const auto count = [&](double wanted) {
        return static_cast<long long>(follow(wanted, limit).edges.size());
    };
    return follow(smallestFitting(count, most), all);
}

std::vector<int> widestTokens(const Trace& trace, int tokens, int most,
                              const std::vector<int>& always) {
    std::vector<int> order(tokens);
    std::iota(order.begin(), order.end(), 0);
    if (tokens <= most) return order;
    std::vector<double> best(tokens, 0.0);
    for (const TracedEdge& edge : trace.edges) {
        for (const int token : {edge.query, edge.key})
            best[token] = std::max(best[token], edge.amount);
    }
    for (const int token : always) best[token] = std::numeric_limits<double>::infinity();
    std::ranges::stable_sort(order, [&](int a, int b) { return best[a] > best[b]; });
    order.resize(most);
    std::erase_if(order, [&](int token) { return best[token] == 0; });
    std::ranges::stable_sort(order);
    return order;
}

namespace {

/// Keeps the `most` widest edges, widest first. Equal ones stay in the order of tokens.
void keepWidest(std::vector<TracedEdge>& edges, std::size_t most) {
    // Counts edges by powers of two, so that edges below the `most` largest need no sorting.
    constexpr int powers = 64;
    std::size_t counts[powers] = {};
    const auto power = [](const TracedEdge& edge) {
        return std::clamp(-std::ilogb(edge.amount), 0, powers - 1);
    };
    for (const TracedEdge& edge : edges) ++counts[power(edge)];
    int last = 0;
    for (std::size_t above = counts[0]; above < most && last < powers - 1;) above += counts[++last];
    std::erase_if(edges, [&](const TracedEdge& edge) { return power(edge) > last; });
    std::ranges::stable_sort(edges, std::greater{}, &TracedEdge::amount);
    if (edges.size() > most) edges.resize(most);
}

/// The input of tracedShare().
struct TraceInput {
    const std::vector<LayerWeights>& layers;
    int firstLayer;
    std::size_t tokens;
    std::size_t perLayer;
    bool share;
    std::vector<std::vector<double>>
        at;  ///< for share, each token's share at each level, from the top
};

/// The edges of one layer above 0 that leave reached tokens. `whole` is the sum of all their amounts, drawn or not.
std::vector<TracedEdge> leaving(const TraceInput& in, std::size_t step,
                                const std::vector<bool>& reached, const std::vector<bool>& allowed,
                                Trace& found, double& whole) {
    const std::size_t layer = in.layers.size() - 1 - step;
    std::vector<TracedEdge> edges;
    for (std::size_t query = 0; query < in.tokens; ++query) {
        if (!reached[query]) continue;
        for (std::size_t key = 0; key < in.tokens; ++key) {
            const auto weight = static_cast<double>(in.layers[layer][query * in.tokens + key]);
            const double amount = in.share ? in.at[step][query] * weight : weight;
            if (!(amount > 0)) continue;  // or NaN
            ++found.possible;
            if (!in.share) whole += amount;
            if (allowed[key])
                edges.push_back({static_cast<int>(layer) + in.firstLayer, static_cast<int>(query),
                                 static_cast<int>(key), weight, amount});
        }
    }
    return edges;
}

Trace followShare(const TraceInput& in, int source, double kept, const std::vector<bool>& allowed) {
    Trace found{.kept = kept};
    if (in.share) found.inputs = in.at.back();
    std::vector<bool> reached(in.tokens, false);
    reached[source] = true;
    for (std::size_t step = 0; step < in.layers.size(); ++step) {
        double whole = 0;
        if (in.share) whole = std::accumulate(in.at[step + 1].begin(), in.at[step + 1].end(), 0.0);
        std::vector<TracedEdge> edges = leaving(in, step, reached, allowed, found, whole);
        keepWidest(edges, in.perLayer);
        reached.assign(in.tokens, false);
        double drawn = 0;
        // Sums in another order differ in their last digits.
        const double wanted = kept * whole * (1 - 1e-12);
        for (const TracedEdge& edge : edges) {
            if (drawn >= wanted) break;
            drawn += edge.amount;
            reached[edge.key] = true;
            found.edges.push_back(edge);
        }
        found.wholes.push_back(whole);
        if (whole > 0) found.drawnShare = std::min(found.drawnShare, drawn / whole);
    }
    return found;
}

std::size_t tokensOf(const Trace& trace, std::size_t tokens) {
    std::vector<bool> seen(tokens, false);
    for (const TracedEdge& edge : trace.edges) seen[edge.query] = seen[edge.key] = true;
    return std::ranges::count(seen, true);
}

}  // namespace

Trace tracedShare(const std::vector<LayerWeights>& layers, int firstLayer, int tokens, int source,
                  WidthMeaning carries, double kept, const TraceLimits& limits) {
    if (layers.empty() || tokens <= 0) return {};
    const bool share = carries == WidthMeaning::share;
    const TraceInput in{
        layers,
        firstLayer,
        static_cast<std::size_t>(tokens),
        static_cast<std::size_t>(std::max(limits.perLayer, 1)),
        share,
        share ? sharesOf(layers, tokens, source) : std::vector<std::vector<double>>{}};
    const std::vector<bool> all(tokens, true);
    if (kept > 0) {
        Trace found = followShare(in, source, kept, all);
        if (std::cmp_less_equal(tokensOf(found, in.tokens), limits.tokens)) return found;
        std::vector<bool> allowed(tokens, false);
        for (const int token : widestTokens(found, tokens, limits.tokens, {source}))
            allowed[token] = true;
        return followShare(in, source, kept, allowed);
    }
    constexpr int parts = 20;
    int least = 1;
    Trace best = followShare(in, source, 1.0 / parts, all);
    for (int most = parts; least < most;) {
        const int part = (least + most + 1) / 2;
        Trace found = followShare(in, source, static_cast<double>(part) / parts, all);
        const bool fits = std::cmp_less_equal(found.edges.size(), limits.edges) &&
                          std::cmp_less_equal(tokensOf(found, in.tokens), limits.tokens);
        if (fits) {
            least = part;
            best = std::move(found);
        } else {
            most = part - 1;
        }
    }
    return best;
}

}  // namespace hw
