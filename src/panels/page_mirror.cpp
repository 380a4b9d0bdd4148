// SPDX-License-Identifier: MIT
#include "panels/page_mirror.h"

#include <algorithm>
#include <cmath>

#include "core/number_text.h"
#include "io/write/json_writer.h"
#include "page/address/address.h"
#include "page/mirror/controls.h"
#include "page/models/model_text.h"
#include "page/rules/units.h"
#include "panels/flow/model.h"
#include "panels/registry.h"
#include "protocol/open_choices.h"

namespace hw {
namespace {

void writeHeader(JsonWriter& json, const HeaderModel& header) {
    json.field("title", header.title).field("subtitle", header.subtitle);
    json.field("example", header.exampleText).key("opening");
    if (!header.opening) {
        json.null();
        return;
    }
    json.beginObject().field("text", header.openingText).key("fraction");
    if (header.openingFraction < 0) {
        json.null();
    } else {
        json.value(header.openingFraction);
    }
    json.endObject();
}

void writeTimeline(JsonWriter& json, const TimelineModel& timeline) {
    json.key("timeline").beginObject();
    json.field("text", timeline.text).field("layer", timeline.layer);
    json.field("layers", timeline.layers).field("start", timeline.startLayer);
    json.field("playing", timeline.playing).field("loop", timeline.loop);
    json.field("speed", timeline.speed);
    const auto track = [&](std::string_view name, const std::vector<int>& places, const auto& own) {
        json.key(name);
        if (places.size() < 2) {
            json.null();
            return;
        }
        json.beginObject().array(name == "steps" ? "tokens" : "steps", places).field("at", own.at);
        json.field("text", own.text).field("playing", own.playing).endObject();
    };
    track("steps", timeline.steps.tokens, timeline.steps);
    std::vector<int> steps;
    for (const TrainingStep& one : timeline.training.steps) steps.push_back(one.step);
    track("training", steps, timeline.training);
    json.endObject();
}

/// A token with the model's prediction there, if known.
std::string predicting(const std::string& label, const std::string& predicted) {
    return predicted.empty() ? label : formatText("{}, predicts {}"_tr, {label, predicted});
}

void writeRow(JsonWriter& json, const TokenRow& row, const BarsModel& bars, const Units& units,
              bool isQuery) {
    json.beginObject().field("token", row.token);

    json.field("label", predicting(row.name, isQuery ? row.predicted : ""));
    json.field("value", row.value)
        .field("text", row.range.isKnown() ? describeRange(bars, row) : describeValue(bars, row));
    json.field("rank", row.rank).field("rankChange", row.rankChange);
    json.field("output", row.isOutput).field("special", row.isSpecial);
    json.field("share", std::clamp(row.value / bars.scale, 0.0F, 1.0F));
    if (const int unit = units.of(row.token); unit >= 0 && units.list[unit].tokens.size() > 1)
        json.array("tokens", units.list[unit].tokens);
    // Across encoder and decoder an input token cannot be an output.
    json.field("fields", isQuery ? fieldText("token", numberText(row.token)) : std::string());
    json.endObject();
}

void writeBars(JsonWriter& json, const BarsModel& bars, const AppState& state) {
    json.key("bars").beginObject().field("title", bars.title);
    const std::string& caption = bars.ready ? bars.caption : bars.standing.text;
    json.field("caption", caption + (bars.position.text.empty() ? "" : " ") + bars.position.text);
    json.field("unit", bars.unit).field("ready", bars.ready);
    // A missing value keeps its old text while it is computed, but a hidden one must not.
    json.field("hidden", state.cover() != Cover::none).key("rows").beginArray();
    const Units units = keyUnits(state);
    for (const TokenRow& row : bars.rows) writeRow(json, row, bars, units, keysAreOutputs(state));
    json.endArray().endObject();
}

void writeOutputs(JsonWriter& json, const AppState& state) {
    const ViewState& view = state.view;
    const bool chosen = view.outputMode == OutputMode::chosen;
    json.key("outputs").beginArray();
    for (const Unit& unit : queryUnits(state).list) {
        if (!unit.isShown()) continue;
        std::vector<int> toggled = chosen ? view.outputs : std::vector<int>{};
        const bool selected = std::binary_search(toggled.begin(), toggled.end(), unit.token());
        if (!selected) {
            toggled.insert(toggled.end(), unit.tokens.begin(), unit.tokens.end());
            std::stable_sort(toggled.begin(), toggled.end());
        } else if (toggled.size() > unit.tokens.size()) {
            std::erase_if(toggled, [&](int token) {
                return std::binary_search(unit.tokens.begin(), unit.tokens.end(), token);
            });
        }
        json.beginObject().field("token", unit.token());
        json.field("label", predicting(unit.name(), predictedAt(state, unit.token())));
        json.field("selected", selected);
        json.field("fields", fieldText("token", numberText(unit.token())));
        json.field("toggle", fieldText("token", listText(toggled))).endObject();
    }
    for (const OutputMode mode : {OutputMode::meanOfAll, OutputMode::maxOfAll}) {
        const bool mean = mode == OutputMode::meanOfAll;
        const std::string fields = fieldText("token", nameOf(mode));
        json.beginObject()
            .field("token", -1)
            .field("label", mean ? "mean of all"_tr : "largest of all"_tr);
        json.field("selected", view.outputMode == mode).field("fields", fields);
        json.field("toggle", fields).endObject();
    }
    json.endArray();
}

void writeMatrices(JsonWriter& json, const PageModel& page) {
    json.key("matrices").beginArray();
    const auto write = [&](const MatrixModel& matrix) {
        json.beginObject()
            .field("title", matrix.title)
            .field("caption", matrix.standing.kind == Standing::Kind::there ? matrix.caption
                                                                            : matrix.standing.text)
            .field("progress", matrix.progress)
            .endObject();
    };
    write(page.raw);
    if (specOf(page.controls.method).overLayers) write(page.result);
    json.endArray();
}

void writeFlow(JsonWriter& json, const FlowModel& flow) {
    json.key("flow");
    if (flow.title.empty()) {
        json.null();
        return;
    }
    json.beginObject().field("title", flow.title);
    json.field("caption", flow.flow != nullptr ? flow.caption : flow.standing.text);
    json.array("paths", flow.paths).endObject();
}

void writeMessages(JsonWriter& json, const std::vector<Message>& messages) {
    json.key("messages").beginArray();
    for (const Message& message : messages) {
        const Problem& problem = message.problem;
        json.beginObject().field("id", message.id).field("kind", nameOf(message.kind));
        json.field("file", message.file).field("place", translated(placeForPeople(problem.place)));
        json.field("finding", problem.finding);
        json.field("remedy", problem.remedy).key("actions").beginArray();
        for (const MessageAction& action : message.actions)
            json.beginObject().field("id", action.id).field("label", action.label).endObject();
        json.endArray().endObject();
    }
    json.endArray();
}

/// The results of the file's check, and the way to open it.
void writeCheck(JsonWriter& json, const AppState& state) {
    json.key("check").beginArray();
    for (const CheckLine& line : state.document->check) {
        json.beginObject().field("name", translated(line.name)).field("text", line.text);
        json.field("unusual", line.unusual).endObject();
    }
    json.endArray().key("reading").beginArray();
    const OpenOptions& options = state.source.options;
    const auto choice = [&](const ReadingSwitch& reading) {
        OpenOptions other = options;
        other.*reading.member = !(options.*reading.member);
        other.tokens.clear();
        other.decoderTokens.clear();
        const std::string fields = openChoicesText(other);
        json.beginObject().field("id", reading.word).field("label", reading.label);
        json.field("on", options.*reading.member);
        json.field("fields", fields.empty() ? "read=" : fields).endObject();
    };
    for (const ReadingSwitch& each : readingSwitches)
        if (each.offer != Offer::ignoreKeys) choice(each);
    json.endArray();
}

/// "tables" of the shown panels that have some, and then their numbers under their own keys.
void writeTables(JsonWriter& json, const PageModel& page) {
    json.key("tables").beginArray();
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.tables != nullptr && hasMirror(page, panel)) spec.tables(json, page);
    }
    json.endArray();
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.numbers != nullptr && hasMirror(page, panel)) spec.numbers(json, page);
    }
}

/// The controls that belong to one of the shown panels.
void writePanelControls(JsonWriter& json, const PageModel& page, const AppState& state) {
    for (const Panel panel : every<Panel>()) {
        const PanelSpec& spec = specOf(panel);
        if (spec.controls != nullptr && hasMirror(page, panel)) spec.controls(json, page, state);
    }
}

void writeDocument(JsonWriter& json, const PageModel& page, const AppState& state) {
    json.field("checkText", page.header.checkText);
    writeCheck(json, state);
    writeTimeline(json, page.timeline);
    writeBars(json, page.bars, state);
    writeOutputs(json, state);
    json.key("notes").beginArray();
    for (const NoteMark& mark : page.notes.marks) {
        json.beginObject().field("number", mark.number).field("index", mark.index);
        json.field("place", mark.place).field("text", mark.text).endObject();
    }
    json.endArray();
    writeMatrices(json, page);
    writeFlow(json, page.of<FlowModel>());
    writeTables(json, page);
    json.key("controls").beginArray();
    writeControls(json, page.controls, state);
    writePanelControls(json, page, state);
    json.endArray().array("formula", page.controls.formula);
    json.field("limit", page.controls.limit).field("limitDialog", page.controls.limitDialog);
    json.field("limits", page.controls.limitCount == 0
                             ? std::string("Limits"_tr)
                             : pluralText(page.controls.limitCount,
                                          "{} limit of these values|{} limits of these values"_tr));
    json.field("preset", page.controls.preset);
    json.field("presetChanges", page.controls.presetChanges);
    json.field("citation", page.controls.citation);
}

}  // namespace

std::string mirrorJson(const PageModel& page, const AppState& state) {
    JsonWriter json;
    json.beginObject();
    writeHeader(json, page.header);
    json.field("hasDocument", page.hasDocument).field("panel", nameOf(page.panel));
    json.key("panels").beginArray();
    for (const Panel panel : page.panels) json.value(nameOf(panel));
    json.endArray();
    json.key("panelWords").beginArray();
    for (const Panel panel : page.panels) json.value(panelWords[std::to_underlying(panel)].text());
    json.endArray();
    if (page.hasDocument) writeDocument(json, page, state);
    writeMessages(json, page.messages);
    json.endObject();
    return json.take();
}

}  // namespace hw
