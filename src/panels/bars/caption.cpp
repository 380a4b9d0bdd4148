// SPDX-License-Identifier: MIT
#include "panels/bars/caption.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/methods/missing.h"
#include "page/answers/shown_profile.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"

namespace hw {
namespace {

/// For flow, the number of saturated inputs, which readers need before they compare bars.
std::string describeSaturation(const Answer* profile, int layer) {
    const std::size_t row = layer;
    if (profile == nullptr || row >= profile->saturated.size()) return "";
    const int full = profile->saturated[row];
    const int reached = profile->reached[row];
    const int tied = row < profile->tied.size() ? profile->tied[row] : 0;
    std::string text;
    if (full > 0) {
        text =
            " " +
            sayCount(
                full,
                "{} of {} is saturated and shows nothing about the output token.|{} of {} are saturated and show nothing about the output token."_tr,
                {full, pluralText(reached, "{} input|{} inputs"_tr)});
    }
    // At least two values are tied. Their order means nothing.
    if (tied > 0) text += " " + formatText("{} values are tied."_tr, {tied});
    return text;
}

/// The highest and the lowest value relative to the uniform causal model, as a sentence.
std::string ratioCaption(const ShownProfile& profile, int layer,
                         const std::vector<std::string>& keys) {
    std::vector<int> order = byScore(profile, layer);
    std::erase_if(order, [&](int key) { return std::isnan(profile.at(layer, key)); });
    if (order.empty()) return "";
    const auto value = [&](int key) {
        return formatText(
            "{} ({} times)"_tr,
            {quotedAt(keys, key), shownNumber(profile.at(layer, key), fewestDecimals)});
    };
    if (order.size() == 1)
        return formatText("Relative to a uniform causal model, {} is highest."_tr,
                          {value(order.front())});
    return formatText("Relative to a uniform causal model, {} is highest and {} lowest."_tr,
                      {value(order.front()), value(order.back())});
}

/// The number of exact values, while flows of a long input are computed.
std::string rangesCaption(const ShownProfile& profile, int layer) {
    const ExactCount count = exactIn(profile, layer);
    return formatText(
        "{} of {} values are exact so far. The others are proven to lie within the drawn ranges."_tr,
        {count.exact, count.all()});
}

/// The sums of positive and negative values, or empty without negative ones.
std::string signsCaption(const ShownProfile& profile, int layer) {
    double above = 0;
    double below = 0;
    for (int key = 0; key < profile.keys(); ++key) {
        const auto value = static_cast<double>(profile.at(layer, key));
        if (!std::isnan(value)) (value < 0 ? below : above) += value;
    }
    if (below == 0) return "";
    const int decimals = decimalsFor(std::max(above, -below));
    return " " + formatText("The values sum to {} ({} above 0 and {} below)."_tr,
                            {signedNumber(above + below, decimals), signedNumber(above, decimals),
                             signedNumber(below, decimals)});
}

/// Removes the output's own share from the order, where it hides the others, and returns a sentence about it. Empty if
/// there are no others.
std::string takeOwn(std::vector<int>& order, const AppState& state, const ShownProfile& profile) {
    const auto isOwn = [&](int key) {
        return std::ranges::binary_search(state.view.outputs, profile.units().list[key].token());
    };
    if (std::ranges::all_of(order, isOwn)) return "";
    double sum = 0;
    for (const int key : order) {
        const auto value = static_cast<double>(profile.at(state.view.layer, key));
        if (isOwn(key) && !std::isnan(value)) sum += value;
    }
    std::erase_if(order, isOwn);
    return sayCount(outputCount(state),
                    startsWithOne(state, state.view.method)
                        ? "{} has {} of itself, since each token starts with 1.|{} have "
                          "{} of themselves, since each token starts with 1."_tr
                        : "{} draws {} from itself.|{} draw {} from themselves."_tr,
                    {describeOutput(state), shownNumber(sum)});
}

/// The first sentence about one input and about two, and the same after a sentence about the output's own share.
struct CaptionForms {
    LocalizedText one;
    LocalizedText two;
    LocalizedText oneOther;
    LocalizedText twoOthers;
};

constexpr CaptionForms looks{"Most attention goes to {}."_tr,
                             "Most attention goes to {}, then {}."_tr,
                             "Among the others, most attention goes to {}."_tr,
                             "Among the others, most attention goes to {}, then {}."_tr};
constexpr CaptionForms comes{"Most comes from {}."_tr, "Most comes from {}, then {}."_tr,
                             "Among the others, most comes from {}."_tr,
                             "Among the others, most comes from {}, then {}."_tr};
constexpr CaptionForms couldCome{"Most could come from {}."_tr,
                                 "Most could come from {}, then {}."_tr,
                                 "Among the others, most could come from {}."_tr,
                                 "Among the others, most could come from {}, then {}."_tr};
constexpr CaptionForms owes{"Most is attributed to {}."_tr, "Most is attributed to {}, then {}."_tr,
                            "Among the others, most is attributed to {}."_tr,
                            "Among the others, most is attributed to {}, then {}."_tr};

/// The meaning of the largest values. With gradients an answer is attributed to them, contributions of one layer were
/// measured, and attention only goes to them. Rollout and flow only show what could come from where.
const CaptionForms& leading(const AppState& state) {
    const MethodSpec& spec = specOf(state.view.method);
    if (spec.needsGradients) return owes;
    if (spec.overLayers) return couldCome;
    return state.view.side == Side::contributions ? comes : looks;
}

}  // namespace

std::string barsCaption(const AppState& state, const ShownProfile& profile, const ShownProfile& raw,
                        const Answer* answer, const ValueScale& scale) {
    if (!profile.ready()) return "";
    const std::vector<std::string> keys = profile.units().texts();
    const int layer = state.view.layer;
    const bool flow = state.view.method == Method::flow;
    const ValueForm form = formOf(state, state.view.method);
    if (form == ValueForm::ratios) return ratioCaption(profile, layer, keys);
    if (profile.hasRanges(layer)) return rangesCaption(profile, layer);
    std::vector<int> order = byScore(profile, layer);
    const auto end = [&](const ShownProfile& from) {
        const float largest = from.largest(layer);
        return &from == &profile ? std::min(largest, scale.end) : largest;
    };
    const auto value = [&](const ShownProfile& from, int key) {
        return quotedAt(keys, key) + " " +
               signedNumber(from.at(layer, key), decimalsFor(end(from)));
    };
    if (order.empty()) return "";
    if (std::isnan(profile.at(layer, order[0]))) {
        if (answer == nullptr || answer->complete < 1) return "";
        return nothingKnown;
    }
    std::string own;
    const bool starts = hasOwnShare(state) && startsWithOne(state, state.view.method);
    if (starts || (scale.isOwn && scale.beyond && !flow)) own = takeOwn(order, state, profile);
    const bool isAlone = order.size() == 1;
    const CaptionForms& words = leading(state);
    const bool isFirst = own.empty();
    std::string text = isFirst ? "" : own + ' ';
    if (isAlone)
        text += formatText(isFirst ? words.one : words.oneOther, {value(profile, order[0])});
    else
        text += formatText(isFirst ? words.two : words.twoOthers,
                           {value(profile, order[0]), value(profile, order[1])});
    if (form == ValueForm::signs) text += signsCaption(profile, layer);
    if (flow) return text + describeSaturation(answer, layer);
    if (specOf(state.view.method).overLayers && raw.ready()) {
        const std::vector<int> alone = byScore(raw, layer);
        if (!std::isnan(raw.at(layer, alone[0]))) {
            const bool isTaken = state.view.side == Side::contributions;
            text += " " + formatText(isTaken ? "On its own, layer {} draws most from {}."_tr
                                             : "On its own, layer {} attends most to {}."_tr,
                                     {layer + 1, value(raw, alone[0])});
        }
    }
    return text;
}

}  // namespace hw
