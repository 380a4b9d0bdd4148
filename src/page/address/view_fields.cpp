// SPDX-License-Identifier: MIT
#include "page/address/view_fields.h"

#include <algorithm>
#include <vector>

#include "core/model/presets.h"
#include "core/number_text.h"
#include "page/address/address.h"
#include "page/address/data_set_fields.h"
#include "page/address/note_fields.h"
#include "page/address/opened_fields.h"
#include "page/address/panel_fields.h"
#include "page/address/setting_keys.h"
#include "page/address/token_fields.h"
#include "page/rules/available.h"
#include "page/rules/fit_view.h"
#include "page/rules/panes.h"
#include "protocol/field_text.h"

namespace hw {
namespace {

using Text = std::optional<std::string>;
// --- members that are one word, one number or one switch ------------------------------------------

template <auto member>
bool readViewChoice(AppState& state, std::string_view value) {
    auto& target = state.view.*member;
    const auto choice = fromName<std::remove_reference_t<decltype(target)>>(value);
    if (choice) target = *choice;
    return choice.has_value();
}
template <auto member>
Text writeViewChoice(const AppState& state) {
    if (state.view.*member == ViewState{}.*member) return {};
    return std::string(nameOf(state.view.*member));
}

template <auto member>
bool readViewSwitch(AppState& state, std::string_view value) {
    const auto on = readSwitch(value);
    if (on) state.view.*member = *on;
    return on.has_value();
}
template <auto member>
Text writeViewSwitch(const AppState& state) {
    if (state.view.*member == ViewState{}.*member) return {};
    return state.view.*member ? "on" : "off";
}

/// A share of the view or of a part of it, 0..1.
template <auto... path>
bool readViewShare(AppState& state, std::string_view value) {
    const auto number = readNumber(value);
    if (!number || *number < 0 || *number > 1) return false;
    (state.view.*....*path) = *number;
    return true;
}
template <auto... path>
Text writeViewShare(const AppState& state) {
    if ((state.view.*....*path) == (ViewState{}.*....*path)) return {};
    return numberText((state.view.*....*path));
}

// --- the others -----------------------------------------------------------------------------------

bool readSide(AppState& state, std::string_view value) {
    const auto side = fromName<Side>(value);
    if (!side) return false;
    for (const Side there : availableSides(state.document->current)) {
        if (there != *side) continue;
        if (state.view.side == there) return true;
        const bool same = hasEncoderQueries(state.view.side) && hasEncoderQueries(there);
        chooseSide(state.view, there, state.document->current);
        if (!same) state.view.layer = std::max(state.layerCount() - 1, 0);
        return true;
    }
    return false;
}
Text writeSide(const AppState& state) {
    if (state.view.side == mainSide(state.document->current)) return {};
    return std::string(nameOf(state.view.side));
}

bool readMethod(AppState& state, std::string_view value) {
    const auto method = fromName<Method>(value);
    if (!method || !isAvailable(state.document->current, state.view.side, *method)) return false;
    chooseMethod(state.view, *method, state.document->current);
    return true;
}
Text writeMethod(const AppState& state) { return std::string(nameOf(state.view.method)); }

bool readPreset(AppState& state, std::string_view value) {
    const Preset* preset = findPreset(value);
    if (preset == nullptr) return false;
    usePreset(state.view.settings, *preset);
    return true;
}
Text writePreset(const AppState& state) {
    const Preset* preset = presetOf(state.view.settings);
    if (preset == nullptr || preset == &presets().front()) return {};
    return std::string(preset->id);
}

/// Reads a layer that counts from 1, as zero-based.
std::optional<int> readLayer(const AppState& state, std::string_view value) {
    const auto layer = readInt(value);
    if (!layer || *layer < 1 || *layer > state.layerCount()) return std::nullopt;
    return *layer - 1;
}

bool readShownLayer(AppState& state, std::string_view value) {
    const auto layer = readLayer(state, value);
    if (layer) state.view.layer = *layer;
    return layer.has_value();
}
Text writeShownLayer(const AppState& state) { return numberText(state.view.layer + 1); }

bool readFlow(AppState& state, std::string_view value) {
    if (value != "relative" && value != "raw") return false;
    state.view.relativeFlow = value == "relative";
    return true;
}
Text writeFlow(const AppState& state) { return state.view.relativeFlow ? Text() : Text("raw"); }

bool readOver(AppState& state, std::string_view value) {
    const auto over = fromName<Divisor>(value);
    if (!over) return false;
    // Another method may have no ratio. It reports that itself.
    const bool fits = whyNoDivisor(state.document->current, state.view.side, Method::raw).empty();
    if (*over != Divisor::nothing && !fits) return false;
    state.view.over = *over;
    return true;
}

bool readPanel(AppState& state, std::string_view value) {
    const auto panel = fromName<Panel>(value);
    if (!panel || !hasPanel(state.document->current, *panel)) return false;
    choosePanel(state.view, *panel);
    return true;
}

/// Needs another file.
bool readBothFiles(AppState& state, std::string_view value) {
    return (value != "on" || state.earlier) && readViewSwitch<&ViewState::bothFiles>(state, value);
}

/// Only the host knows whether the lesson exists. This is the max length of a lesson in an address.
constexpr std::size_t longestLesson = std::size_t{48} << 10;
constexpr int mostSteps = 999;

bool readLesson(AppState& state, std::string_view value) {
    if (value.size() > longestLesson) return false;
    if (state.view.lesson != value) state.view.lessonStep = 0;
    state.view.lesson = value;
    return true;
}
Text writeLesson(const AppState& state) {
    if (state.view.lesson.empty()) return {};
    return state.view.lesson;
}
/// Writes null until the number of steps is known.
void tellLesson(JsonWriter& json, const AppState& state) {
    const KnownLesson& known = state.knownLesson;
    if (state.view.lesson.empty() || known.lesson != state.view.lesson) {
        json.null();
        return;
    }
    json.beginObject().field("id", known.id).field("step", state.view.lessonStep);
    json.field("steps", known.steps).endObject();
}

bool readStep(AppState& state, std::string_view value) {
    const auto step = readInt(value);
    if (!step || *step < 1 || *step > mostSteps) return false;
    if (state.view.lesson.empty()) return *step == 1;
    state.view.lessonStep = *step - 1;
    return true;
}
Text writeStep(const AppState& state) {
    if (state.view.lesson.empty()) return {};
    return numberText(state.view.lessonStep + 1);
}

// --- rows --------------------------------------------------------------------------------------------

template <auto... path>
void tellView(JsonWriter& json, const AppState& state) {
    writeValue(json, (state.view.*....*path));
}
template <auto member>
constexpr ShareKey choice(std::string_view name) {
    return {name, readViewChoice<member>, writeViewChoice<member>, tellView<member>};
}
template <auto member>
constexpr ShareKey toggle(std::string_view name) {
    return {name, readViewSwitch<member>, writeViewSwitch<member>, tellView<member>};
}
template <auto... path>
constexpr ShareKey share(std::string_view name) {
    return {name, readViewShare<path...>, writeViewShare<path...>, tellView<path...>};
}

std::string lessonFromApi(std::string_view value) {
    return value == "null" ? "" : std::string(value);
}
std::string flowFromApi(std::string_view value) { return value == "on" ? "relative" : "raw"; }
std::string sinkFromApi(std::string_view value) {
    return value == "-1" ? "largest" : value == "-2" ? "all" : std::string(value);
}
std::string panesFromApi(std::string_view value) {
    return value.empty() ? "one" : std::string(value);
}

constexpr ShareKey beforeSettings[] = {
    {"side", readSide, writeSide, tellView<&ViewState::side>},
    {"method", readMethod, writeMethod, tellView<&ViewState::method>},
    {"layer", readShownLayer, writeShownLayer, tellView<&ViewState::layer>, {}, countedFromOne},
    {"token", readOutputs, writeOutputs, tellView<&ViewState::outputs>, "tokens"},
    {"preset", readPreset, writePreset, nullptr},
};
constexpr ShareKey afterSettings[] = {
    {"sink", readSink, writeSink, tellView<&ViewState::sink>, {}, sinkFromApi},
    {"flow", readFlow, writeFlow, tellView<&ViewState::relativeFlow>, "relativeFlow", flowFromApi},
    {"over", readOver, writeViewChoice<&ViewState::over>, tellView<&ViewState::over>},
    choice<&ViewState::sort>("sort"),
    toggle<&ViewState::ghost>("ghost"),
    choice<&ViewState::scale>("scale"),
    toggle<&ViewState::ownShare>("own-share"),
    toggle<&ViewState::wholeScale>("whole-scale"),
    toggle<&ViewState::cellNumbers>("cell-numbers"),
    toggle<&ViewState::rawTokens>("raw-tokens"),
    {"words", readWords, writeViewSwitch<&ViewState::words>, tellView<&ViewState::words>},
    {"spans", readSpans, writeSpans, tellView<&ViewState::spans>},
    {"segments", readSegments, writeViewChoice<&ViewState::segments>,
     tellView<&ViewState::segments>},
    {"hidden", readHidden, writeHidden, tellView<&ViewState::hidden>},
    toggle<&ViewState::renormaliseHidden>("renormalise"),
    choice<&ViewState::colormap>("colors"),
    {"panel", readPanel, writeViewChoice<&ViewState::panel>, tellView<&ViewState::panel>},
    {"panes", readPaneViews, writePaneViews, writePaneViews, {}, panesFromApi},
    {"dividers", readDividers, writeDividers, writeDividers},
    {"compare",
     readComparedColumns,
     writeComparedColumns,
     writeComparedColumns,
     {},
     comparedFromApi},
    choice<&ViewState::compareForm>("compare-as"),
    {"difference", readDifference, writeDifference, writeDifference, {}, differenceFromApi},
    choice<&ViewState::thumbnails>("thumbnails"),
    choice<&ViewState::patchForm>("patches"),
    choice<&ViewState::imageOf>("image"),
    share<&ViewState::patchOpacity>("opacity"),
    choice<&ViewState::graphForm>("graph"),
    share<&ViewState::edges, &EdgeChoice::from>("edges"),
    share<&ViewState::edges, &EdgeChoice::kept>("keep"),
    {"both-files", readBothFiles, writeViewSwitch<&ViewState::bothFiles>,
     tellView<&ViewState::bothFiles>},
    {"terms", readTerms, writeTerms, writeTerms},
    {"paths", readPaths, writePaths, tellView<&ViewState::flowPaths>, {}, pathsFromApi},
    choice<&ViewState::among>("among"),
    {"leave-out", readLeftOut, writeLeftOut, tellView<&ViewState::leftOut>},
    {"scores", readScores, writeScores, writeScores},
    {"experiment", readExperiment, writeExperiment, tellView<&ViewState::experiment>},
    {"writing", readWriting, writeWriting, tellView<&ViewState::writing>},
    {"lesson", readLesson, writeLesson, tellLesson, {}, lessonFromApi},
    {"step", readStep, writeStep, tellView<&ViewState::lessonStep>, {}, countedFromOne},
    {"dataset", readDataSet, writeDataSet, tellView<&ViewState::dataSet>},
    {"row", readRow, writeRow, tellView<&ViewState::dataSetRow>, {}, countedFromOne},
    toggle<&ViewState::present>("present"),
    {"title", readTitle, writeTitle, tellView<&ViewState::title>},
    {"notes", readNotes, writeNotes, writeNotes, {}, notesFromApi},
};

}  // namespace

std::span<const ShareKey> shareKeys() {
    static const std::vector<ShareKey> keys = [] {
        std::vector<ShareKey> all(std::begin(beforeSettings), std::end(beforeSettings));
        for (const ShareKey& key : settingKeys()) all.push_back(key);
        all.insert(all.end(), std::begin(afterSettings), std::end(afterSettings));
        return all;
    }();
    return keys;
}

std::string countedFromOne(std::string_view list) {
    std::string text;
    while (!list.empty()) {
        const std::string_view part = takeUntil(list, ',');
        const auto number = readInt(part);
        text += (text.empty() ? "" : ",") + (number ? numberText(*number + 1) : std::string(part));
    }
    return text;
}

}  // namespace hw
