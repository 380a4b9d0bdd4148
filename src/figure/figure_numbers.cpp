// SPDX-License-Identifier: MIT
#include "figure/figure_numbers.h"

#include "app/compare_model.h"
#include "app/faithfulness_model.h"
#include "app/flow_model.h"
#include "app/heads_model.h"

namespace hw::figure {
namespace {

/// [layer, head, entropy, distance, special, fused] each, both counted as on the page
void writeHeads(JsonWriter& json, const HeadsModel& model) {
    json.beginObject().key("heads").beginArray();
    for (const HeadCell& head : model.cells) {
        json.beginArray();
        for (const float number :
             {static_cast<float>(head.layer + 1), static_cast<float>(head.head + 1), head.entropy,
              head.distance, head.special, head.used ? 1.0F : 0.0F})
            json.value(number);
        json.endArray();
    }
    json.endArray().endObject();
}

/// [layer, query, key, flow, capacity] each
void writeEdges(JsonWriter& json, const char* name, const std::vector<FlowEdge>& edges) {
    json.key(name).beginArray();
    for (const FlowEdge& edge : edges) {
        json.beginArray();
        for (const double number : {edge.layer + 1.0, static_cast<double>(edge.query),
                                    static_cast<double>(edge.key), edge.amount, edge.capacity})
            json.value(number);
        json.endArray();
    }
    json.endArray();
}

void writeFlow(JsonWriter& json, const FlowModel& model) {
    json.beginObject().field("layer", model.layer + 1).field("source", model.source);
    if (model.sink != allInputs) json.field("sink", model.sink);
    if (model.flow != nullptr) {
        json.field("value", model.flow->value);
        writeEdges(json, "edges", model.flow->edges);
        writeEdges(json, "cut", model.flow->nearSource.edges);
    }
    json.endObject();
}

}  // namespace

std::optional<std::string> figureNumbers(const AppState& state, ResultStore& results, Kind kind) {
    const AppState still = settled(state);
    JsonWriter json;
    switch (kind) {
        case Kind::compare: writeCompare(json, compareModel(still, results), 1); break;
        case Kind::heads: writeHeads(json, headsModel(still, results)); break;
        case Kind::faithfulness: writeFaithfulness(json, faithfulnessModel(still, results)); break;
        case Kind::flow: writeFlow(json, flowModel(still, results)); break;
        default: return std::nullopt;
    }
    return json.take();
}

}  // namespace hw::figure
