// SPDX-License-Identifier: MIT
#include "panels/method_limits.h"

#include "core/model/methods.h"
#include "core/model/settings.h"

namespace hw {
namespace {

constexpr LocalizedText ofAttention =
    "Attention weights show where a token attends, not which information it takes. They exclude value vectors, output projections and feed-forward layers."_tr;
constexpr LocalizedText ofContributions =
    "A contribution shows how much of a vector comes from a token, not how the model uses it."_tr;
constexpr LocalizedText withoutQuestion = "These numbers would be the same for any answer."_tr;

/// Used if attention is weighted by the gradients of an answer.
constexpr LocalizedText ofGradients[] = {
    "Gradients belong to one question about this text."_tr,
    "Gradients show the effect of very small changes in attention. If the answer is saturated, they can be near 0 for a token that matters. Hiding the token can have another effect."_tr,
    "Value vectors and feed-forward layers count only through gradients. Information that stays on the residual connection is not measured."_tr};
constexpr LocalizedText ofSigns =
    "Negative products count as 0, so evidence against the answer is not shown."_tr;
constexpr LocalizedText ofOwnOne =
    "Each token starts with its own 1, which is not a measurement. Compare only the other tokens."_tr;

/// Whether the numbers depend on gradients of an answer.
bool takesGradients(const ViewState& view) {
    const MethodSpec& spec = specOf(view.method);
    if (view.method == Method::joint) return needsGradients(view.settings.jointForm);
    return spec.needsGradients || (spec.fuses && needsGradients(view.settings.fusion));
}

}  // namespace

std::vector<std::string> limitsOfMethod(const AppState& state) {
    const ViewState& view = state.view;
    std::vector<std::string> limits{std::string(limitOf(view.method))};
    const auto add = [&](LocalizedText text) { limits.emplace_back(text.text()); };
    if (specOf(view.method).hasOwnOne && view.settings.ownOne == IdentityTerm::keep) add(ofOwnOne);
    if (takesGradients(view)) {
        for (const LocalizedText text : ofGradients) add(text);
        if (specOf(view.method).needsGradients) add(ofSigns);
        return limits;
    }
    add(view.side == Side::contributions ? ofContributions : ofAttention);
    add(withoutQuestion);
    return limits;
}

}  // namespace hw
