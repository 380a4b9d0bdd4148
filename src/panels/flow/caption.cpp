// SPDX-License-Identifier: MIT
#include "panels/flow/caption.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "page/models/model_text.h"

namespace hw {
namespace {

std::string percent(double share) {
    char text[16];
    std::snprintf(text, sizeof text, share > 0.9995 ? "%.0f" : "%.1f", share * 100);
    return formatText("{}%"_tr, {inLanguage(text)});
}

/// For a joint flow, the drawn share in the layer where it is smallest.
double drawnShare(const FlowModel& model, double value) {
    std::vector<double> carried(model.layer - model.startLayer + 1, 0.0);
    for (const FlowRibbon& ribbon : model.ribbons) {
        carried[ribbon.layer - model.startLayer] += ribbon.amount;
    }
    return value > 0 ? *std::min_element(carried.begin(), carried.end()) / value : 1.0;
}

/// From the input up to the output, which is above this attention layer, zero-based.
std::string stepsText(const FlowPath& path, const std::vector<std::string>& names, int layer,
                      bool withLayers) {
    const std::vector<int>& down = path.tokens;
    std::string text = names[down.back()];
    for (int step = static_cast<int>(down.size()) - 2; step >= 0; --step) {
        if (down[step] == down[step + 1]) continue;
        const std::string& name = names[down[step]];
        text +=
            " → " + (withLayers ? formatText("{} in layer {}"_tr, {name, layer + 1 - step}) : name);
    }
    return text;
}

/// Whether the same flow can take other paths. Through one or two layers it cannot, since each path has its own edge,
/// and the maximum is the sum over tokens of the smaller capacity.
LocalizedText pathsText(int layers) {
    if (layers == 1) return "One edge carries the whole flow."_tr;
    if (layers == 2) return "No other set of paths carries the same flow."_tr;
    return "Many other sets of paths could carry the same flow."_tr;
}

/// The value, and its limit.
std::string valueText(const PairFlow& flow) {
    const double ceiling = std::min(flow.sourceCeiling, flow.sinkCeiling);
    const std::string value = shownNumber(flow.value);
    if (flow.value < ceiling) {
        return formatText(
            "At most {} of the input can reach the output, {} of the limit set by both ends."_tr,
            {value, percent(flow.value / ceiling)});
    }
    return formatText(
        flow.sinkCeiling <= flow.sourceCeiling
            ? "At most {} of the input can reach the output, all that the first layer can take, so the value shows little about the output token."_tr
            : "At most {} of the input can reach the output, all that the output token can take."_tr,
        {value});
}

}  // namespace

std::vector<std::string> pathTexts(const PairFlow& flow, const std::vector<std::string>& names,
                                   std::size_t most) {
    const std::size_t count = std::min(flow.paths.size(), most);
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i)
        texts.push_back(stepsText(flow.paths[i], names, flow.layer, false));
    const std::vector<std::string> tokensOnly = texts;
    for (std::size_t i = 0; i < count; ++i) {
        if (std::ranges::count(tokensOnly, tokensOnly[i]) > 1)
            texts[i] = stepsText(flow.paths[i], names, flow.layer, true);
        const int decimals = decimalsFor(flow.paths.front().amount);
        texts[i] = shownNumber(flow.paths[i].amount, decimals) + "  " + texts[i];
    }
    return texts;
}

bool isOneOfMany(const FlowModel& model) { return model.layer - model.startLayer + 1 > 2; }

std::string jointCaption(const FlowModel& model, const PairFlow& flow, int tokens) {
    const std::string text = formatText(
        "All {} that the output token receives comes from the inputs, and its own row is the minimum cut. The joint flow shown is one of many. Its shares follow attention, so its numbers equal rollout, not the flows of single inputs."_tr,
        {shownNumber(flow.value)});
    const double drawn = drawnShare(model, flow.value);
    if (drawn > 0.9995) return text;
    const int rows = static_cast<int>(model.rows.size());
    if (rows < tokens) {
        return text + " " +
               formatText(
                   "{} of {} tokens and their largest edges are drawn, with at least {} of the flow in every layer."_tr,
                   {rows, tokens, percent(drawn)});
    }
    return text + " " +
           formatText("The drawn edges carry at least {} of the flow in every layer."_tr,
                      {percent(drawn)});
}

std::string pairCaption(const FlowModel& model, const PairFlow& flow, int tokens) {
    if (flow.value == 0) return "No attention path connects the input to the output."_tr;
    std::string text = valueText(flow);
    const auto add = [&](std::string_view more) { text.append(" ").append(more); };
    add(pluralText(
        static_cast<int>(flow.nearSource.edges.size()),
        flow.cutIsUnique
            ? "The minimum cut ({} edge) is unique.|The minimum cut ({} edges) is unique."_tr
            : "The minimum cut ({} edge) is one of several.|The minimum cut ({} edges) is one of several."_tr));
    double drawn = 0;
    for (const FlowPath& path : flow.paths) {
        const bool whole = std::all_of(path.tokens.begin(), path.tokens.end(), [&](int token) {
            return std::binary_search(model.rows.begin(), model.rows.end(), token);
        });
        if (whole) drawn += path.amount;
    }
    add(pathsText(model.layer - model.startLayer + 1));
    if (static_cast<int>(model.rows.size()) < tokens) {
        add(formatText("{} of {} tokens are drawn. They carry {} of the flow."_tr,
                       {model.rows.size(), tokens, percent(drawn / flow.value)}));
    }
    return text;
}

}  // namespace hw
