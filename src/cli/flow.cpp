// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <utility>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/seen_tokens.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/methods/missing.h"
#include "core/model/check_settings.h"
#include "core/number_text.h"
#include "io/write/export.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

struct FlowRun {
    AttentionGraph graph;
    FlowTable table;
    int startLayer = 0;
};

/// A minimum cut: its capacity and, as [layer, query, key, capacity], the edges that cross it.
void writeCut(JsonWriter& json, const MinimumCut& cut, int startLayer) {
    json.beginObject().field("capacity", cut.capacity).key("edges").beginArray();
    for (const FlowEdge& edge : cut.edges) {
        json.beginArray().value(startLayer + edge.layer + 1).value(edge.query).value(edge.key);
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
    return std::unexpected(Problem{.code = Code::internal,
                                   .place = "flow",
                                   .finding = "The flow from " + numberText(source) + " to " +
                                              numberText(sink) + " is not proven by its cut.",
                                   .remedy = "Please report the file.",
                                   .byte = {}});
}

/// `"certificates":[[...]]`, in the shape of `values`.
Result<std::string> certificates(const FlowRun& run, int layerIndex, bool oneRow) {
    JsonWriter json;
    const std::vector<int>& sources = run.table.sources;
    const std::vector<int>& sinks = run.table.sinks;
    const int layer = run.table.firstLayer + layerIndex;
    if (!oneRow) json.beginArray();
    for (std::size_t s = 0; s < sources.size(); ++s) {
        json.beginArray();
        for (std::size_t t = 0; t < sinks.size(); ++t) {
            const std::size_t index =
                run.table.index(layerIndex, static_cast<int>(s), static_cast<int>(t));
            const auto cut = provenCut(run, layer, sources[s], sinks[t], index);
            if (!cut) return std::unexpected(cut.error());
            writeCut(json, *cut, run.startLayer);
        }
        json.endArray();
    }
    if (!oneRow) json.endArray();
    return "\"certificates\":" + json.take();
}

/// The words of the table's sources, in their order.
TokenGroups sourceWords(const FlowRun& run, const TokenGroups& queries) {
    std::vector<int> words;
    for (const int source : run.table.sources) { words.push_back(queries.groupOf[source]); }
    return groupsLeft(words);
}

/// NaN where the file has no weights, in [sources][sinks].
void markGaps(std::span<double> values, const FlowRun& run, const Gaps& gaps, int layer) {
    if (!gaps.any()) return;
    const std::size_t tokens = run.graph.tokens();
    std::vector<float> marked(tokens * tokens);
    gaps.markMatrix(marked, run.startLayer + run.table.firstLayer + layer);
    std::size_t at = 0;
    for (const int source : run.table.sources) {
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
Result<FlowRequest> request(const AttentionGraph& graph, const Options& options) {
    FlowRequest asked;
    asked.lastLayer = graph.layers() - 1;
    if (!options.layer) return asked;
    const int layer = *options.layer - options.settings.startLayer;
    if (layer < 0 || layer >= graph.layers()) {
        const int first = options.settings.startLayer + 1;
        return std::unexpected(Problem{
            .code = Code::badArgument,
            .place = "layer",
            .finding = "There is no flow from above layer " + numberText(*options.layer + 1) + ".",
            .remedy = "Choose a layer from " + numberText(first) + " to " +
                      numberText(first + graph.layers() - 1) + ".",
            .byte = {}});
    }
    asked.firstLayer = layer;
    asked.lastLayer = layer;
    return asked;
}

}  // namespace

Result<AttentionGraph> flowGraph(const Example& example, Part part, const Settings& settings) {
    if (auto good = checkMethod(example, part, Method::flow, settings); !good)
        return std::unexpected(good.error());
    const AttentionTensor& attentions = *tensorOf(example, part);
    const std::span<const float> fixedResidual = part == Part::encoder
                                                     ? std::span<const float>(example.fixedResidual)
                                                     : std::span<const float>{};
    return flowNetwork(attentions, settings, fixedResidual);
}

Result<void> flowResult(const Example& example, const Options& options, const TakeResult& take) {
    const Part part = partFor(example, Method::flow, options);
    auto graph = flowGraph(example, part, options.settings);
    if (!graph) return std::unexpected(graph.error());
    auto asked = request(*graph, options);
    if (!asked) return std::unexpected(asked.error());
    ExportResult result;
    result.method = Method::flow;
    result.relative = options.relative;
    result.settings = options.settings;
    result.kind = tensorOf(example, part)->kind;
    result.contributions = example.contributionKind;
    const auto seen = seenTokens(example, part, options);
    if (!seen) return std::unexpected(seen.error());
    result.queries = seen->queryTexts;
    result.keys = seen->keyTexts;
    result.words = seen->merged;
    const Gaps gaps(example, part, Method::flow, options.settings);
    if (options.token) {
        auto choice = chooseTokens(*options.token, queryTokens(example, part));
        if (!choice) return std::unexpected(choice.error());
        auto words = wordsOf(*choice, seen->queries);
        if (!words) return std::unexpected(words.error());
        result.output = seen->plain ? gaps.withoutSilent(std::move(*words))
                                    : gaps.withoutSilent(std::move(*words), seen->queries);
        asked->sources = membersOf(*result.output, seen->queries);
    }
    auto table = maxFlows(*graph, *asked);
    if (!table) return std::unexpected(table.error());
    const FlowRun run{std::move(*graph), std::move(*table), options.settings.startLayer};
    const auto values = layerValues(run, options.relative, *seen, result.output, gaps);
    for (std::size_t i = 0; i < values.size(); ++i) {
        ExportLayer out;
        out.layer = run.startLayer + run.table.firstLayer + static_cast<int>(i);
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

Result<std::string> flowText(const Document& document, const Options& options) {
    return resultText(document, options, flowResult);
}

}  // namespace hw::cli
