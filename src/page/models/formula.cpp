// SPDX-License-Identifier: MIT
#include "page/models/formula.h"

#include <algorithm>
#include <iterator>

#include "core/model/contribution_kinds.h"
#include "core/model/presets.h"
#include "core/model/setting_fields.h"
#include "core/number_text.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"

namespace hw {
namespace {

std::string fusedWord(const Settings& settings) {
    if (settings.heads.size() == 1) return "W_" + std::to_string(settings.heads.front() + 1);
    if (settings.fusion == HeadFusion::gradientNorm) return "M";
    return std::string(nameOf(settings.fusion)) + " W";
}

/// Heads counted from 0, as "1, 3, 6".
std::string headNumbers(const std::vector<int>& heads) {
    std::string text;
    for (const int head : heads) text += (text.empty() ? "" : ", ") + std::to_string(head + 1);
    return text;
}

/// Formula for combining heads and gradients into one matrix.
std::string gradientWord(const Settings& settings) {
    const bool each = settings.gradientForm == GradientForm::positiveProduct;
    return each ? "E = mean relu(G W)" : "E = relu(mean G W)";
}

/// Lines that precede a formula of fused heads: the weights of the heads, and the layers with their own choice.
std::vector<std::string> fusionLines(const Settings& settings) {
    std::vector<std::string> lines;
    if (fusedWord(settings) == "M") {
        const bool isL1 = settings.gradientNorm == GradientNorm::l1;
        lines.emplace_back("M = sum w W in each layer"_tr);
        lines.emplace_back(isL1 ? "w = |G| / sum of |G|, L1"_tr : "w = |G| / sum of |G|, L2"_tr);
    }
    for (const LayerHeads& one : settings.layerHeads) {
        Settings own = settings;
        own.heads = one.heads;
        if (one.fusion) own.fusion = *one.fusion;
        const bool isSum = own.fusion == HeadFusion::gradientNorm;
        std::string fused = isSum ? "sum w W"_tr : fusedWord(own);
        if (one.heads.size() > 1)
            fused = formatText("{} of {}"_tr, {fused, headNumbers(one.heads)});
        if (!one.weights.empty()) fused = formatText("{}, weighted"_tr, {fused});
        lines.push_back(formatText("layer {}: {}"_tr, {one.layer + 1, fused}));
    }
    const std::vector<int>& own = settings.headOfLayer;
    if (own.size() == 2)
        lines.push_back(formatText("layer {}: only W_{}"_tr, {own[0] + 1, own[1] + 1}));
    return lines;
}

LocalizedText normaliseWord(const Settings& settings) {
    switch (settings.normalise) {
        case Normalise::rows: return "rows divided by their sum"_tr;
        case Normalise::columnsByRowSums: return "columns divided by row sums"_tr;
        case Normalise::none: break;
    }
    return "nothing divided"_tr;
}

/// "A = 0.50 I + 0.50 mean W", with the steps of discarding in their order.
std::vector<std::string> layerFormula(const Settings& settings, std::string fused) {
    std::vector<std::string> lines;
    const double a = settings.residual;
    std::string percent = twoDecimals(settings.discard * 100);
    if (percent.ends_with("00")) percent.resize(percent.size() - 3);
    const bool keepsTies = settings.ties == DiscardTies::keep;
    const std::string discard =
        formatText(keepsTies ? "below {}% quantile to 0"_tr : "smallest {}% to 0"_tr, {percent});
    const bool discards = settings.discard > 0;
    if (settings.sinks == SinkUse::exclude && fused != "E") {
        lines.push_back("P = " + fused + ", " + std::string("weight on sinks to the diagonal"_tr));
        fused = "P";
    }
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
    if (discards && settings.order == StepOrder::residualFirst) {
        if (keepsTies) lines.emplace_back(normaliseWord(settings));
        lines.push_back(discard);
    }
    if (discards) { lines.push_back(normaliseWord(settings)); }
    return lines;
}

/// The layers that take part, the last one first, such as "A_6 A_5 … A_1". Empty if there is none. Up to `most` layers
/// are all named.
std::string layersText(const Settings& settings, int first, int last, char of, int most,
                       const char* gap) {
    std::vector<std::string> factors;
    for (int each = last; each >= first; --each) {
        if (takesPart(settings, each))
            factors.push_back(std::string{of, '_'} + std::to_string(each + 1));
    }
    if (std::ssize(factors) > most) {
        factors.erase(factors.begin() + most / 3, factors.end() - 1);
        factors.insert(factors.end() - 1, "…");
    }
    std::string text;
    for (const auto& factor : factors) text += (text.empty() ? "" : gap) + factor;
    return text;
}

std::string productText(const Settings& settings, int first, int last, char of = 'A') {
    const std::string layers = layersText(settings, first, last, of, 6, " ");
    return layers.empty() ? "R = I" : "R = " + layers;
}

std::string meanText(const Settings& settings, int first, int last) {
    const std::string layers = layersText(settings, first, last, 'E', 3, ", ");
    return layers.empty() ? "R = 0" : "R = mean(" + layers + ")";
}

/// Adds a line about the layers that take no part, if there are any.
void addOthers(std::vector<std::string>& lines, const Settings& settings, const char* holds) {
    if (!settings.layers.empty())
        lines.push_back(
            formatText("layers other than {}: {}"_tr, {describeLayers(settings), holds}));
}

/// The legend of formulas across encoder and decoder.
constexpr LocalizedText sidesLine = "q decoder, i encoder"_tr;

std::vector<std::string> rolloutFormula(const AppState& state, int start) {
    const Settings& settings = state.view.settings;
    std::vector<std::string> lines = fusionLines(settings);
    std::ranges::move(layerFormula(settings, fusedWord(settings)), std::back_inserter(lines));
    if (state.view.side != Side::cross) {
        lines.push_back(productText(settings, start, state.view.layer));
        return lines;
    }
    const ExampleSummary& example = state.document->current;
    const std::string cross = "C_" + std::to_string(state.view.layer + 1);
    lines.push_back(formatText("{} = {} (cross)"_tr, {cross, fusedWord(settings)}));
    lines.push_back(std::string("R =") + (example.hasDecoderSelf ? " R_q " : " ") + cross +
                    (example.hasSelf ? " R_i" : ""));
    lines.emplace_back(sidesLine);
    return lines;
}

std::vector<std::string> relevanceFormula(const AppState& state, int start) {
    const Settings& settings = state.view.settings;
    std::vector<std::string> lines{gradientWord(settings)};
    if (state.view.side == Side::cross) {
        lines.emplace_back("R_i, R_q: R = R + E R, from I"_tr);
        lines.emplace_back("R_qi = R_qi + E R_qi, from 0"_tr);
        lines.emplace_back("R_qi = R_qi + N_qᵀ E N_i");
        lines.emplace_back("N: R - I by row sums, + I"_tr);
        lines.emplace_back(sidesLine);
    } else {
        lines.emplace_back("R = R + E R, from R = I"_tr);
        if (settings.ownOne == IdentityTerm::drop) lines.emplace_back("shown: R - I"_tr);
    }
    if (settings.startLayer > 0) lines.push_back(layerRange(start, state.view.layer));
    addOthers(lines, settings, "E = 0");
    return lines;
}

std::vector<std::string> jointFormula(const AppState& state, int start) {
    const Settings& settings = state.view.settings;
    const ChoiceName& form = wordOf(settings.jointForm);
    std::vector<std::string> lines{"u = " + std::string(form.detail)};
    if (settings.heads.size() == 1)
        lines.front() = formatText("{} of head {}"_tr, {lines.front(), settings.heads.front() + 1});
    if (settings.jointScale == JointScale::largest) lines.front() += " / max";
    lines.emplace_back("max F + µ sum log f(u-f)"_tr);
    lines.push_back("µ = " + inLanguage(numberText(settings.barrier)));
    lines.push_back(formatText("at the ends u = {}"_tr, {state.keyCount()}));
    addOthers(lines, settings, "A = I");
    lines.push_back(formatText("F joint, {}"_tr, {layerRange(start, state.view.layer)}));
    return lines;
}

/// T is the matrix in the file, with nothing added, discarded or divided. A last line names layers.
std::vector<std::string> contributionFormula(const AppState& state, int start) {
    const ExampleSummary& example = state.document->current;
    const Settings& settings = state.view.settings;
    const int layer = state.view.layer + 1;
    // Fits the width of the formulas' card.
    constexpr std::size_t longest = 20;
    const std::string label = describeContributions(example.contributionKind);
    std::vector<std::string> lines{label.size() <= longest ? "T = " + label
                                                           : std::string("T as in the file"_tr)};
    if (example.isGlobal) {
        lines.emplace_back("global: of the input"_tr);
        lines.emplace_back("not multiplied"_tr);
        lines.push_back("R = T_" + std::to_string(layer));
    } else if (!specOf(state.view.method).overLayers) {
        lines.push_back(formatText("T in layer {}"_tr, {layer}));
    } else if (state.view.method == Method::flow) {
        lines.emplace_back("capacities T"_tr);
        lines.emplace_back("no residual added"_tr);
        lines.push_back(formatText("F = max flow, {}"_tr, {layerRange(start, state.view.layer)}));
        addOthers(lines, settings, "T = I");
    } else {
        lines.emplace_back("no residual added"_tr);
        lines.emplace_back("nothing divided"_tr);
        lines.push_back(productText(settings, start, state.view.layer, 'T'));
    }
    return lines;
}

std::vector<std::string> plainLines(const AppState& state) {
    const Settings& settings = state.view.settings;
    const int layer = state.view.layer;
    const int start = std::min(settings.startLayer, layer);
    if (state.view.side == Side::contributions) return contributionFormula(state, start);
    switch (state.view.method) {
        case Method::raw: {
            std::vector<std::string> lines = fusionLines(settings);
            lines.push_back(formatText("{} in layer {}"_tr, {fusedWord(settings), layer + 1}));
            return lines;
        }
        case Method::rollout: return rolloutFormula(state, start);
        case Method::flow: {
            std::vector<std::string> lines = fusionLines(settings);
            std::ranges::move(layerFormula(settings, fusedWord(settings)),
                              std::back_inserter(lines));
            if (state.view.side == Side::cross) {
                const double residual = settings.residual;
                lines.push_back(formatText("{} = {} (cross)"_tr, {"C", fusedWord(settings)}));
                lines.emplace_back("A, C: in each layer"_tr);
                lines.push_back(formatText("up to {} stays, then A"_tr, {twoDecimals(residual)}));
                lines.push_back(
                    formatText("{} C to the encoder’s A"_tr, {twoDecimals(1 - residual)}));
            }
            lines.push_back(formatText("F = max flow, {}"_tr, {layerRange(start, layer)}));
            addOthers(lines, settings, "A = I");
            return lines;
        }
        case Method::gradientRollout: {
            std::vector<std::string> lines{gradientWord(settings)};
            if (settings.gradientNormalise == GradientNormalise::rowsFirst)
                lines.push_back("E: rows divided by their sum"_tr);
            for (std::string& line : layerFormula(settings, "E")) lines.push_back(std::move(line));
            if (settings.discard <= 0) lines.push_back(normaliseWord(settings));
            lines.push_back(productText(settings, start, layer));
            return lines;
        }
        case Method::relevance: return relevanceFormula(state, start);
        case Method::gradSam: return {gradientWord(settings), meanText(settings, start, layer)};
        case Method::joint: return jointFormula(state, start);
    }
    return {};
}

}  // namespace

std::vector<std::string> formulaLines(const AppState& state) {
    std::vector<std::string> lines = plainLines(state);
    if (isOver(state, state.view.side, state.view.method))
        lines.insert(lines.end() - 1, "relative to W = 1/(i+1)"_tr);
    return lines;
}

}  // namespace hw
