// SPDX-License-Identifier: MIT
#include "platform/page/api_state.h"

#include "app/open_choices.h"
#include "app/view_names.h"
#include "core/setting_names.h"
#include "figure/figures.h"
#include "io/json_writer.h"

namespace hw {
namespace {

void writeProblems(JsonWriter& json, const std::vector<Problem>& problems) {
    json.key("warnings").beginArray();
    for (const Problem& problem : problems) {
        json.beginObject()
            .field("place", problem.place)
            .field("finding", problem.finding)
            .field("remedy", problem.remedy)
            .endObject();
    }
    json.endArray();
}

void writeDocument(JsonWriter& json, const DocumentSummary& document) {
    const ExampleSummary& example = document.current;
    json.beginObject()
        .field("name", document.name)
        .field("form", document.form)
        .field("title", example.title)
        .field("model", example.model)
        .field("kind", nameOf(example.kind))
        .field("layers", example.layers)
        .field("heads", example.heads)
        .array("tokens", example.tokens)
        .field("decoderLayers", example.decoderLayers)
        .field("decoderHeads", example.decoderHeads)
        .array("decoderTokens", example.decoderTokens)
        .array("examples", document.exampleTitles);
    writeProblems(json, document.warnings);
    json.key("check").beginArray();
    for (const CheckLine& line : document.check) {
        json.beginObject().field("name", line.name).field("text", line.text);
        json.field("unusual", line.unusual).endObject();
    }
    json.endArray().field("tokensAreNumbered", example.tokensAreNumbered).endObject();
}

void writeSettingsFromZero(JsonWriter& json, const Settings& settings) {
    json.beginObject()
        .field("fusion", nameOf(settings.fusion))
        .array("heads", settings.heads)
        .array("layers", settings.layers)
        .array("weights", settings.headWeights)
        .field("residual", settings.residual)
        .field("residualKind", nameOf(settings.residualKind))
        .field("discard", settings.discard)
        .field("scope", nameOf(settings.scope))
        .field("protect", nameOf(settings.protect))
        .field("protected", settings.protectedToken)
        .field("order", nameOf(settings.order))
        .field("normalise", nameOf(settings.normalise))
        .field("start", settings.startLayer)
        .field("gradientForm", nameOf(settings.gradientForm))
        .field("gradientNormalise", nameOf(settings.gradientNormalise))
        .endObject();
}

void writeView(JsonWriter& json, const AppState& state) {
    const ViewState& view = state.view;
    json.field("example", view.example)
        .field("side", nameOf(view.side))
        .field("method", nameOf(view.method))
        .field("layer", view.layer)
        .field("output", nameOf(view.outputMode))
        .array("tokens", view.outputs)
        .field("sink", view.sink)
        .field("relativeFlow", view.relativeFlow)
        .field("sort", nameOf(view.sort))
        .field("ghost", view.ghost)
        .field("rawTokens", view.rawTokens)
        .array("hidden", view.hidden)
        .field("renormalise", view.renormaliseHidden)
        .field("words", view.words)
        .field("segments", nameOf(view.segments))
        .field("colors", nameOf(view.colormap))
        .field("panel", nameOf(view.panel));
    json.key("spans").beginArray();
    for (const std::vector<int>& span : view.spans) {
        json.beginArray();
        for (const int token : span) json.value(token);
        json.endArray();
    }
    json.endArray().key("panes").beginArray();
    for (const auto& column : view.panes.columns) {
        json.beginArray();
        for (const Panel panel : column) json.value(nameOf(panel));
        json.endArray();
    }
    json.endArray().array("dividers", view.panes.dividers);
    json.key("settings");
    writeSettingsFromZero(json, view.settings);
}

}  // namespace

std::string apiSummaryJson(const DocumentSummary& document) {
    JsonWriter json;
    writeDocument(json, document);
    return json.take();
}

std::string apiStateJson(const AppState& state) {
    JsonWriter json;
    json.beginObject();
    json.key("source")
        .beginObject()
        .field("kind", nameOf(state.source.kind))
        .field("text", state.source.text)
        .field("choices", openChoicesText(state.source.options))
        .endObject();
    json.key("document");
    if (state.document) {
        writeDocument(json, *state.document);
    } else {
        json.null();
    }
    json.array("figures", figure::figureNames(state));
    writeView(json, state);
    json.field("playing", state.playback.playing)
        .field("loop", state.playback.loop)
        .field("speed", state.playback.speed);
    json.key("messages").beginArray();
    for (const Message& message : state.messages) {
        json.beginObject()
            .field("id", message.id)
            .field("kind", nameOf(message.kind))
            .field("file", message.file)
            .field("place", message.problem.place)
            .field("finding", message.problem.finding)
            .field("remedy", message.problem.remedy)
            .key("actions")
            .beginArray();
        for (const MessageAction& action : message.actions) json.value(action.label);
        json.endArray().endObject();
    }
    return json.endArray().endObject().take();
}

}  // namespace hw
