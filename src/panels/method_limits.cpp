// SPDX-License-Identifier: MIT
#include "panels/method_limits.h"

#include "core/model/methods.h"
#include "core/model/settings.h"

namespace hw {
namespace {

constexpr Words ofAttention =
    "Attention weights say where a token looks, not what it takes from there: value vectors, "
    "output projections and feed-forward layers are not in these numbers."_tr;
constexpr Words ofContributions =
    "A contribution says how much of a vector comes from a token, not what the model does with "
    "it."_tr;
constexpr Words withoutQuestion =
    "The question to the model is not in these numbers: they are the same for each answer."_tr;

/// Where attention is weighted by the gradients of an answer.
constexpr Words ofGradients[] = {
    "Gradients are of one question, to the text as it is: another question has other numbers."_tr,
    "Gradients are first order: they say what a very small change of attention would do. Where the "
    "answer is saturated they can be near 0, even for a token that matters; removing a token can "
    "do something else."_tr,
    "Value vectors and feed-forward layers count only through the gradients; what stays on the "
    "residual connection is not measured."_tr};
constexpr Words ofSigns =
    "Negative products count as 0: what speaks against the answer is not shown."_tr;
constexpr Words ofOwnOne =
    "Each token starts with 1 of its own, which is no measurement: compare the other tokens with "
    "one another, not with it."_tr;

/// Whether gradients of an answer are in the numbers.
bool takesGradients(const ViewState& view) {
    const MethodSpec& spec = specOf(view.method);
    if (view.method == Method::joint) return needsGradients(view.settings.jointForm);
    return spec.needsGradients || (spec.fuses && needsGradients(view.settings.fusion));
}

}  // namespace

std::vector<std::string> limitsOfMethod(const AppState& state) {
    const ViewState& view = state.view;
    std::vector<std::string> limits{std::string(limitOf(view.method))};
    const auto add = [&](Words text) { limits.emplace_back(text.text()); };
    if (specOf(view.method).hasOwnOne && view.settings.ownOne == OwnOne::keep) add(ofOwnOne);
    if (takesGradients(view)) {
        for (const Words text : ofGradients) add(text);
        if (specOf(view.method).needsGradients) add(ofSigns);
        return limits;
    }
    add(view.side == Side::contributions ? ofContributions : ofAttention);
    add(withoutQuestion);
    return limits;
}

}  // namespace hw
