// SPDX-License-Identifier: MIT
// Words that several view models share. Internal to src/app.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/app_state.h"
#include "app/query.h"

namespace hw {

/// "rollout", "raw attention", ... as in running text.
std::string_view methodWords(Method method);
/// "Rollout", "Raw", ... as on a switch.
std::string_view methodName(Method method);

/// Tokens as people expect to see them (or as the tokenizer writes them, if the state says so).
std::vector<std::string> shownTokens(const std::vector<std::string>& tokens, bool raw);

/// “the”, or [CLS] without quotes: special tokens quote themselves.
std::string quoted(std::string_view token);

/// "6 layers", "1 layer".
std::string counted(int number, std::string_view noun);

/// The chosen output in words: "[CLS]", "“keys”", "3 tokens, summed", "all tokens, mean".
std::string outputWords(const AppState& state);

/// "layers 1–6" or "layer 3": what a result at the state's layer covers.
std::string layerRange(int startLayer, int layer);

/// A profile as it is shown: relative flow divided by its sum, hidden tokens left out.
class ShownProfile {
public:
    ShownProfile() = default;
    ShownProfile(const Answer* answer, const AppState& state, Method method);
    bool ready() const { return answer_ != nullptr && answer_->rows > 0; }
    int layers() const { return ready() ? answer_->rows : 0; }
    int keys() const { return ready() ? answer_->cols : 0; }
    /// NaN where the layer takes no part, the value is not there yet, or the token is hidden.
    float at(int layer, int key) const;
    /// Largest shown value of a layer; 0 where there is none.
    float largest(int layer) const;
    bool isHidden(int key) const;

private:
    const Answer* answer_ = nullptr;
    const std::vector<int>* hidden_ = nullptr;
    std::vector<float> divisor_;  ///< one a layer
};

/// Ranks, 1 = largest, equal values share the smaller rank; NaN gets 0.
std::vector<int> ranksOf(const ShownProfile& profile, int layer);

/// Key indices by falling value, NaN last, ties by position.
std::vector<int> byScore(const ShownProfile& profile, int layer);

}  // namespace hw
