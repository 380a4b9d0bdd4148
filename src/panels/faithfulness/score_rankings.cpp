// SPDX-License-Identifier: MIT
#include "panels/faithfulness/score_rankings.h"

#include <algorithm>
#include <cmath>

#include "core/model/methods.h"
#include "core/report/faithfulness.h"
#include "core/report/ranked_tokens.h"
#include "page/answers/questions.h"
#include "page/models/model_text.h"
#include "panels/faithfulness/model.h"
#include "panels/flow/graph.h"

namespace hw {
namespace {

/// More lines cannot be distinguished.
constexpr int mostDrawn = 24;
/// Flows through one cut differ only in the last digits of a float.
constexpr double sameFlow = 1e-7;

}  // namespace

std::vector<Rankings> scoreRankings(const AppState& state, ResultStore& results) {
    if (!state.document) return {};
    const Method method = state.view.method;
    const Answer* answer = results.find(profileQuery(state, method));
    const int layer = state.view.layer;
    if (answer == nullptr || answer->problem || layer >= answer->rows) return {};
    const auto first = answer->values.begin() + std::ptrdiff_t{layer} * answer->cols;
    const std::vector<double> values(first, first + answer->cols);
    if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) return {};
    const std::vector<std::string>& tokens = state.keyTokens();
    if (tokens.size() != values.size()) return {};
    const std::vector<bool> keep = shownRanked(state);
    std::vector<std::string> labels = shownKeys(state, state.view.rawTokens);
    const std::vector<std::string> places = placesAmongEqual(labels);
    for (std::size_t i = 0; i < labels.size(); ++i) labels[i] += places[i];
    RankOptions options;
    if (specOf(method).isSlow) options.epsilon = sameFlow;
    const std::string words(textsOf(method).words);
    std::vector<Rankings> all;
    for (const Importance& score : state.document->current.importance) {
        if (score.values.size() != values.size()) continue;
        const std::vector<double> scores(score.values.begin(), score.values.end());
        Rankings rankings =
            rankingsOf(labels, values, scores, keep, options, RankOptions{}, mostDrawn);
        rankings.left = words;
        rankings.right = score.name;
        rankings.title =
            formatText(specOf(method).overLayers
                           ? "This example’s tokens by {} from {} after layer {}, and by {}"_tr
                           : "This example’s tokens by {} from {} in layer {}, and by {}"_tr,
                       {words, describeOutput(state), layer + 1, score.name});
        all.push_back(std::move(rankings));
    }
    return all;
}

}  // namespace hw
