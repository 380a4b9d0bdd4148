// SPDX-License-Identifier: MIT
#include "page/rules/available.h"

#include "core/methods/method_stack.h"
#include "core/model/attention_model.h"
#include "core/model/divisor.h"
#include "core/model/methods.h"
#include "protocol/can_make.h"

namespace hw {

MatrixKind kindOf(const ExampleSummary& example, Side side) {
    if (side != Side::contributions) return MatrixKind::attention;
    return example.isGlobal ? MatrixKind::globalContributions : MatrixKind::contributions;
}

std::vector<Side> availableSides(const ExampleSummary& example) {
    std::vector<Side> sides;
    if (example.contributionLayers > 0) sides.push_back(Side::contributions);
    if (example.hasSelf) sides.push_back(Side::encoder);
    if (example.hasDecoderSelf) sides.push_back(Side::decoder);
    if (example.hasCross) sides.push_back(Side::cross);
    if (sides.empty()) sides.push_back(Side::encoder);
    return sides;
}

Side mainSide(const ExampleSummary& example) {
    return example.hasCross ? Side::cross : availableSides(example).front();
}

bool hasGradients(const ExampleSummary& example, Side side) {
    if (side == Side::contributions) return false;
    if (side == Side::cross) return example.hasRelevance;
    return side == Side::encoder ? example.hasGradients : example.hasDecoderGradients;
}

bool isAvailable(const ExampleSummary& example, Side side, Method method) {
    const MethodSpec& spec = specOf(method);
    const bool across = side == Side::cross;
    if (across && !textsOf(method).notAcross.empty()) return false;
    if (side == Side::contributions)
        return isOfContributions(method, kindOf(example, side), hasNegative(example, side));
    if (spec.needsGradients) return hasGradients(example, side);
    return !across || !spec.overLayers || example.hasSelf || example.hasDecoderSelf;
}

bool hasNegative(const ExampleSummary& example, Side side) {
    return (example.negativeSides >> static_cast<int>(side) & 1) != 0;
}

namespace {

bool isCausal(const ExampleSummary& example, Side side) {
    return side == Side::decoder ||
           (hasEncoderQueries(side) && example.kind == AttentionKind::causal);
}

}  // namespace

bool isCausal(const AppState& state) {
    return state.document && isCausal(state.document->current, state.view.side);
}

std::string whyNoDivisor(const ExampleSummary& example, Side side, Method method) {
    if (side == Side::cross) return std::string(noRatioAcross);
    return std::string(whyNoRatio(method, kindOf(example, side), isCausal(example, side),
                                  hasNegative(example, side)));
}

bool isOver(const AppState& state, Side side, Method method) {
    return state.view.over != Divisor::nothing && state.document &&
           whyNoDivisor(state.document->current, side, method).empty();
}

ValueForm formOf(const AppState& state, Method method) {
    const Side side = state.view.side;
    if (isOver(state, side, method)) return ValueForm::ratios;
    if (!state.document || !specOf(method).isProduct) return ValueForm::amounts;
    const ExampleSummary& example = state.document->current;
    // Rollout across both sides contains all three.
    const bool all =
        side == Side::cross && specOf(method).wholeAcross && example.negativeSides != 0;
    return all || hasNegative(example, side) ? ValueForm::signs : ValueForm::amounts;
}

namespace {

/// The reason why contributions lack a method of gradients, or another that is defined for attention only.
std::string whyNoContributions(const ExampleSummary& example, bool gradients) {
    if (gradients && !example.hasGradients) return "The file has no gradients."_tr;
    if (gradients) {
        return example.hasSelf ? "Gradients weight attention only. Choose attention."_tr
                               : "Gradients weight attention only."_tr;
    }
    return example.hasSelf ? "Defined for attention only. Choose attention."_tr
                           : "Defined for attention only."_tr;
}

}  // namespace

std::string whyNoGradients(const ExampleSummary& example, Side side) {
    if (hasGradients(example, side)) return {};
    if (const LocalizedText way = waysToGradients(example.recipe); !way.empty())
        return std::string(way);
    if (side == Side::contributions) return whyNoContributions(example, true);
    if (side == Side::cross)
        return "This needs gradients of encoder, decoder and cross-attention."_tr;
    const bool other = side == Side::encoder ? example.hasDecoderGradients : example.hasGradients;
    if (!example.hasCross && !other) return "The file has no gradients."_tr;
    if (side == Side::encoder)
        return other ? "No gradients for the encoder. Choose the decoder."_tr
                     : "The file has no gradients for the encoder."_tr;
    return other ? "No gradients for the decoder. Choose the encoder."_tr
                 : "The file has no gradients for the decoder."_tr;
}

std::string whyNotThere(const ExampleSummary& example, Side side, Needs needs) {
    if (needs == Needs::nothing) return {};
    const bool only = needs == Needs::ownGradients && example.productGradients;
    return only ? std::string(onlyProducts) : whyNoGradients(example, side);
}

std::string whyUnavailable(const ExampleSummary& example, Side side, Method method) {
    const MethodSpec& spec = specOf(method);
    if (const LocalizedText why = textsOf(method).notAcross; side == Side::cross && !why.empty())
        return std::string(why);
    if (side == Side::contributions) {
        if (method == Method::flow && hasNegative(example, side))
            return "Some contributions are negative. Flow can’t use them."_tr;
        if (method == Method::flow)
            return "These contributions already refer to the input, so flow has no layers."_tr;
        return whyNoContributions(example, spec.needsGradients);
    }
    return spec.needsGradients ? whyNoGradients(example, side)
                               : "The file has no self-attention."_tr;
}

}  // namespace hw
