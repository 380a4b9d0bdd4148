// SPDX-License-Identifier: MIT
#include <numeric>
#include <utility>

#include "cli/commands.h"
#include "cli/input.h"
#include "cli/result_frame.h"
#include "core/flow/flow_across.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
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

/// A minimum cut, with its capacity and, as [layer, query, key, capacity], the edges that cross it. Across encoder and
/// decoder, the stack comes first.
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

/// The cut of one value, expanded and verified. Error: the cut does not prove the value.
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
                       " differs from its minimum cut, a bug in this program.",
                   "Please report it with the file.");
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

/// The flow layer for `--layer`.
Result<FlowRequest> request(const FlowPlaces& places, const MethodOptions& options) {
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
            "Flow can't start at layer " + numberText(*options.layer + 1) + ".",
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

Result<void> flowResult(const Example& example, const MethodOptions& options,
                        const TakeResult& take) {
    const Part part = partFor(example, Method::flow, options);
    auto graph = flowGraph(example, part, options.settings);
    if (!graph) return std::unexpected(graph.error());
    const FlowPlaces places = flowPlaces(example, part, options.settings);
    auto asked = request(places, options);
    if (!asked) return std::unexpected(asked.error());
    auto frame = resultFrame(example, part, options);
    if (!frame) return std::unexpected(frame.error());
    ExportResult& result = frame->about;
    std::vector<int> queries;
    if (result.output) queries = membersOf(*result.output, frame->shown.tokens.queries);
    if (places.isAcross() && queries.empty()) {
        queries.resize(places.decoderTokens);
        std::iota(queries.begin(), queries.end(), 0);
    }
    for (const int query : queries) asked->sources.push_back(places.source(query));
    auto table = maxFlows(*graph, *asked);
    if (!table) return std::unexpected(table.error());
    const FlowRun run{std::move(*graph), std::move(*table), places};
    const std::size_t size = run.table.sources.size() * run.table.sinks.size();
    std::vector<std::vector<double>> layers;
    for (int i = 0; i < run.table.layers; ++i) {
        const auto flows = std::span(run.table.values).subspan(run.table.index(i, 0, 0), size);
        const int layer = places.layer(run.table.layer(i));
        layers.push_back(
            frame->shown.layer(std::vector(flows.begin(), flows.end()), layer, queries));
        result.add(layer, layers.back());
        if (options.certificate && options.format == Format::json) {
            auto proof = certificates(run, i, options.token && run.table.sources.size() == 1);
            if (!proof) return std::unexpected(proof.error());
            result.layers.back().extra = std::move(*proof);
        }
    }
    take(result);
    return {};
}

}  // namespace hw::cli
