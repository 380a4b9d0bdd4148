// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace hw {

/// How an example that is in no file was made: enough for its maker to make it again, the same in every number. It is
/// what the example is known by wherever ids mean nothing: in links, in another session, after the engine has died.
struct Recipe {
    std::string maker;  ///< a key of links: "draft"; empty: the example is the file's
    std::string text;   ///< in the maker's own form, UTF-8
    bool operator==(const Recipe&) const = default;
    bool isEmpty() const { return maker.empty(); }
};

/// Who makes examples: keys of links, whose values are recipes' texts.
/// "prompt": a text that the open model ran (web/model/run/recipe.js).
inline constexpr std::string_view makers[] = {"draft", "prompt"};
constexpr bool isMaker(std::string_view key) {
    return std::ranges::find(makers, key) != std::end(makers);
}

/// Whether the open model made it.
inline bool isModelRun(const Recipe& recipe) { return recipe.maker == "prompt"; }

/// Names an example of a document: by its index or id, or, if it was made, by its recipe, which means the same in links
/// and after an engine has died.
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
