// SPDX-License-Identifier: MIT
#include "page/models/controls_model.h"

#include <algorithm>

#include "core/model/presets.h"
#include "core/tokens/token_text.h"
#include "page/models/model_text.h"
#include "page/models/number_words.h"
#include "page/models/value_scale.h"
#include "page/state/units.h"
#include "page/state/view_rules.h"
#include "protocol/canonical_query.h"

namespace hw {
namespace {

std::string headsText(const Settings& given, Method method, int heads) {
    const Settings settings =
        canonicalSettings(given, method, heads);  // gradients know the mean alone
    if (settings.heads.size() == 1) return "head " + std::to_string(settings.heads.front() + 1);
    const int used = settings.heads.empty() ? heads : static_cast<int>(settings.heads.size());
    std::string text = std::string(nameOf(settings.fusion)) + " of " + std::to_string(used);
    if (used != heads) text += " out of " + std::to_string(heads);
    return text;
}

std::string fusedWord(const Settings& settings) {
    if (settings.heads.size() == 1) return "W_" + std::to_string(settings.heads.front() + 1);
    return std::string(nameOf(settings.fusion)) + " W";
}

/// How heads and gradients become one matrix.
std::string gradientWord(const Settings& settings) {
    const bool each = settings.gradientForm == GradientForm::positiveProduct;
    return each ? "E = mean relu(G W)" : "E = relu(mean G W)";
}

const char* normaliseWord(const Settings& settings) {
    switch (settings.normalise) {
        case Normalise::rows: return "rows divided by their sum";
        case Normalise::columnsByRowSums: return "columns divided by row sums";
        case Normalise::none: break;
    }
    return "nothing is divided";
}

/// "A = 0.50 I + 0.50 mean W", with what discarding adds in the order in which it happens.
std::vector<std::string> layerFormula(const Settings& settings, std::string fused) {
    std::vector<std::string> lines;
    const double a = settings.residual;
    const std::string percent = twoDecimals(settings.discard * 100);
    const std::string discard = "smallest " + percent.substr(0, percent.find(".00")) + "% to 0";
    const bool discards = settings.discard > 0;
    if (discards && settings.order == StepOrder::discardFirst) {
        lines.push_back("V = " + fused + ", " + discard);
        fused = "V";
    }
    if (settings.residualKind == Residual::fixed) {
        lines.push_back("A = r " + fused + " + (1-r) I");
    } else if (a == 0) {
        lines.push_back("A = " + fused);
    } else {
        lines.push_back("A = " + twoDecimals(a) + " I + " + twoDecimals(1 - a) + " " + fused);
    }
    if (discards && settings.order == StepOrder::residualFirst) lines.push_back(discard);
    if (discards) { lines.push_back(normaliseWord(settings)); }
    return lines;
}

std::string productText(const Settings& settings, int first, int last) {
    std::vector<int> factors;
    for (int layer = last; layer >= first; --layer) {
        if (takesPart(settings, layer)) factors.push_back(layer);
    }
    std::string text = "R =";
    const auto factor = [](int layer) { return " A_" + std::to_string(layer + 1); };
    if (factors.empty()) return text + " I";
    if (factors.size() <= 6) {
        for (const int layer : factors) text += factor(layer);
    } else {
        text += factor(factors[0]) + factor(factors[1]) + " …" + factor(factors.back());
    }
    return text;
}

/// "1, 3, 4"
std::string layersWords(const Settings& settings) {
    std::string text;
    for (const int layer : settings.layers) {
        text += (text.empty() ? "" : ", ") + std::to_string(layer + 1);
    }
    return text;
}

/// What stands for the tokens of either side in formulas across both.
constexpr const char* sidesLine = "q decoder, i encoder";

std::vector<std::string> rolloutFormula(const AppState& state, int start) {
    const Settings& settings = state.view.settings;
    std::vector<std::string> lines = layerFormula(settings, fusedWord(settings));
    if (state.view.side != Side::cross) {
        lines.push_back(productText(settings, start, state.view.layer));
        return lines;
    }
    const ExampleSummary& example = state.document->current;
    lines.push_back("C = " + fusedWord(settings) + " (cross)");
    lines.push_back(std::string("R =") + (example.hasDecoderSelf ? " R_q" : "") + " C" +
                    (example.hasSelf ? " R_i" : ""));
    lines.emplace_back(sidesLine);
    return lines;
}

std::vector<std::string> relevanceFormula(const AppState& state, int start) {
    const Settings& settings = state.view.settings;
    std::vector<std::string> lines{gradientWord(settings)};
    if (state.view.side == Side::cross) {
        lines.emplace_back("R_i, R_q: R = R + E R, from I");
        lines.emplace_back("R_qi = R_qi + E R_qi, from 0");
        lines.emplace_back("R_qi = R_qi + N_qᵀ E N_i");
        lines.emplace_back("N: R - I by row sums, + I");
        lines.emplace_back(sidesLine);
    } else {
        lines.emplace_back("R = R + E R, from R = I");
    }
    if (settings.startLayer > 0) lines.push_back(layerRange(start, state.view.layer));
    if (!settings.layers.empty())
        lines.push_back("layers other than " + layersWords(settings) + ": E = 0");
    return lines;
}

std::vector<std::string> formulaLines(const AppState& state) {
    const Settings& settings = state.view.settings;
    const int layer = state.view.layer;
    const int start = std::min(settings.startLayer, layer);
    switch (state.view.method) {
        case Method::raw: return {fusedWord(settings) + " in layer " + std::to_string(layer + 1)};
        case Method::rollout: return rolloutFormula(state, start);
        case Method::flow: {
            std::vector<std::string> lines = layerFormula(settings, fusedWord(settings));
            lines.push_back("F = max flow, " + layerRange(start, layer));
            if (!settings.layers.empty())
                lines.push_back("layers other than " + layersWords(settings) + ": A = I");
            return lines;
        }
        case Method::gradientRollout: {
            std::vector<std::string> lines{gradientWord(settings)};
            if (settings.gradientNormalise == GradientNormalise::rowsFirst)
                lines.push_back("E: rows divided by their sum");
            for (std::string& line : layerFormula(settings, "E")) lines.push_back(std::move(line));
            if (settings.discard <= 0) lines.push_back(normaliseWord(settings));
            lines.push_back(productText(settings, start, layer));
            return lines;
        }
        case Method::relevance: return relevanceFormula(state, start);
    }
    return {};
}

/// Of what the settings say; of gradients first who weighs heads by them. Relevance has no other settings.
std::string citationOf(Method method, const Preset* preset) {
    const std::string text(specOf(method).cite);
    if (preset == nullptr || method == Method::relevance) return text;
    return (text.empty() ? "" : "E: " + text + ". A: ") + std::string(preset->citation);
}

std::vector<MethodChoice> methodChoices(const AppState& state) {
    std::vector<MethodChoice> choices;
    for (const Method method : every<Method>()) {
        MethodChoice choice{method, std::string(specOf(method).brief), true, ""};
        choice.available = isAvailable(state.document->current, state.view.side, method);
        if (!choice.available) {
            choice.why = whyUnavailable(state.document->current, state.view.side, method);
        }
        choices.push_back(std::move(choice));
    }
    return choices;
}

}  // namespace

std::vector<int> toggled(std::vector<int> list, int number, int count) {
    if (list.empty()) {
        for (int i = 0; i < count; ++i) list.push_back(i);
    }
    const auto found = std::lower_bound(list.begin(), list.end(), number);
    if (found == list.end() || *found != number) {
        list.insert(found, number);
    } else if (list.size() > 1) {
        list.erase(found);
    }
    if (static_cast<int>(list.size()) == count) list.clear();
    return list;
}

std::vector<int> specialTokens(const AppState& state) {
    std::vector<int> special;
    if (!state.document) return special;
    const std::vector<bool> yes =
        hw::specialTokens(state.keyTokens(), state.document->current.specialTokens);
    for (int key = 0; key < static_cast<int>(yes.size()); ++key) {
        if (yes[static_cast<std::size_t>(key)]) special.push_back(key);
    }
    return special;
}

ControlsModel controlsModel(const AppState& state) {
    ControlsModel model;
    model.methods = methodChoices(state);
    model.method = state.view.method;
    model.settings = state.view.settings;
    model.headCount = state.headCount();
    model.layerCount = state.layerCount();
    model.headsText = headsText(state.view.settings, model.method, model.headCount);
    model.layersText = state.view.settings.layers.empty()
                           ? "all " + std::to_string(model.layerCount)
                           : layersWords(state.view.settings);
    model.formula = formulaLines(state);
    const Preset* preset = presetOf(state.view.settings);
    model.preset = preset != nullptr ? std::string(preset->name) : "custom";
    model.citation = citationOf(model.method, preset);
    model.outputText = outputWords(state);
    model.outputMode = state.view.outputMode;
    model.sort = state.view.sort;
    model.ghost = state.view.ghost;
    model.scale = state.view.scale;
    model.hasOwnShare = hasOwnShare(state);
    model.ownShare = state.view.ownShare;
    model.rawTokens = state.view.rawTokens;
    model.tokensDiffer = shownKeys(state, false) != state.keyTokens();
    model.hasWords = hasWords(state);
    model.words = state.view.words;
    model.hasSegments = hasSegments(state);
    model.segments = state.view.segments;
    model.spans = state.view.spans;
    const bool chosen = state.view.outputMode == OutputMode::chosen;
    model.outputs = chosen ? state.view.outputs : std::vector<int>{};
    const Units units = queryUnits(state);
    const int first = model.outputs.empty() ? -1 : units.of(model.outputs.front());
    for (const int token : model.outputs) model.canJoin |= units.of(token) != first;
    model.canJoin = model.canJoin && keysAreOutputs(state) && !state.document->current.image;
    for (const std::vector<int>& span : model.spans) {
        model.canSplit |= std::ranges::includes(model.outputs, span);
    }
    model.relativeFlow = state.view.relativeFlow;
    model.specialTokens = specialTokens(state);
    model.special = !model.specialTokens.empty();
    model.hidden = state.view.hidden;
    model.specialHidden = !state.view.hidden.empty();
    model.renormaliseHidden = state.view.renormaliseHidden;
    model.colormap = state.view.colormap;
    model.sides = availableSides(state.document->current);
    model.side = state.view.side;
    return model;
}

}  // namespace hw
