// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/seen_tokens.h"
#include "core/flow/flow_across.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/methods/missing.h"
#include "core/model/check_settings.h"
#include "core/number_text.h"
#include "core/refusal.h"
#include "io/write/export.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

struct FlowRun {
    AttentionGraph graph;
    FlowTable table;
    FlowPlaces places;
};

/// A minimum cut: its capacity and, as [layer, query, key, capacity], the edges that cross it. Across encoder and decoder
/// the stack stands before them.
void writeCut(JsonWriter& json, const MinimumCut& cut, const FlowPlaces& places) {
    json.beginObject().field("capacity", cut.capacity).key("edges").beginArray();
    for (const FlowEdge& edge : cut.edges) {
        const AcrossEdge in = edgeAcross(places, edge);
        json.beginArray();
        if (places.isAcross()) json.value(nameOf(in.stack));
        json.value(in.layer + 1).value(in.query).value(in.key);
        json.value(edge.capacity).endArray();
    }
    json.endArray().endObject();
}

/// The cut of one value, written out and measured again; an error if it does not prove the value.
Result<MinimumCut> provenCut(const FlowRun& run, int layer, int source, int sink,
                             std::size_t index) {
    const FlowCertificate certificate = run.table.certificates[index];
    const double value = run.table.values[index];
    MinimumCut cut;
    if (certificate.shape == CutShape::searched) {
        auto pair = maxFlow(run.graph, layer, source, sink);
        if (!pair) return std::unexpected(pair.error());
        cut = std::move(pair->nearSource);
    } else {
        cut = expandCut(run.graph, layer, source, sink, certificate);
    }
    if (verifyCut(run.graph, cut, value)) return cut;
    return refusal(Code::internal, "flow",
                   "The flow from " + numberText(source) + " to " + numberText(sink) +
                       " is not proven by its cut.",
                   "Please report the file.");
}

/// `"certificates":[[...]]`, in the shape of `values`.
Result<std::string> certificates(const FlowRun& run, int layerIndex, bool oneRow) {
    JsonWriter json;
    const std::vector<int>& sources = run.table.sources;
    const std::vector<int>& sinks = run.table.sinks;
    const int layer = run.table.layer(layerIndex);
    if (!oneRow) json.beginArray();
    for (std::size_t s = 0; s < sources.size(); ++s) {
        json.beginArray();
        for (std::size_t t = 0; t < sinks.size(); ++t) {
            const std::size_t index =
                run.table.index(layerIndex, static_cast<int>(s), static_cast<int>(t));
            const auto cut = provenCut(run, layer, sources[s], sinks[t], index);
            if (!cut) return std::unexpected(cut.error());
            writeCut(json, *cut, run.places);
        }
        json.endArray();
    }
    if (!oneRow) json.endArray();
    return "\"certificates\":" + json.take();
}

/// The words of the table's sources, in their order.
TokenGroups sourceWords(const FlowRun& run, const TokenGroups& queries) {
    std::vector<int> words;
    for (const int source : run.table.sources)
        words.push_back(queries.groupOf[source - run.places.source(0)]);
    return groupsLeft(words);
}

/// NaN where the file has no weights, in [sources][sinks].
void markGaps(std::span<double> values, const FlowRun& run, const Gaps& gaps, int layer) {
    if (!gaps.any()) return;
    const std::size_t tokens = run.graph.tokens();
    const int first = run.places.source(0);
    std::vector<float> marked((tokens - first) * tokens);
    gaps.markMatrix(marked, run.places.layer(run.table.layer(layer)));
    std::size_t at = 0;
    for (const int node : run.table.sources) {
        const int source = node - first;
        for (const int sink : run.table.sinks) {
            const std::size_t cell = std::size_t{1} * source * tokens + sink;
            if (std::isnan(marked[cell])) values[at] = std::numeric_limits<double>::quiet_NaN();
            ++at;
        }
    }
}

/// The rows of each layer: every source, or the chosen ones joined into one.
std::vector<std::vector<double>> layerValues(const FlowRun& run, bool relative,
                                             const SeenTokens& seen,
                                             const std::optional<OutputChoice>& output,
                                             const Gaps& gaps) {
    std::vector<std::vector<double>> layers;
    const std::size_t size = run.table.sources.size() * run.table.sinks.size();
    for (int layer = 0; layer < run.table.layers; ++layer) {
        const auto begin =
            run.table.values.begin() + static_cast<std::ptrdiff_t>(run.table.index(layer, 0, 0));
        std::vector<double> values =
            relative && seen.plain
                ? relativeFlow(run.table, layer)
                : std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(size));
        markGaps(values, run, gaps, layer);
        auto cols = static_cast<int>(run.table.sinks.size());
        if (!seen.plain) {
            values =
                groupValues(values, cols, sourceWords(run, seen.queries), seen.keys, seen.division);
            cols = seen.keys.count;
        }
        // The table holds the chosen sources only: all of its rows are joined.
        if (output) {
            const OutputChoice all{output->join, {}};
            std::vector<double> row = outputRow(values, cols, all);
            keepGaps(std::span(row), std::span<const double>(values), all);
            values = std::move(row);
        }
        layers.push_back(std::move(values));
    }
    return layers;
}

/// The layer of the graph that `--layer` means.
Result<FlowRequest> request(const FlowPlaces& places, const Options& options) {
    FlowRequest asked;
    const int last = places.layer(places.layers() - 1);
    asked.firstLayer = places.above(places.start);
    asked.lastLayer = places.above(last);
    asked.layerStep = places.step();
    if (!options.layer) return asked;
    if (*options.layer < places.start || *options.layer > last) {
        const int first = places.start + 1;
        return refusal(
            Code::badArgument, "layer",
            "There is no flow from above layer " + numberText(*options.layer + 1) + ".",
            "Choose a layer from " + numberText(first) + " to " + numberText(last + 1) + ".");
    }
    asked.firstLayer = asked.lastLayer = places.above(*options.layer);
    return asked;
}

}  // namespace

Result<AttentionGraph> flowGraph(const Example& example, Part part, const Settings& settings) {
    if (auto good = checkMethod(example, part, Method::flow, settings); !good)
        return std::unexpected(good.error());
    return flowNetwork(example, part, settings);
}

Result<void> flowResult(const Example& example, const Options& options, const TakeResult& take) {
    const Part part = partFor(example, Method::flow, options);
    auto graph = flowGraph(example, part, options.settings);
    if (!graph) return std::unexpected(graph.error());
    const FlowPlaces places = flowPlaces(example, part, options.settings);
    auto asked = request(places, options);
    if (!asked) return std::unexpected(asked.error());
    const auto seen = seenTokens(example, part, options);
    if (!seen) return std::unexpected(seen.error());
    ExportResult result = resultOf(example, part, Method::flow, options.settings, seen->texts);
    result.relative = options.relative;
    result.cells = options.cells;
    result.words = seen->merged;
    const Gaps gaps(example, part, Method::flow, options.settings);
    auto output = seenOutput(example, part, options, *seen, gaps);
    if (!output) return std::unexpected(output.error());
    result.output = std::move(*output);
    if (result.output) asked->sources = membersOf(*result.output, seen->queries);
    if (places.isAcross() && asked->sources.empty()) {
        asked->sources.resize(places.decoderTokens);
        std::iota(asked->sources.begin(), asked->sources.end(), 0);
    }
    for (int& source : asked->sources) source = places.source(source);
    auto table = maxFlows(*graph, *asked);
    if (!table) return std::unexpected(table.error());
    const FlowRun run{std::move(*graph), std::move(*table), places};
    const auto values = layerValues(run, options.relative, *seen, result.output, gaps);
    for (std::size_t i = 0; i < values.size(); ++i) {
        ExportLayer out;
        out.layer = places.layer(run.table.layer(static_cast<int>(i)));
        out.cols = static_cast<int>(result.keys.size());
        out.rows = result.output ? 1 : static_cast<int>(result.queries.size());
        out.doubles = values[i];
        if (options.certificate && options.format == Format::json) {
            auto proof = certificates(run, static_cast<int>(i),
                                      options.token && run.table.sources.size() == 1);
            if (!proof) return std::unexpected(proof.error());
            out.extra = std::move(*proof);
        }
        result.layers.push_back(std::move(out));
    }
    take(result);
    return {};
}

}  // namespace hw::cli
