// SPDX-License-Identifier: MIT
#include "core/report/cited.h"

#include <algorithm>
#include <vector>

#include "core/model/contribution_kinds.h"
#include "core/model/methods.h"
#include "core/model/presets.h"
#include "core/number_text.h"
#include "core/report/bibtex_entries.h"

namespace hw {
namespace {

/// "1, 4 and 6" for numbers from 0.
std::string countedFromOne(const std::vector<int>& numbers) {
    std::string text;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) text += i + 1 == numbers.size() ? " and " : ", ";
        text += numberText(numbers[i] + 1);
    }
    return text;
}

std::string fusedPart(const CitedAnalysis& it, const Settings& s) {
    if (it.heads <= 1) return "each layer has one head";
    std::string heads = "all " + numberText(it.heads) + " heads";
    if (!s.heads.empty())
        heads = (s.heads.size() == 1 ? "head " : "heads ") + countedFromOne(s.heads) + " of " +
                numberText(it.heads);
    if (s.heads.size() == 1) return heads + " was taken";
    switch (s.fusion) {
        case HeadFusion::max: return heads + " were fused by their maximum";
        case HeadFusion::min: return heads + " were fused by their minimum";
        case HeadFusion::gradientNorm:
            return heads + " were averaged with weights in proportion to the " +
                   (s.gradientNorm == GradientNorm::l1 ? "L1" : "L2") +
                   " norm of each head's gradient in the layer (after GMAR, 2025)";
        case HeadFusion::mean: break;
    }
    if (s.headWeights.empty()) return heads + " were averaged with equal weights";
    std::string weights;
    for (const double weight : s.headWeights)
        weights += (weights.empty() ? "" : ", ") + numberText(weight);
    return heads + " were averaged with the weights " + weights;
}

/// First every layer's choice, then the layers with their own choice.
std::string headsPart(const CitedAnalysis& it) {
    std::string text = fusedPart(it, it.settings);
    for (const LayerHeads& one : it.settings.layerHeads) {
        Settings own = it.settings;
        if (one.fusion) own.fusion = *one.fusion;
        if (!one.heads.empty()) own.heads = one.heads;
        if (!one.heads.empty() || !one.weights.empty()) own.headWeights = one.weights;
        text += "; in layer " + numberText(one.layer + 1) + ' ' + fusedPart(it, own);
    }
    return text;
}

/// The one layer that has its own head, or nothing.
std::string ownHeadPart(const Settings& s) {
    if (s.headOfLayer.size() != 2) return {};
    return "; in layer " + numberText(s.headOfLayer[0] + 1) + " head " +
           numberText(s.headOfLayer[1] + 1) + " stood alone (after Abnar and Zuidema, 2020, A.1)";
}

std::string capacitiesPart(const CitedAnalysis& it) {
    const Settings& s = it.settings;
    std::string text = "capacities were the mean over ";
    text += s.heads.empty() ? "all " + numberText(it.heads) + " heads of "
                            : "heads " + countedFromOne(s.heads) + " of the " +
                                  numberText(it.heads) + " heads of ";
    switch (s.jointForm) {
        case JointForm::attention: text += "attention W"; break;
        case JointForm::gradient: text += "relu(G), with G the gradient"; break;
        case JointForm::product: text += "relu(W G), with G the gradient"; break;
    }
    text += s.jointScale == JointScale::largest ? ", divided by the largest one" : ", as they are";
    return text + "; no residual entered; the barrier's weight was " + numberText(s.barrier);
}

std::string gradientPart(const CitedAnalysis& it) {
    if (it.settings.gradientForm == GradientForm::positiveProduct) {
        return "heads were weighted by gradients: E is the mean over all " + numberText(it.heads) +
               " heads of the positive part of gradient times attention";
    }
    return "heads were weighted by gradients: E is the positive part of the mean over all " +
           numberText(it.heads) + " heads of gradient times attention";
}

std::string residualPart(const Settings& s, const std::string& matrix) {
    if (s.residualKind == Residual::fixed) {
        return "the residual connection entered with the fixed ratios r of the data (" +
               numberText(1 - s.residual) +
               " where they have none) and 1 - r on the diagonal "
               "(Modarressi et al., 2022)";
    }
    return "the residual connection entered as A = " + numberText(s.residual) + " I + " +
           numberText(1 - s.residual) + ' ' + matrix;
}

std::string discardPart(const Settings& s) {
    if (s.discard <= 0) return "no entries were discarded";
    const std::string of = s.scope == DiscardScope::matrix ? "each layer's matrix" : "each row";
    std::string text = s.ties == DiscardTies::keep
                           ? "entries of " + of + " strictly below its quantile of " +
                                 numberText(s.discard * 100) + " % were set to 0 "
                           : "the smallest " + numberText(s.discard * 100) +
                                 " % of the entries of " + of + " were set to 0 ";
    text += s.order == StepOrder::residualFirst ? "after" : "before";
    text += " the residual entered";
    switch (s.protect) {
        case DiscardProtect::nothing: return text;
        case DiscardProtect::diagonal: return text + ", the diagonal excepted";
        case DiscardProtect::token:
            return text + ", row and column of token " + numberText(s.protectedToken + 1) +
                   " excepted";
        case DiscardProtect::corner: return text + ", the first entry of the first row excepted";
    }
    return text;
}

std::string normalisePart(Normalise normalise) {
    switch (normalise) {
        case Normalise::rows: return "each row was then divided by its sum";
        case Normalise::columnsByRowSums:
            return "column j was then divided by the sum of row j, as vit-explain was published";
        case Normalise::none: break;
    }
    return "rows were not divided by their sums";
}

std::string layersPart(const CitedAnalysis& it) {
    const int first = std::min(it.settings.startLayer, std::max(it.layers - 1, 0));
    std::string text = "layers " + numberText(first + 1) + " to " + numberText(it.layers);
    if (first + 1 == it.layers) text = "layer " + numberText(it.layers);
    text += " of " + numberText(it.layers);
    if (!it.settings.layers.empty())
        text += ", of which " + countedFromOne(it.settings.layers) +
                " took part and the others handed on what they got";
    return text;
}

std::string programEntry(const CitedAnalysis& it) {
    const std::string_view name = it.program.substr(0, it.program.find(' '));
    std::string text = "@software{headwaters,\n  title   = {" + std::string(name) + "},\n";
    text += "  author  = {{Headwaters contributors}},\n";
    if (name.size() < it.program.size())
        text += "  version = {" + std::string(it.program.substr(name.size() + 1)) + "},\n";
    if (!it.address.empty()) text += "  url     = {" + std::string(it.address) + "},\n";
    if (it.accessed.size() >= 4)
        text += "  year    = {" + std::string(it.accessed.substr(0, 4)) + "},\n  urldate = {" +
                std::string(it.accessed) + "},\n";
    text.erase(text.size() - 2, 1);
    return text + "}\n";
}

/// For contributions, which only the choice of layers changes.
std::string contributionSentence(const CitedAnalysis& it) {
    const std::string name = citedContributions(it.contributions);
    const std::string program(it.program);
    if (it.kind == MatrixKind::globalContributions)
        return "Contributions of the input up to each layer, " + name + ", were shown with " +
               program + " as they are; they are global already and were not multiplied.";
    if (!specOf(it.method).overLayers)
        return "Contributions within each layer, " + name + ", were shown with " + program +
               " as they are.";
    const bool isFlow = it.method == Method::flow;
    std::string text = isFlow ? "Flow (Abnar and Zuidema, 2020), the maximum flow for each pair of "
                                "tokens with contributions as capacities,"
                              : "Rollout (Abnar and Zuidema, 2020) of contributions";
    text += " was computed with " + program + " over " + layersPart(it) + ". The contributions, " +
            name + ", entered as they are: " +
            (isFlow ? "no residual was added and rows were not divided by their sums"
                    : "rollout is their plain product, no residual was added and rows were not "
                      "divided by their sums");
    if (isFlow)
        text += it.relativeFlow ? "; each row of the flow was divided by its sum"
                                : "; flow is given as it is, not divided";
    return text + ".";
}

std::string plainSentence(const CitedAnalysis& it) {
    const Settings& s = it.settings;
    if (it.kind != MatrixKind::attention) return contributionSentence(it);
    std::string text =
        std::string(textsOf(it.method).subject) + " was computed with " + std::string(it.program);
    if (!specOf(it.method).overLayers) return text + "; " + headsPart(it) + ownHeadPart(s) + ".";
    text += it.acrossSides ? " across decoder and encoder, over " : " over ";
    text += layersPart(it) + ". ";
    const auto sentence = [&](std::string part) {
        part[0] =
            static_cast<char>(part[0] >= 'a' && part[0] <= 'z' ? part[0] - 'a' + 'A' : part[0]);
        text += part;
    };
    if (const std::string_view then = textsOf(it.method).sentence; !then.empty()) {
        sentence(gradientPart(it) + ", and " + std::string(then));
        const bool dropsOwn = specOf(it.method).hasOwnOne && s.ownOne == IdentityTerm::drop;
        return text + (dropsOwn ? ", without a token's own 1." : ".");
    }
    if (it.method == Method::joint) {
        sentence(capacitiesPart(it));
        return text + ".";
    }
    const bool gradients = specOf(it.method).needsGradients;
    sentence(gradients ? gradientPart(it) : headsPart(it) + ownHeadPart(s) + ", which gives W");
    if (gradients && s.gradientNormalise == GradientNormalise::rowsFirst)
        text += "; each of its rows was divided by its sum";
    if (s.sinks == SinkUse::exclude && !gradients)
        text += "; attention to attention sinks was added to the reader's own weight";
    text += "; " + residualPart(s, gradients ? "E" : "W") + "; " + discardPart(s) + "; " +
            normalisePart(s.normalise);
    if (it.method == Method::flow && it.acrossSides)
        text += "; from each decoder layer up to " + numberText(s.residual) +
                " flows on to its self-attention and " + numberText(1 - s.residual) +
                " times cross-attention to the top of the encoder (a construction after Metzger et "
                "al., 2022)";
    if (it.method == Method::flow)
        text += it.relativeFlow ? "; each row of the flow was divided by its sum"
                                : "; flow is given as it is, not divided";
    return text + ".";
}

}  // namespace

std::string methodsSentence(const CitedAnalysis& it) {
    std::string text = plainSentence(it);
    if (it.over == Divisor::nothing) return text;
    return text +
           " Each value was divided by that of a causal model of the same depth, start layer and "
           "residual weight whose tokens look equally at all tokens up to themselves, a "
           "normalisation of the program's own.";
}

std::string bibtex(const CitedAnalysis& it) {
    std::string text;
    if (it.kind != MatrixKind::attention) {
        const ContributionKind* kind = findContributionKind(it.contributions);
        if (it.kind == MatrixKind::contributions && specOf(it.method).overLayers) text += abnar;
        if (kind != nullptr) text += kind->bibtex;
        return text + programEntry(it);
    }
    const bool gradients = specOf(it.method).needsGradients;
    const bool layered = specOf(it.method).hasSteps;
    if (it.method == Method::joint) text += azarkhalili;
    if (layered && !gradients) text += abnar;
    if (it.method == Method::flow && it.acrossSides) text += metzger;
    if (gradients) text += it.method == Method::gradSam ? barkan : chefer;
    if (layered && it.settings.residualKind == Residual::fixed) text += globenc;
    const Preset* preset = layered ? presetOf(it.settings) : nullptr;
    if (preset != nullptr && preset->id.starts_with("vit-explain")) text += vitExplain;
    if (preset != nullptr && preset->id == "chefer-2021-start-layer") text += cheferBeyond;
    return text + programEntry(it);
}

}  // namespace hw
