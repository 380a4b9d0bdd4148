// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace hw {

/// Describes how an example that is in no file was made, so that its maker can make it again with the same numbers. It
/// identifies the example wherever ids mean nothing: in links, in another session, and with a new engine.
struct Recipe {
    std::string maker;  ///< a key of links, such as "draft"; empty for examples of the file
    std::string text;   ///< in the maker's own form, UTF-8
    bool operator==(const Recipe&) const = default;
    bool isEmpty() const { return maker.empty(); }
};

/// The makers of examples. They are keys of links, whose values are recipes' texts. "prompt" is a text that the open
/// model ran (web/model/run/recipe.js).
inline constexpr std::string_view makers[] = {"draft", "prompt"};
constexpr bool isMaker(std::string_view key) {
    return std::ranges::find(makers, key) != std::end(makers);
}

/// Whether the open model made it.
inline bool isModelRun(const Recipe& recipe) { return recipe.maker == "prompt"; }

/// Names an example of a document by its index or id. A made example is named by its recipe, which stays the same in
/// links and with a new engine.
struct ExampleName {
    int example = -1;
    Recipe recipe = {};
    bool isNone() const { return example < 0 && recipe.isEmpty(); }
    friend bool operator==(const ExampleName& a, const ExampleName& b) {
        const bool isMade = !a.recipe.isEmpty() || !b.recipe.isEmpty();
        return isMade ? a.recipe == b.recipe : a.example == b.example;
    }
};

}  // namespace hw
