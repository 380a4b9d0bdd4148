// SPDX-License-Identifier: MIT
#include "panels/bars/spelled_words.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "core/tokens/token_text.h"
#include "page/models/model_text.h"

namespace hw {
namespace {

bool isOneLetter(const std::string& token) {
    const std::string shown = displayToken(token);
    const auto begins = [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    };
    const auto lead = static_cast<unsigned char>(shown.empty() ? 0 : shown.front());
    const bool isLetter =
        lead >= 0x80 || (lead >= 'A' && lead <= 'Z') || (lead >= 'a' && lead <= 'z');
    return isLetter && std::ranges::count_if(shown, begins) == 1;
}

/// Each word once, in the order of the text.
std::vector<std::string> spelledWords(const std::vector<std::string>& tokens) {
    constexpr std::size_t fewest = 3;
    const std::vector<int> words = wordsFromTokens(tokens);
    std::vector<std::string> spelled;
    for (std::size_t from = 0, to = 0; from < tokens.size(); from = to) {
        std::string text;
        bool letters = true;
        for (to = from; to < tokens.size() && words[to] == words[from]; ++to) {
            letters = letters && isOneLetter(tokens[to]);
            text += displayToken(tokens[to]);
        }
        if (letters && to - from >= fewest && std::ranges::find(spelled, text) == spelled.end())
            spelled.push_back(std::move(text));
    }
    return spelled;
}

}  // namespace

std::string spelledWordsText(const AppState& state) {
    if (!state.document || state.document->current.image) return {};
    const std::vector<std::string> words = spelledWords(state.keyTokens());
    switch (words.size()) {
        case 0: return {};
        case 1:
            return formatText("The model doesn’t know {} and reads it letter by letter."_tr,
                              {quoted(words[0])});
        case 2:
            return formatText(
                "The model doesn’t know {} and {} and reads them letter by letter."_tr,
                {quoted(words[0]), quoted(words[1])});
        default:
            return sayCount(
                static_cast<int>(words.size()) - 2,
                "The model reads {}, {} and {} more unknown word letter by letter.|The model reads {}, {} and {} more unknown words letter by letter."_tr,
                {quoted(words[0]), quoted(words[1]), words.size() - 2});
    }
}

}  // namespace hw
