// SPDX-License-Identifier: MIT
#include "panels/flow/mirror.h"

#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"

namespace hw {

/// The column next to the graph.
void writeTables(JsonWriter& json, const FlowModel& model) {
    if (model.sinkValues.empty()) return;
    mirror::beginTable(json, formatText("{}, inputs"_tr, {model.title}), "", {model.inputHeading});
    for (std::size_t i = 0; i < model.sinkValues.size(); ++i)
        mirror::tableRow(json, model.labels[i],
                         {shownNumber(model.sinkValues[i], model.sinkDecimals)});
    mirror::endTable(json);
}

void writeFlowControls(JsonWriter& json, const FlowModel& model, const AppState& state) {
    const int sink = state.view.sink;
    std::vector<mirror::Option> options{
        {"the largest input"_tr, "sink=largest", sink == -1, true, ""},
        {"all inputs at once"_tr, "sink=all", sink == allInputs, true, ""}};
    for (std::size_t i = 0; i < model.rows.size(); ++i) {
        const int token = model.rows[i];
        options.push_back(
            {model.labels[i], "sink=" + std::to_string(token), sink == token, true, ""});
    }
    mirror::choice(json, "sink", "Flow from"_tr, options);
}

namespace {

/// Each edge is [layer, query, key, flow, capacity].
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

}  // namespace

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

}  // namespace hw
