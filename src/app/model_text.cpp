// SPDX-License-Identifier: MIT
#include "app/model_text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/token_text.h"

namespace hw {
namespace {

constexpr float missing = std::numeric_limits<float>::quiet_NaN();

}  // namespace

std::string_view methodWords(Method method) {
    switch (method) {
        case Method::raw: return "raw attention";
        case Method::rollout: return "rollout";
        case Method::flow: return "attention flow";
        case Method::gradientRollout: return "gradient rollout";
        case Method::relevance: return "relevance";
    }
    return "";
}

std::string_view methodName(Method method) {
    switch (method) {
        case Method::raw: return "Raw";
        case Method::rollout: return "Rollout";
        case Method::flow: return "Flow";
        case Method::gradientRollout: return "Gradient";
        case Method::relevance: return "Relevance";
    }
    return "";
}

std::vector<std::string> shownTokens(const std::vector<std::string>& tokens, bool raw) {
    if (raw) return tokens;
    std::vector<std::string> shown;
    shown.reserve(tokens.size());
    for (const std::string& token : tokens) shown.push_back(displayToken(token));
    return shown;
}

std::string quoted(std::string_view token) {
    const bool special = token.size() > 2 && (token.front() == '[' || token.front() == '<');
    return special ? std::string(token) : "“" + std::string(token) + "”";
}

std::string counted(int number, std::string_view noun) {
    std::string text = std::to_string(number) + ' ' + std::string(noun);
    if (number != 1) text += 's';
    return text;
}

std::string outputWords(const AppState& state) {
    if (state.view.outputMode == OutputMode::meanOfAll) return "all tokens, on average";
    if (state.view.outputMode == OutputMode::maxOfAll) return "any token, at most";
    const std::vector<int>& outputs = state.view.outputs;
    const std::vector<std::string>& tokens = state.queryTokens();
    if (outputs.empty()) return "";
    const auto name = [&](int index) {
        if (index < 0 || index >= static_cast<int>(tokens.size())) return std::string("?");
        const std::string& token = tokens[static_cast<std::size_t>(index)];
        return quoted(state.view.rawTokens ? token : displayToken(token));
    };
    if (outputs.size() == 1) return name(outputs.front());
    if (outputs.size() == 2) return name(outputs[0]) + " and " + name(outputs[1]);
    return counted(static_cast<int>(outputs.size()), "token") + " together";
}

std::string layerRange(int startLayer, int layer) {
    if (layer <= startLayer) return "layer " + std::to_string(layer + 1);
    return "layers " + std::to_string(startLayer + 1) + "–" + std::to_string(layer + 1);
}

ShownProfile::ShownProfile(const Answer* answer, const AppState& state, Method method)
    : answer_(answer), hidden_(&state.view.hidden) {
    if (!ready()) return;
    const bool relative = method == Method::flow && state.view.relativeFlow;
    const bool renormalise = state.view.renormaliseHidden && !hidden_->empty();
    divisor_.assign(static_cast<std::size_t>(layers()), 1.0F);
    if (!relative && !renormalise) return;
    for (int layer = 0; layer < layers(); ++layer) {
        double all = 0;
        double visible = 0;
        for (int key = 0; key < keys(); ++key) {
            const float value = answer_->values[static_cast<std::size_t>(layer * keys() + key)];
            all += value;
            if (!isHidden(key)) visible += value;
        }
        const double sum = renormalise ? visible : all;
        // A sum that is not there yet is NaN and makes the row wait; a zero row stays zero.
        divisor_[static_cast<std::size_t>(layer)] =
            sum == 0 ? 1.0F : static_cast<float>(sum);
    }
}

bool ShownProfile::isHidden(int key) const {
    return hidden_ != nullptr && std::binary_search(hidden_->begin(), hidden_->end(), key);
}

float ShownProfile::at(int layer, int key) const {
    if (layer < 0 || layer >= layers() || key < 0 || key >= keys() || isHidden(key)) return missing;
    return answer_->values[static_cast<std::size_t>(layer * keys() + key)] /
           divisor_[static_cast<std::size_t>(layer)];
}

float ShownProfile::largest(int layer) const {
    float best = 0;
    for (int key = 0; key < keys(); ++key) {
        const float value = at(layer, key);
        if (value > best) best = value;
    }
    return best;
}

std::vector<int> byScore(const ShownProfile& profile, int layer) {
    std::vector<int> order(static_cast<std::size_t>(profile.keys()));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const float left = profile.at(layer, a);
        const float right = profile.at(layer, b);
        if (std::isnan(left) || std::isnan(right)) return !std::isnan(left) && std::isnan(right);
        return left > right;
    });
    return order;
}

std::vector<int> ranksOf(const ShownProfile& profile, int layer) {
    std::vector<int> ranks(static_cast<std::size_t>(profile.keys()), 0);
    int place = 0;
    int rank = 0;
    float previous = missing;
    for (const int key : byScore(profile, layer)) {
        const float value = profile.at(layer, key);
        if (std::isnan(value)) break;
        ++place;
        if (value != previous) rank = place;
        previous = value;
        ranks[static_cast<std::size_t>(key)] = rank;
    }
    return ranks;
}

}  // namespace hw
