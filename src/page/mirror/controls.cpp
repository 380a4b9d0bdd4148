// SPDX-License-Identifier: MIT
#include "page/mirror/controls.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/model/methods.h"
#include "core/number_text.h"
#include "page/address/address.h"
#include "page/controls/show_choices.h"
#include "page/controls/show_switches.h"
#include "page/mirror/options.h"
#include "page/mirror/setting_controls.h"
#include "page/models/controls_model.h"
#include "page/rules/available.h"
#include "page/rules/panes.h"
#include "page/rules/units.h"
#include "page/state/panel.h"

namespace hw {
namespace {

using namespace mirror;

void writeMethods(JsonWriter& json, const ControlsModel& controls) {
    std::vector<Option> options;
    for (const MethodChoice& method : controls.methods) {
        options.push_back({method.name, fieldText("method", nameOf(method.method)),
                           method.method == controls.method, method.available, method.why});
    }
    choice(json, "method", "Method"_tr, options, textsOf(controls.method).tip);
}

void writeSides(JsonWriter& json, const ControlsModel& controls) {
    if (controls.sides.size() < 2) return;
    std::vector<Option> options;
    for (const Side side : controls.sides) {
        const bool beside = side == Side::encoder && controls.sides.front() == Side::contributions;
        options.push_back({beside ? std::string("attention"_tr) : translated(nameOf(side)),
                           fieldText("side", nameOf(side)), side == controls.side, true, ""});
    }
    const bool weights = controls.sides.front() == Side::contributions;
    choice(json, "side", weights ? "Weights"_tr : "Side of the model"_tr, options);
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
        options.push_back({std::string(shapeWord(shape).shown()),
                           fieldText("panes", one ? "one" : panesText(trial.panes)), present, true,
                           "", std::string(shapeWord(shape).name)});
    }
    if (other) {
        options.push_back(
            {panesText(panes), fieldText("panes", panesText(panes)), true, true, "", "other"});
    }
    choice(json, "panes", "Layout of views"_tr, options);
    const std::vector<DividerPlace> places = dividersOf(panes);
    for (std::size_t i = 0; i < places.size(); ++i) {
        std::string before = "dividers=";
        std::string after;
        for (std::size_t j = 0; j < i; ++j) before += numberText(places[j].at) + ',';
        for (std::size_t j = i + 1; j < places.size(); ++j) after += ',' + numberText(places[j].at);
        begin(json, "number", "divider-" + numberText(i + 1),
              places[i].upright ? "Divider, from the left"_tr : "Divider, from the top"_tr);
        json.field("value", places[i].at).field("min", leastPane).field("max", 1 - leastPane);
        json.field("step", 0.01).field("prefix", before).field("suffix", after).endObject();
    }
}

void writePanels(JsonWriter& json, const AppState& state) {
    std::vector<Option> options;
    for (const Panel panel : panelsOf(state.document->current)) {
        options.push_back({std::string(panelWords[std::to_underlying(panel)]),
                           fieldText("panel", nameOf(panel)), panel == state.view.panel, true, ""});
    }
    choice(json, "panel", "View"_tr, options);
    writePanes(json, state);
}

void writeExamples(JsonWriter& json, const AppState& state) {
    const auto& titles = state.document->exampleTitles;
    const std::vector<ListedExample>& made = state.document->made;
    // Longer lists are left to the dialog of examples, which has a search.
    constexpr std::size_t most = 50;
    if (titles.size() + made.size() < 2 || titles.size() + made.size() > most) return;
    std::vector<Option> options;
    const auto add = [&](const std::string& title, int id) {
        options.push_back(
            {title, fieldText("example", numberText(id)), id == state.view.example, true, ""});
    };
    for (std::size_t i = 0; i < titles.size(); ++i) add(titles[i], static_cast<int>(i));
    for (const ListedExample& one : made) add(one.title, one.id);
    choice(json, "example", "Example"_tr, options);
}

/// The choice of outputs, and of how several are combined.
void writeOutputMode(JsonWriter& json, const ControlsModel& controls, const AppState& state) {
    const auto option = [&](OutputMode mode, std::string label, std::string fields) {
        return Option{
            std::move(label),         std::move(fields), controls.outputMode == mode, true, "",
            std::string(nameOf(mode))};
    };
    choice(
        json, "outputs", "Output token"_tr,
        {option(OutputMode::chosen,
                controls.outputMode != OutputMode::chosen ? std::string("chosen"_tr)
                : controls.predicted.empty()
                    ? controls.outputText
                    : formatText("{}, predicts {}"_tr, {controls.outputText, controls.predicted}),
                fieldText("token", listText(state.view.outputs))),
         option(OutputMode::meanOfAll, "mean of all"_tr,
                fieldText("token", nameOf(OutputMode::meanOfAll))),
         option(OutputMode::maxOfAll, "largest of all"_tr,
                fieldText("token", nameOf(OutputMode::maxOfAll)))},
        "Click a token to choose it. Shift-click adds more."_tr);
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
        options.push_back({formatText("{} as one"_tr, {controls.outputText}),
                           fieldText("spans", spansText(joined)), false, true, "", "join"});
    }
    for (std::size_t i = 0; i < controls.spans.size(); ++i) {
        std::vector<std::vector<int>> left = controls.spans;
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
        options.push_back({formatText("tokens {}"_tr, {listText(controls.spans[i])}),
                           fieldText("spans", spansText(left)), true, true, "",
                           listText(controls.spans[i])});
    }
    if (options.empty()) return;
    begin(json, "set", "spans", "Tokens merged into spans"_tr);
    json.field("text", "");
    writeOptions(json, options);
    json.endObject();
}

void writeSwitch(JsonWriter& json, const ControlsModel& controls, std::string_view field) {
    const ShowSwitch& row = showSwitch(field);
    if (const std::optional<bool> on = row.on(controls))
        toggle(json, field, row.name, *on, row.tip);
}

void writeChoice(JsonWriter& json, const ControlsModel& controls, std::string_view field) {
    const ShowChoice& row = showChoice(field);
    if (const int chosen = row.chosen(controls); chosen >= 0)
        wordChoice(json, field, row.name, row.options, chosen, row.tip);
}

void writeDisplay(JsonWriter& json, const ControlsModel& controls) {
    writeChoice(json, controls, "sort");
    writeSwitch(json, controls, "ghost");
    writeChoice(json, controls, "scale");
    for (const char* field : {"own-share", "whole-scale", "raw-tokens", "words"})
        writeSwitch(json, controls, field);
    writeChoice(json, controls, "segments");
    writeChoice(json, controls, "flow");
    std::vector<Option> over;
    for (const Divisor each : every<Divisor>()) {
        const bool isPlain = each == Divisor::nothing;
        over.push_back({std::string(choiceNames<Divisor>()[std::to_underlying(each)].shown()),
                        fieldText("over", nameOf(each)), each == controls.over,
                        isPlain || controls.whyNoDivisor.empty(),
                        isPlain ? "" : controls.whyNoDivisor});
    }
    choice(json, "over", "Values"_tr, over);
    if (controls.special || controls.specialHidden) {
        const std::string hide = fieldText("hidden", listText(controls.specialTokens));
        choice(json, "hidden", "Special tokens"_tr,
               {{"shown"_tr, "hidden=", !controls.specialHidden, true, "", "shown"},
                {"excluded"_tr, hide, controls.specialHidden, true, "", "excluded"}});
    }
    writeSwitch(json, controls, "renormalise");
    writeChoice(json, controls, "colors");
}

}  // namespace

void writeControls(JsonWriter& json, const ControlsModel& controls, const AppState& state) {
    section(json, "how", "Method"_tr);
    writeSides(json, controls);
    writeMethods(json, controls);
    writeOutputMode(json, controls, state);
    begin(json, "adds", "sum", "Add the chosen token to a sum"_tr);
    json.endObject();
    writeSpans(json, controls);
    writeSettingControls(json, controls);
    section(json, "display", "Show"_tr);
    writeDisplay(json, controls);
    section(json, "layout", "Views"_tr);
    writeExamples(json, state);
    writePanels(json, state);
}

}  // namespace hw
