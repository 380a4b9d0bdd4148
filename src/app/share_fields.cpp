// SPDX-License-Identifier: MIT
#include "app/share_fields.h"

#include <algorithm>

#include "app/panes.h"
#include "app/share_panel_fields.h"
#include "app/share_state.h"
#include "app/share_text.h"
#include "app/share_token_fields.h"
#include "app/view_names.h"
#include "app/view_rules.h"
#include "core/number_text.h"
#include "core/presets.h"

namespace hw {
namespace {

using Text = std::optional<std::string>;

/// Settings that a preset brings, or the defaults: what single keys are written against.
const Settings& baseOf(const Settings& settings) {
    static const Settings standard;
    const Preset* preset = presetOf(settings);
    return preset != nullptr ? preset->settings : standard;
}

// --- members that are one word, one number or one switch ------------------------------------------

template <auto member>
bool readChoice(AppState& state, std::string_view value) {
    auto& target = state.view.settings.*member;
    const auto choice = fromName<std::remove_reference_t<decltype(target)>>(value);
    if (choice) target = *choice;
    return choice.has_value();
}
template <auto member>
Text writeChoice(const AppState& state) {
    const Settings& settings = state.view.settings;
    if (settings.*member == baseOf(settings).*member) return {};
    return std::string(nameOf(settings.*member));
}

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

template <auto member>
Text writeNumber(const AppState& state) {
    const Settings& settings = state.view.settings;
    if (settings.*member == baseOf(settings).*member) return {};
    return numberText(settings.*member);
}

// --- the others -----------------------------------------------------------------------------------

bool readSide(AppState& state, std::string_view value) {
    const auto side = fromName<Side>(value);
    if (!side) return false;
    for (const Side there : availableSides(state.document->current)) {
        if (there != *side) continue;
        if (state.view.side == there) return true;
        state.view.side = there;
        forgetTokens(state.view, state.document->current);
        state.view.layer = std::max(state.layerCount() - 1, 0);
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
    state.view.method = *method;
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

bool readHeads(AppState& state, std::string_view value) {
    const auto heads = value == "all" ? std::vector<int>{} : readIndices(value, state.headCount());
    if (!heads) return false;
    state.view.settings.heads = *heads;
    state.view.settings.headWeights.clear();
    return true;
}
Text writeHeads(const AppState& state) {
    if (state.view.settings.heads.empty()) return {};
    return listText(state.view.settings.heads);
}

/// As people count: "1,3,4".
bool readLayers(AppState& state, std::string_view value) {
    if (value == "all") {
        state.view.settings.layers.clear();
        return true;
    }
    auto layers = readIndices(value, state.layerCount() + 1);
    if (!layers || layers->empty() || layers->front() < 1) return false;
    for (int& layer : *layers) --layer;
    state.view.settings.layers = std::move(*layers);
    return true;
}
Text writeLayers(const AppState& state) {
    if (state.view.settings.layers.empty()) return {};
    return layersText(state.view.settings.layers);
}

/// Weights belong to heads; whether they fit is seen at the end (fitView), when both are known.
bool readWeights(AppState& state, std::string_view value) {
    const auto weights = readNumbers(value);
    if (!weights) return false;
    for (const double weight : *weights) {
        if (weight < 0) return false;
    }
    const Settings& settings = state.view.settings;
    const std::size_t heads = settings.heads.empty() ? static_cast<std::size_t>(state.headCount())
                                                     : settings.heads.size();
    if (!weights->empty() && weights->size() != heads) return false;
    state.view.settings.headWeights = *weights;
    return true;
}
Text writeWeights(const AppState& state) {
    if (state.view.settings.headWeights.empty()) return {};
    std::string text;
    for (const double weight : state.view.settings.headWeights) {
        if (!text.empty()) text += ',';
        text += numberText(weight);
    }
    return text;
}

bool readResidual(AppState& state, std::string_view value) {
    const auto number = readNumber(value);
    if (!number || *number < 0 || *number > 1) return false;
    state.view.settings.residual = *number;
    return true;
}

bool readDiscard(AppState& state, std::string_view value) {
    const auto number = readNumber(value);
    if (!number || *number < 0 || *number >= 1) return false;
    state.view.settings.discard = *number;
    return true;
}

bool readProtectedToken(AppState& state, std::string_view value) {
    const auto token = readInt(value);
    if (!token || *token < 0 || *token >= state.keyCount()) return false;
    state.view.settings.protectedToken = *token;
    return true;
}

/// A layer as people count, 1..L, to zero-based.
std::optional<int> readLayer(const AppState& state, std::string_view value) {
    const auto layer = readInt(value);
    if (!layer || *layer < 1 || *layer > state.layerCount()) return std::nullopt;
    return *layer - 1;
}

bool readStart(AppState& state, std::string_view value) {
    const auto layer = readLayer(state, value);
    if (layer) state.view.settings.startLayer = *layer;
    return layer.has_value();
}
Text writeStart(const AppState& state) {
    const Settings& settings = state.view.settings;
    if (settings.startLayer == baseOf(settings).startLayer) return {};
    return numberText(settings.startLayer + 1);
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
Text writeFlow(const AppState& state) {
    if (state.view.relativeFlow) return {};
    return "raw";
}

bool readPanel(AppState& state, std::string_view value) {
    const auto panel = fromName<Panel>(value);
    if (!panel || !hasPanel(state.document->current, *panel)) return false;
    choosePanel(state.view, *panel);
    return true;
}

constexpr ShareKey keys[] = {
    {"side", readSide, writeSide},
    {"method", readMethod, writeMethod},
    {"layer", readShownLayer, writeShownLayer},
    {"token", readOutputs, writeOutputs},
    {"preset", readPreset, writePreset},
    {"fusion", readChoice<&Settings::fusion>, writeChoice<&Settings::fusion>},
    {"heads", readHeads, writeHeads},
    {"weights", readWeights, writeWeights},
    {"layers", readLayers, writeLayers},
    {"residual", readResidual, writeNumber<&Settings::residual>},
    {"residual-kind", readChoice<&Settings::residualKind>, writeChoice<&Settings::residualKind>},
    {"discard", readDiscard, writeNumber<&Settings::discard>},
    {"scope", readChoice<&Settings::scope>, writeChoice<&Settings::scope>},
    {"protect", readChoice<&Settings::protect>, writeChoice<&Settings::protect>},
    {"protected", readProtectedToken, writeNumber<&Settings::protectedToken>},
    {"order", readChoice<&Settings::order>, writeChoice<&Settings::order>},
    {"normalise", readChoice<&Settings::normalise>, writeChoice<&Settings::normalise>},
    {"start", readStart, writeStart},
    {"gradient-form", readChoice<&Settings::gradientForm>, writeChoice<&Settings::gradientForm>},
    {"gradient-normalise", readChoice<&Settings::gradientNormalise>,
     writeChoice<&Settings::gradientNormalise>},
    {"sink", readSink, writeSink},
    {"flow", readFlow, writeFlow},
    {"sort", readViewChoice<&ViewState::sort>, writeViewChoice<&ViewState::sort>},
    {"ghost", readViewSwitch<&ViewState::ghost>, writeViewSwitch<&ViewState::ghost>},
    {"raw-tokens", readViewSwitch<&ViewState::rawTokens>, writeViewSwitch<&ViewState::rawTokens>},
    {"words", readWords, writeViewSwitch<&ViewState::words>},
    {"spans", readSpans, writeSpans},
    {"segments", readSegments, writeViewChoice<&ViewState::segments>},
    {"hidden", readHidden, writeHidden},
    {"renormalise", readViewSwitch<&ViewState::renormaliseHidden>,
     writeViewSwitch<&ViewState::renormaliseHidden>},
    {"colors", readViewChoice<&ViewState::colormap>, writeViewChoice<&ViewState::colormap>},
    {"panel", readPanel, writeViewChoice<&ViewState::panel>},
    {"panes", readPaneViews, writePaneViews},
    {"dividers", readDividers, writeDividers},
    {"compare", readComparedColumns, writeComparedColumns},
    {"compare-as", readViewChoice<&ViewState::compareForm>,
     writeViewChoice<&ViewState::compareForm>},
    {"difference", readDifference, writeDifference},
    {"patches", readViewChoice<&ViewState::patchForm>, writeViewChoice<&ViewState::patchForm>},
    {"opacity", readOpacity, writeOpacity},
    {"leave-out", readLeftOut, writeLeftOut},
    {"scores", readScores, writeScores},
};

}  // namespace

std::span<const ShareKey> shareKeys() { return keys; }

}  // namespace hw
