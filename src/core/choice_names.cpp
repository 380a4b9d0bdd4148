// SPDX-License-Identifier: MIT
#include "core/choice_names.h"

#include <algorithm>

namespace hw {

int placeOf(std::span<const ChoiceName> words, std::string_view name) {
    const auto found = std::ranges::find(words, name, &ChoiceName::name);
    return found == words.end() ? -1 : static_cast<int>(found - words.begin());
}

std::string listOf(std::span<const ChoiceName> words) {
    std::string text;
    for (const ChoiceName& word : words) {
        if (!text.empty()) text += ", ";
        text += word.name;
    }
    return text;
}

}  // namespace hw
