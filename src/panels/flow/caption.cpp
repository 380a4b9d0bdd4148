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
    std::snprintf(text, sizeof text, share > 0.9995 ? "%.0f%%" : "%.1f%%", share * 100);
    return text;
}

/// Of a joint flow, the share that is drawn in the layer where that is least.
double drawnShare(const FlowModel& model, double value) {
    std::vector<double> carried(model.layer - model.startLayer + 1, 0.0);
    for (const FlowRibbon& ribbon : model.ribbons) {
        carried[ribbon.layer - model.startLayer] += ribbon.amount;
    }
    return value > 0 ? *std::min_element(carried.begin(), carried.end()) / value : 1.0;
}

/// `layer`: the source stands above this attention layer, zero-based.
std::string stepsText(const FlowPath& path, const std::vector<std::string>& names, int layer,
                      bool withLayers) {
    std::string text;
    for (std::size_t step = 0; step < path.tokens.size(); ++step) {
        const int token = path.tokens[step];
        if (step > 0 && token == path.tokens[step - 1]) continue;
        if (step > 0) text += " · ";
        text += names[token];
        if (step > 0 && withLayers)
            text += " in layer " + std::to_string(layer + 2 - static_cast<int>(step));
    }
    return text;
}

/// How free the flow is in its paths. Through one or two layers it is not: each path has an edge of its own, and the
/// maximum is the sum over tokens of the smaller capacity.
std::string pathsText(int layers) {
    if (layers == 1) return " One edge carries all of it.";
    if (layers == 2) return " No other paths carry as much.";
    return " Other sets of paths may carry as much; one is shown.";
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

std::string jointCaption(const FlowModel& model, const PairFlow& flow, int tokens) {
    std::string text =
        "All that the output token takes in, " + shownNumber(flow.value) +
        ", reaches the inputs together; its own row is the minimum cut. Many joint flows do "
        "that. In the one shown every token passes on what it receives in proportion to its "
        "attention, which is rollout.";
    const double drawn = drawnShare(model, flow.value);
    if (drawn > 0.9995) return text;
    const int rows = static_cast<int>(model.rows.size());
    if (rows < tokens)
        text += " " + std::to_string(rows) + " of " + std::to_string(tokens) + " tokens and their";
    else
        text += " The";
    return text + " largest edges are drawn: at least " + percent(drawn) +
           " of the flow in every layer.";
}

std::string pairCaption(const FlowModel& model, const PairFlow& flow, int tokens) {
    const double ceiling = std::min(flow.sourceCeiling, flow.sinkCeiling);
    std::string text = "At most " + shownNumber(flow.value) + " can flow";
    if (flow.value == 0) return "Nothing can flow: no path of attention joins the two.";
    if (flow.value >= ceiling) {
        text += flow.sinkCeiling <= flow.sourceCeiling
                    ? ", all that the first layer can take from this input: the value says little "
                      "about the output token."
                    : ", all that the output token can give.";
    } else {
        text += ", " + percent(flow.value / ceiling) + " of what its two ends allow.";
    }
    const int edges = static_cast<int>(flow.nearSource.edges.size());
    text += " The minimum cut is " + counted(edges, "edge") +
            (flow.cutIsUnique ? ", the only one." : ", one of several.");
    double drawn = 0;
    for (const FlowPath& path : flow.paths) {
        const bool whole = std::all_of(path.tokens.begin(), path.tokens.end(), [&](int token) {
            return std::binary_search(model.rows.begin(), model.rows.end(), token);
        });
        if (whole) drawn += path.amount;
    }
    text += pathsText(model.layer - model.startLayer + 1);
    if (static_cast<int>(model.rows.size()) < tokens) {
        text += " " + std::to_string(model.rows.size()) + " of " + std::to_string(tokens) +
                " tokens are drawn, which carry " + percent(drawn / flow.value) + " of it.";
    }
    return text;
}

}  // namespace hw
