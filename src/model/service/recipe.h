// SPDX-License-Identifier: MIT
// What a model runs: a text, a pair, a message or a picture, with what is cut, and which output is asked about. Links, requests and
// saved files name these values alike.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/choice_names.h"
#include "model/service/fields.h"

namespace hw::service {

/// What a cut names (model/ask/cut_text.h). `minimum`, which a recipe does not have: "QUERY>KEY", the minimum cut of attention flow
/// between these tokens.
enum class CutKind : std::uint8_t { edges, head, residual, hidden, minimum };

struct Cut {
    CutKind kind = CutKind::edges;
    std::string text;
};

/// What cutting means: of edges zero or renormalise, of heads zero or mean.
enum class Rule : std::uint8_t { zero, renormalise, mean };

/// Of integrated gradients, unless others are named.
inline constexpr int usualSteps = 32;

struct Recipe {
    std::string text;  ///< of a picture: its name
    std::optional<std::string>
        pair;  ///< the second text; of a model that translates what its decoder reads; of CLIP a text a line
    bool isMessage = false;  ///< the text is a message, as the model's chat template puts it
    std::vector<std::string> before;  ///< that message: messages and answers in turn
    int beams = 1;                    ///< of the search by which a model that translates writes
    std::string ids;  ///< the tokens that a model wrote ("12,7"), where the text's would be others
    std::string wiped;  ///< the blank patches of a picture ("3;17")
    std::string edges;  ///< cuts, as model/ask/cut_text.h has them
    std::string heads;
    std::string residuals;
    std::string hidden;  ///< the tokens that no other one reads
    Rule rule = Rule::zero;
    std::string
        clean;  ///< of the run of this text the places `swaps` are taken over (addSwaps in asks.h)
    std::string swaps;
    /// The output that is asked about, or two with a "-" between them, and before it "p:" for its probability or "lp:" for that's
    /// logarithm; of a model of vectors "cos:" and the text to compare with; "@7" behind it, or alone: the token behind which the
    /// output is. "17+203@4": a word of several tokens, which stands in the text behind token 4. Empty: the two likeliest are compared.
    std::string target;
    std::string
        scores;  ///< how words are tested for scores by intervention, "usual", or empty: none

    void add(CutKind kind, std::string_view text);
    bool isCut() const {
        return !edges.empty() || !heads.empty() || !residuals.empty() || !hidden.empty() ||
               !swaps.empty();
    }
    /// Without what is asked about the run; without what is cut from it, too.
    Recipe ofRun() const;
    Recipe ofText() const;
    bool operator==(const Recipe&) const = default;
};

/// A value of a recipe: how requests and links have it, and where `help` says what it does, its option of `headwaters run` and `ask`.
struct RecipeField {
    Field field;
    std::variant<std::monostate, std::string Recipe::*, int Recipe::*> member =
        {};                       ///< none: recipeOf() reads it
    std::string_view value = {};  ///< what the help calls the option's value
    std::string_view help = {};
};
std::span<const RecipeField> recipeFields();
/// Of values that were checked.
Recipe recipeOf(const Values& values);

}  // namespace hw::service

namespace hw {
template <>
struct Names<service::CutKind> {
    static constexpr ChoiceName list[] = {
        {"edges"}, {"head"}, {"residual"}, {"hidden"}, {"minimum"}};
};
template <>
struct Names<service::Rule> {
    static constexpr ChoiceName list[] = {{"zero"}, {"renormalise"}, {"mean"}};
};
}  // namespace hw
