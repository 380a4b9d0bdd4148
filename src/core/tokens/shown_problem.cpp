// SPDX-License-Identifier: MIT
#include "core/tokens/shown_problem.h"

#include <utility>

#include "core/tokens/visible_text.h"

namespace hw {
namespace {

/// No word of any language is as long, and few names are.
constexpr std::size_t longestWord = 160;

bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

template <class Change>
Problem changed(Problem problem, Change change) {
    for (std::string* text : {&problem.place, &problem.finding, &problem.remedy})
        *text = change(*text);
    for (Choice& choice : problem.choices) choice.text = change(choice.text);
    return problem;
}

}  // namespace

std::string shortened(std::string_view text, std::size_t most) {
    std::string result;
    std::size_t word = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        word = c == ' ' || c == '\n' ? 0 : word + 1;
        const bool isWhole = !continuesCharacter(c);
        if (result.size() >= most && isWhole) return result += "...";
        // Drops the rest of the word.
        if (word > longestWord && isWhole) {
            result += "...";
            at = text.find_first_of(" \n", at);
            if (at == std::string_view::npos) return result;
            word = 0;
            result += text[at];
            continue;
        }
        result += c;
    }
    return result;
}

Problem shortened(Problem problem) {
    return changed(std::move(problem), [](const std::string& text) { return shortened(text); });
}

Problem shown(Problem problem) {
    return changed(std::move(problem),
                   [](const std::string& text) { return withVisibleControls(shortened(text)); });
}

}  // namespace hw
