// SPDX-License-Identifier: MIT
#include "model/training/scores.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/methods/rollout.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw::train {
namespace {

/// A mean in parts.
struct Mean {
    double sum = 0;
    int count = 0;
    void add(double value) {
        sum += value;
        ++count;
    }
    double value() const {
        return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / count;
    }
};

/// How often a position's token occurred before.
int copiesBefore(const Sequence& sequence, int position) {
    const auto before = std::span(sequence.ids).first(static_cast<std::size_t>(position));
    return static_cast<int>(std::ranges::count(before, sequence.ids[position]));
}

/// The token after the first earlier copy of a position's token. There is one.
int afterCopy(const Sequence& sequence, int position) {
    return static_cast<int>(std::ranges::find(sequence.ids, sequence.ids[position]) -
                            sequence.ids.begin()) +
           1;
}

bool hasSources(const Sequence& sequence, int position) {
    return sequence.targets[position] >= 0 && sequence.sources[position][0] >= 0;
}

struct Means {
    Mean previous;
    Mean repeated;
    Mean source;
    void add(const Sequence& sequence, std::span<const float> attention);
};

/// `attention` is one head's, [query][key].
void Means::add(const Sequence& sequence, std::span<const float> attention) {
    const int tokens = sequence.tokens;
    const auto weight = [&](int query, int key) {
        return attention[std::size_t{1} * query * tokens + key];
    };
    for (int i = 0; i < tokens; ++i) {
        const int copies = copiesBefore(sequence, i);
        if (i > 0 && copies == 0) previous.add(weight(i, i - 1));
        if (sequence.targets[i] >= 0 && copies == 1 && afterCopy(sequence, i) < i)
            repeated.add(weight(i, afterCopy(sequence, i)));
        if (copies > 1 || !hasSources(sequence, i)) continue;
        double sum = 0;
        for (const int key : sequence.sources[i])
            if (key >= 0) sum += weight(i, key);
        source.add(sum);
    }
}

std::span<const int> shownIds(const Sequence& sequence, int tokens) {
    return std::span(sequence.ids).first(static_cast<std::size_t>(tokens));
}

/// Values of the tokens before the last one, for its output.
std::vector<double> lastRow(const Matrix& matrix) {
    std::vector<double> row;
    for (int key = 0; key + 1 < matrix.cols(); ++key) row.push_back(matrix(matrix.rows() - 1, key));
    return row;
}

Result<std::vector<double>> flowRow(const AttentionTensor& attention, const Settings& settings) {
    const auto graph = flowNetwork(attention, settings);
    if (!graph) return std::unexpected(graph.error());
    const int last = attention.layers - 1;
    FlowRequest request{.firstLayer = last, .lastLayer = last, .sources = {}, .sinks = {}};
    request.sources = {attention.queries - 1};
    const auto table = maxFlows(*graph, std::move(request));
    if (!table) return std::unexpected(table.error());
    std::vector<double> row = table->values;
    row.pop_back();
    return row;
}

void count(NamingCount& counted, const std::vector<double>& row,
           const std::array<int, 2>& sources) {
    ++counted.asked;
    if (row.empty()) return;
    const int first = static_cast<int>(std::ranges::max_element(row) - row.begin());
    const auto isSource = [&](int key) { return key == sources[0] || key == sources[1]; };
    if (isSource(first))
        ++counted.named;
    else if (isSource(first + 1))
        ++counted.before;
}

}  // namespace

std::vector<Sequence> countedTests(const Task& task, std::uint64_t seed, int count) {
    // A task that never counts would not end.
    constexpr int mostTried = 100'000;
    std::vector<Sequence> found;
    for (int i = 0; i < mostTried && std::cmp_less(found.size(), count); ++i) {
        Sequence one = task.sequence(seed, Purpose::test, i);
        if (one.counts()) found.push_back(std::move(one));
    }
    return found;
}

std::vector<HeadScore> headScores(Network& network, int layers, int heads, const Weights& weights,
                                  std::span<const Sequence> sequences) {
    std::vector<Means> means(std::size_t{1} * layers * heads);
    for (const Sequence& sequence : sequences) {
        const Seen seen = network.see(weights, shownIds(sequence, sequence.tokens));
        const std::size_t size = std::size_t{1} * seen.tokens * seen.tokens;
        for (std::size_t i = 0; i < means.size(); ++i)
            means[i].add(sequence, std::span(seen.attention).subspan(i * size, size));
    }
    std::vector<HeadScore> scores;
    for (const Means& one : means)
        scores.push_back({one.previous.value(), one.repeated.value(), one.source.value()});
    return scores;
}

int namedPosition(const Sequence& sequence, int number) {
    std::vector<int> positions;
    for (int i = 1; i < sequence.tokens; ++i)
        if (hasSources(sequence, i) && copiesBefore(sequence, i) <= 1) positions.push_back(i);
    return positions.empty() ? -1 : positions[number % static_cast<int>(positions.size())];
}

Result<std::vector<NamingCount>> namingCounts(Network& network, int layers, int heads,
                                              const Weights& weights,
                                              std::span<const Sequence> sequences) {
    std::vector<NamingCount> counts(std::size(namingNames));
    const Settings settings;
    Settings plain;
    plain.residual = 0;
    int number = 0;
    for (const Sequence& sequence : sequences) {
        const int position = namedPosition(sequence, number++);
        if (position < 0) continue;
        Seen seen = network.see(weights, shownIds(sequence, position + 1));
        AttentionTensor attention;
        attention.layers = layers;
        attention.heads = heads;
        attention.queries = attention.keys = seen.tokens;
        attention.values = std::move(seen.attention);
        Settings last = plain;
        last.startLayer = layers - 1;
        const auto flow = flowRow(attention, settings);
        if (!flow) return std::unexpected(flow.error());
        const std::vector<double> rows[] = {lastRow(rollout(attention, last).back()),
                                            lastRow(rollout(attention, settings).back()), *flow,
                                            lastRow(rollout(attention, plain).back())};
        for (std::size_t i = 0; i < counts.size(); ++i)
            count(counts[i], rows[i], sequence.sources[position]);
    }
    return counts;
}

}  // namespace hw::train
