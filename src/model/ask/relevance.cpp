// SPDX-License-Identifier: MIT
#include "model/ask/relevance.h"

#include <algorithm>
#include <map>
#include <utility>

namespace hw::model {
namespace {

/// The words' rows of a text as they enter the network, [n][E].
std::vector<float> enteringRows(const Network& network, const TextInput& text) {
    std::vector<float> rows(std::size_t{1} * text.length() * network.spec.embeddingWidth);
    wordRows(network, text, rows.data());
    return rows;
}

/// One head's weights and gradients in a row.
struct Row {
    const float* weights;
    const float* gradients;
    int n;
    double total() const {  // sum A dA
        double sum = 0;
        for (int key = 0; key < n; ++key) sum += static_cast<double>(weights[key]) * gradients[key];
        return sum;
    }
};

Row rowOf(const Spec& spec, const Trace& trace, const Gradients& gradients, int layer, int head,
          int query) {
    const int n = trace.batch.length(0);
    const std::size_t at = trace.batch.matrix(0, head, spec.heads) + std::size_t{1} * query * n;
    return {trace.weights[layer].data() + at, gradients.weights[layer].data() + at, n};
}

/// A row of the decoder's cross-attention.
Row crossRowOf(const Trace& trace, const Gradients& gradients, int layer, int head, int query) {
    const int keys = trace.encoderStates->batch.length(0);
    const std::size_t at =
        (std::size_t{1} * head * trace.batch.length(0) + query) * static_cast<std::size_t>(keys);
    return {trace.cross[layer].data() + at, gradients.cross[layer].data() + at, keys};
}

/// Numbers [rows][columns].
struct Table {
    Table(int height, int width) : rows(height), columns(width) {
        values.assign(std::size_t{1} * height * width, 0.0);
    }
    double* row(int at) { return values.data() + std::size_t{1} * at * columns; }
    const double* row(int at) const { return values.data() + std::size_t{1} * at * columns; }
    int rows;
    int columns;
    std::vector<double> values;
};

/// The mean over a layer's heads of (dA A)^+.
Table joinedHeads(const StackView& stack, int layer) {
    Table made(stack.queries, stack.keys);
    for (int query = 0; query < stack.queries; ++query)
        for (int head = 0; head < stack.heads; ++head) {
            const float* weights = stack.weights[layer].data() + stack.row(head, query);
            const float* runGradients = stack.runGradients[layer].data() + stack.row(head, query);
            for (int key = 0; key < stack.keys; ++key)
                made.row(query)[key] +=
                    std::max(0.0, static_cast<double>(weights[key]) * runGradients[key]) /
                    stack.heads;
        }
    return made;
}

/// sum += factor times table.
void addProduct(Table& sum, const Table& factor, const Table& table) {
    for (int i = 0; i < factor.rows; ++i)
        for (int k = 0; k < factor.columns; ++k)
            for (int j = 0; j < table.columns && factor.row(i)[k] != 0; ++j)
                sum.row(i)[j] += factor.row(i)[k] * table.row(k)[j];
}

/// Replaces R - I by R + E R - I, in place.
void takeLayer(Table& relevance, const Table& layer) {
    const Table before = relevance;
    for (std::size_t i = 0; i < layer.values.size(); ++i) relevance.values[i] += layer.values[i];
    addProduct(relevance, layer, before);
}

/// R - I with each row divided by its sum (unless it is 0), and I added again.
Table evened(const Table& relevance) {
    Table made = relevance;
    for (int i = 0; i < made.rows; ++i) {
        double sum = 0;
        for (int j = 0; j < made.columns; ++j) sum += made.row(i)[j];
        for (int j = 0; j < made.columns && sum > 0; ++j) made.row(i)[j] /= sum;
        made.row(i)[i] += 1;
    }
    return made;
}

}  // namespace

std::vector<float> cheferRelevance(const StackView& stack) {
    const int n = stack.keys;
    Table relevance(n, n);
    for (int layer = 0; layer < stack.layers; ++layer)
        takeLayer(relevance, joinedHeads(stack, layer));
    std::vector<float> made(relevance.values.size());
    for (int i = 0; i < n; ++i) relevance.row(i)[i] += 1;
    std::ranges::transform(relevance.values, made.begin(),
                           [](double value) { return static_cast<float>(value); });
    return made;
}

std::vector<float> cheferRelevance(const Spec& spec, const Trace& trace,
                                   const Gradients& gradients) {
    const int n = trace.batch.length(0);
    return cheferRelevance(
        {Stack::encoder, spec.layerCount(), spec.heads, n, n, trace.weights, gradients.weights});
}

std::vector<double> relevanceAcross(std::span<const StackView> stacks, int token) {
    const StackView& encoder = stacks[0];
    const StackView& decoder = stacks[1];
    const StackView& cross = stacks[2];
    const int n = cross.keys;
    const int m = cross.queries;
    Table inputs(n, n);
    for (int layer = 0; layer < encoder.layers; ++layer)
        takeLayer(inputs, joinedHeads(encoder, layer));
    const Table sources = evened(inputs);
    Table outputs(m, m);
    Table between(m, n);
    for (int layer = 0; layer < decoder.layers; ++layer) {
        const Table own = joinedHeads(decoder, layer);
        const Table before = between;
        takeLayer(outputs, own);
        addProduct(between, own, before);
        Table drawn(m, n);  // E (N R_ii)
        addProduct(drawn, joinedHeads(cross, layer), sources);
        const Table even = evened(outputs);
        Table turned(m, m);
        for (int i = 0; i < m; ++i)
            for (int j = 0; j < m; ++j) turned.row(j)[i] = even.row(i)[j];
        addProduct(between, turned, drawn);
    }
    return {between.row(token), between.row(token) + n};
}

namespace {

/// The effect of cutting these edges. `rowOf` returns a head's row.
template <class RowOf>
double ofEdges(const std::vector<Edge>& edges, CutRule rule, const RowOf& rowOf) {
    double sum = 0;
    if (rule == CutRule::zero) {
        for (const Edge& edge : edges) {
            const Row row = rowOf(edge.layer, edge.head, edge.query);
            sum -= static_cast<double>(row.weights[edge.key]) * row.gradients[edge.key];
        }
        return sum;
    }
    std::map<std::pair<int, std::pair<int, int>>, std::vector<int>> rows;
    for (const Edge& edge : edges) rows[{edge.layer, {edge.head, edge.query}}].push_back(edge.key);
    for (const auto& [place, keys] : rows) {
        const Row row = rowOf(place.first, place.second.first, place.second.second);
        const double total = row.total();
        double share = 0;
        double change = 0;
        for (const int key : keys) {
            share += row.weights[key];
            change += row.weights[key] * (row.gradients[key] - total);
        }
        if (share < 1) sum -= change / (1 - share);
    }
    return sum;
}

}  // namespace

double firstOrder(const Network& network, const Trace& trace, const Gradients& gradients,
                  const Edits& edits) {
    const Spec& spec = network.spec;
    double sum = ofEdges(edits.edges, edits.rule, [&](int layer, int head, int query) {
        return rowOf(spec, trace, gradients, layer, head, query);
    });
    std::vector<Edge> hidden;
    const int tokens = trace.batch.length(0);
    for (const LayerToken& one : edits.hidden)
        for (int layer = one.layer; layer < spec.layerCount(); ++layer)
            for (int head = 0; head < spec.heads; ++head)
                for (int query = 0; query < tokens; ++query)
                    if (query != one.token) hidden.push_back({layer, head, query, one.token});
    sum += ofEdges(hidden, CutRule::renormalise, [&](int layer, int head, int query) {
        return rowOf(spec, trace, gradients, layer, head, query);
    });
    if (!edits.cross.empty())
        sum += ofEdges(edits.cross, edits.rule, [&](int layer, int head, int query) {
            return crossRowOf(trace, gradients, layer, head, query);
        });
    for (const HeadCut& cut : edits.heads)
        if (cut.rule == HeadRule::zero)
            for (int query = 0; query < trace.batch.length(0); ++query)
                sum -= rowOf(spec, trace, gradients, cut.layer, cut.head, query).total();
    return sum;
}

std::vector<double> gradientTimesInput(const Network& network, const TextInput& text,
                                       const Gradients& gradients) {
    const int width = network.spec.embeddingWidth;
    const std::vector<float> rows = enteringRows(network, text);
    std::vector<double> scores(text.length(), 0.0);
    for (std::size_t i = 0; i < rows.size(); ++i)
        scores[i / static_cast<std::size_t>(width)] +=
            static_cast<double>(rows[i]) * gradients.embeddings[i];
    return scores;
}

Result<IntegratedGradients> integratedGradients(const Network& network, const TextInput& text,
                                                const Target& target, int steps,
                                                const Progress& progress, const Stop& stop) {
    IntegratedGradients made;
    made.scores.assign(text.length(), 0.0);
    constexpr int tokensAtOnce = 256;
    const int together =
        std::clamp(tokensAtOnce / std::max(1, text.length()), 1, std::max(1, steps));
    const std::vector<float> rows = enteringRows(network, text);
    const int width = network.spec.embeddingWidth;
    for (int first = 0; first < steps; first += together) {
        const int count = std::min(together, steps - first);
        std::vector<Edits> edits(count);
        for (int i = 0; i < count; ++i)
            edits[i].wordScale = static_cast<float>((first + i + 0.5) / steps);
        const auto trace = forward(network, std::vector<TextInput>(count, text),
                                   {.edits = edits, .keepsRecords = true, .stop = stop});
        if (!trace) return std::unexpected(trace.error());
        const auto gradients = backward(network, *trace, {&target, 1}, {.stop = stop});
        if (!gradients) return std::unexpected(gradients.error());
        for (std::size_t i = 0; i < gradients->embeddings.size(); ++i) {
            const std::size_t at = i % rows.size();
            made.scores[at / static_cast<std::size_t>(width)] +=
                static_cast<double>(rows[at]) * gradients->embeddings[i] / steps;
        }
        if (progress) progress(static_cast<double>(first + count) / steps);
    }
    Edits none;
    none.wordScale = 0;
    const auto ends = textValues(network, {text, text}, {Edits{}, none}, {target}, {}, stop);
    if (!ends) return std::unexpected(ends.error());
    made.value = (*ends)[0];
    made.baseline = (*ends)[1];
    made.error = made.value - made.baseline;
    for (const double score : made.scores) made.error -= score;
    return made;
}

}  // namespace hw::model
