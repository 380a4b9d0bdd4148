// SPDX-License-Identifier: MIT
#include "app/mirror_controls.h"

#include <algorithm>
#include <string_view>

#include "app/controls_model.h"
#include "app/mirror_compare.h"
#include "app/mirror_options.h"
#include "app/panes.h"
#include "app/share_state.h"
#include "app/units.h"
#include "app/view_names.h"
#include "app/view_rules.h"
#include "core/number_text.h"
#include "core/presets.h"

namespace hw {
namespace {

using namespace mirror;

void writeMethods(JsonWriter& json, const ControlsModel& controls) {
    std::vector<Option> options;
    for (const MethodChoice& method : controls.methods) {
        options.push_back({method.name, fieldText("method", nameOf(method.method)),
                           method.method == controls.method, method.available, method.why});
    }
    choice(json, "method", "Method", options);
}

void writeSides(JsonWriter& json, const ControlsModel& controls) {
    if (controls.sides.size() < 2) return;
    std::vector<Option> options;
    for (const Side side : controls.sides) {
        options.push_back({std::string(nameOf(side)), fieldText("side", nameOf(side)),
                           side == controls.side, true, ""});
    }
    choice(json, "side", "Side of the model", options);
}

void writePresets(JsonWriter& json, const ControlsModel& controls) {
    const Preset* present = presetOf(controls.settings);
    std::vector<Option> options;
    for (const Preset& preset : presets()) {
        options.push_back({std::string(preset.name), fieldText("preset", preset.id),
                           &preset == present, true, ""});
    }
    choice(json, "preset", "Preset", options);
}

/// Each head as something to switch on or off; the last one that is on stays.
void writeHeads(JsonWriter& json, const ControlsModel& controls) {
    const auto& chosen = controls.settings.heads;
    std::vector<Option> options;
    options.push_back({"all heads", "heads=all", chosen.empty(), true, ""});
    for (int head = 0; head < controls.headCount; ++head) {
        std::vector<int> next = chosen;
        if (next.empty()) {
            for (int each = 0; each < controls.headCount; ++each) next.push_back(each);
        }
        const auto place = std::lower_bound(next.begin(), next.end(), head);
        const bool on = place != next.end() && *place == head;
        if (!on) {
            next.insert(place, head);
        } else if (next.size() > 1) {
            next.erase(place);
        }
        options.push_back(
            {"head " + numberText(head + 1), fieldText("heads", listText(next)), on, true, ""});
    }
    begin(json, "set", "heads", "Heads");
    json.field("text", controls.headsText);
    writeOptions(json, options);
    json.endObject();
}

/// Each layer as something to switch on or off; the last one that is on stays.
void writeLayers(JsonWriter& json, const ControlsModel& controls) {
    const std::vector<int>& chosen = controls.settings.layers;
    std::vector<Option> options{{"all layers", "layers=all", chosen.empty(), true, ""}};
    for (int layer = 0; layer < controls.layerCount; ++layer) {
        const std::vector<int> next = toggled(chosen, layer, controls.layerCount);
        const bool on = takesPart(controls.settings, layer);
        options.push_back({"layer " + numberText(layer + 1),
                           fieldText("layers", next.empty() ? "all" : layersText(next)), on, true,
                           ""});
    }
    begin(json, "set", "layers", "Layers that take part");
    json.field("text", controls.layersText);
    writeOptions(json, options);
    json.endObject();
}

void writeStart(JsonWriter& json, const ControlsModel& controls) {
    std::vector<Option> options;
    for (int layer = 0; layer < controls.layerCount; ++layer) {
        options.push_back({"layer " + numberText(layer + 1),
                           fieldText("start", numberText(layer + 1)),
                           layer == controls.settings.startLayer, true, ""});
    }
    choice(json, "start", "First layer that takes part", options);
}

void writeDiscard(JsonWriter& json, const Settings& settings) {
    number(json, "discard", "Discard ratio", settings.discard, 0.99, 0.01);
    if (settings.discard <= 0) return;  // the rest changes nothing then
    enumChoice(json, "scope", "Discard over", settings.scope, {"the whole matrix", "each row"});
    enumChoice(json, "protect", "Never discard", settings.protect,
               {"nothing", "the diagonal", "the first token", "the first entry"});
    enumChoice(json, "order", "Order of steps", settings.order,
               {"residual, then discard", "discard, then residual"});
}

void writeSettings(JsonWriter& json, const ControlsModel& controls) {
    const Settings& settings = controls.settings;
    const bool gradients =
        controls.method == Method::gradientRollout || controls.method == Method::relevance;
    if (settings.heads.size() != 1 && controls.headCount > 1 && !gradients) {
        enumChoice(json, "fusion", "Head fusion", settings.fusion, {"mean", "max", "min"});
    }
    if (controls.headCount > 1) writeHeads(json, controls);
    if (gradients) {
        enumChoice(json, "gradient-form", "Gradients weigh heads by", settings.gradientForm,
                   {"mean of relu(G W)", "relu of mean G W"});
    }
    if (controls.method == Method::raw) return;
    if (controls.method != Method::relevance) {
        writePresets(json, controls);
        number(json, "residual", "Residual weight", settings.residual, 1, 0.05);
        writeDiscard(json, settings);
        enumChoice(json, "normalise", "Divide", settings.normalise,
                   {"rows by their sum", "columns by row sums", "nothing"});
    }
    if (controls.layerCount > 1) {
        writeStart(json, controls);
        writeLayers(json, controls);
    }
}

/// Each offered shape with the views that it would show, then each divider.
void writePanes(JsonWriter& json, const AppState& state) {
    const Panes& panes = state.view.panes;
    std::vector<Option> options;
    bool other = true;
    for (const PaneShape& shape : offeredShapes()) {
        ViewState trial = state.view;
        arrangePanes(trial, shape, state.document->current);
        const bool one = trial.panes.columns.empty();
        const bool present = shapeOf(panes) == shape;
        other = other && !present;
        options.push_back({std::string(shapeName(shape)),
                           fieldText("panes", one ? "one" : panesText(trial.panes)), present, true,
                           ""});
    }
    if (other) {
        options.push_back({panesText(panes), fieldText("panes", panesText(panes)), true, true, ""});
    }
    choice(json, "panes", "Views side by side", options);
    const std::vector<DividerPlace> places = dividersOf(panes);
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::string before = "dividers=";
        std::string after;
        for (std::size_t j = 0; j < i; ++j) before += numberText(places[j].at) + ',';
        for (std::size_t j = i + 1; j < places.size(); ++j) after += ',' + numberText(places[j].at);
        begin(json, "number", "divider-" + numberText(i + 1),
              places[i].upright ? "Divider, from the left" : "Divider, from the top");
        json.field("value", places[i].at).field("min", leastPane).field("max", 1 - leastPane);
        json.field("step", 0.01).field("prefix", before).field("suffix", after).endObject();
    }
}

void writePanels(JsonWriter& json, const AppState& state) {
    const ExampleSummary& example = state.document->current;
    std::vector<Option> options;
    for (int index = 0; index <= static_cast<int>(Panel::faithfulness); ++index) {
        const auto panel = static_cast<Panel>(index);
        if (!hasPanel(example, panel)) continue;
        options.push_back({std::string(nameOf(panel)), fieldText("panel", nameOf(panel)),
                           panel == state.view.panel, true, ""});
    }
    choice(json, "panel", "View", options);
    writePanes(json, state);
}

void writeExamples(JsonWriter& json, const AppState& state) {
    const auto& titles = state.document->exampleTitles;
    if (titles.size() < 2) return;
    std::vector<Option> options;
    for (std::size_t i = 0; i < titles.size(); ++i) {
        const int index = static_cast<int>(i);
        options.push_back({titles[i], fieldText("example", numberText(index)),
                           index == state.view.example, true, ""});
    }
    choice(json, "example", "Example", options);
}

/// The chosen outputs as one span, or one span less.
void writeSpans(JsonWriter& json, const ControlsModel& controls) {
    std::vector<Option> options;
    if (controls.canJoin) {
        std::vector<std::vector<int>> joined = controls.spans;
        std::erase_if(joined, [&](const std::vector<int>& span) {
            return std::ranges::includes(controls.outputs, span);
        });
        joined.push_back(controls.outputs);
        options.push_back({controls.outputText + " as one", fieldText("spans", spansText(joined)),
                           false, true, ""});
    }
    for (std::size_t i = 0; i < controls.spans.size(); ++i) {
        std::vector<std::vector<int>> left = controls.spans;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        options.push_back({"tokens " + listText(controls.spans[i]),
                           fieldText("spans", spansText(left)), true, true, ""});
    }
    if (options.empty()) return;
    begin(json, "set", "spans", "Tokens joined into spans");
    json.field("text", "");
    writeOptions(json, options);
    json.endObject();
}

void writeDisplay(JsonWriter& json, const ControlsModel& controls) {
    enumChoice(json, "sort", "Order of tokens", controls.sort, {"by position", "by value"});
    toggle(json, "ghost", "Show the previous layer", controls.ghost);
    if (controls.tokensDiffer) {
        toggle(json, "raw-tokens", "Tokens as the tokenizer writes them", controls.rawTokens);
    }
    if (controls.hasWords) toggle(json, "words", "Whole words", controls.words);
    writeSpans(json, controls);
    if (controls.hasSegments) {
        enumChoice(json, "segments", "Texts, from output to input", controls.segments,
                   {"both", "A to A", "A to B", "B to A", "B to B"});
    }
    if (controls.method == Method::flow) {
        const bool relative = controls.relativeFlow;
        choice(json, "flow", "Flow",
               {{"relative, rows sum to 1", "flow=relative", relative, true, ""},
                {"raw, the maximum flow itself", "flow=raw", !relative, true, ""}});
    }
    if (controls.special || controls.specialHidden) {
        const std::string hide = fieldText("hidden", listText(controls.specialTokens));
        choice(json, "hidden", "Special tokens",
               {{"shown", "hidden=", !controls.specialHidden, true, ""},
                {"left out", hide, controls.specialHidden, true, ""}});
    }
    if (controls.specialHidden || controls.segments != SegmentFilter::all) {
        toggle(json, "renormalise", "Divide what is left by its sum", controls.renormaliseHidden);
    }
    enumChoice(json, "colors", "Colours", controls.colormap, {"blues", "viridis", "cividis"});
}

/// Tokens without a rank, each to be switched; all examples or the present one.
void writeRanking(JsonWriter& json, const FaithfulnessModel& model) {
    if (model.examples > 1) {
        choice(json, "scores", "Correlations over",
               {{"all examples", "scores=all", model.overAll, true, ""},
                {"this example", "scores=this", !model.overAll, true, ""}});
    }
    std::vector<Option> options;
    for (const FaithfulnessModel::Choice& each : model.choices) {
        std::string list = each.leftOut ? "" : each.token;
        for (const std::string& token : model.leftOut) {
            if (token == each.token) continue;
            if (!list.empty()) list += ',';
            list += token;
        }
        options.push_back({each.token, fieldText("leave-out", list), each.leftOut, true, ""});
    }
    begin(json, "set", "leave-out", "Left out of the ranking");
    json.field("text", model.leftOut.empty() ? "nothing" : "");
    writeOptions(json, options);
    json.endObject();
}

}  // namespace

void writePanelControls(JsonWriter& json, const PageModel& page, const AppState& state) {
    if (page.shows(Panel::compare)) writeComparing(json, state);
    if (page.image.image != nullptr) {
        enumChoice(json, "patches", "Patches", page.image.form, {"smooth", "as a grid"});
        number(json, "opacity", "Opacity", page.image.opacity, 1, 0.05);
    }
    if (page.shows(Panel::flow)) {
        const bool joint = state.view.sink == allInputs;
        choice(json, "sink", "Flow to",
               {{"one input", "sink=largest", !joint, true, ""},
                {"all inputs at once", "sink=all", joint, true, ""}});
    }
    if (page.shows(Panel::faithfulness)) writeRanking(json, page.faithfulness);
}

void writeControls(JsonWriter& json, const ControlsModel& controls, const AppState& state) {
    writeExamples(json, state);
    writePanels(json, state);
    writeSides(json, controls);
    writeMethods(json, controls);
    writeSettings(json, controls);
    writeDisplay(json, controls);
}

}  // namespace hw
