// SPDX-License-Identifier: MIT
// The input of a model (a text, a pair, a message or a picture) with its cuts and the output in question. Links,
// requests and saved files use the same names for these values.
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

/// The kinds of cut (model/ask/cut_text.h). `minimum`, which a recipe does not have, is "QUERY>KEY", the minimum cut of
/// attention flow between these tokens.
enum class CutKind : std::uint8_t { edges, head, residual, hidden, minimum };

struct Cut {
    CutKind kind = CutKind::edges;
    std::string text;
};

/// The rule of a cut: zero or renormalise for edges, zero or mean for heads.
enum class Rule : std::uint8_t { zero, renormalise, mean };

/// Default steps of integrated gradients.
inline constexpr int usualSteps = 32;

struct Recipe {
    std::string text;  ///< a picture's or sound's name for models that read these
    /// the second text; for a translation model the decoder's input; for CLIP one text per line
    std::optional<std::string> pair;
    bool isMessage = false;  ///< the text is a message to format with the model's chat template
    std::vector<std::string> before;  ///< the messages and answers before it, in turn
    int beams = 1;                    ///< beam width of a translation model's search
    /// the tokens that a model wrote ("12,7"), if encoding the text would give others
    std::string ids;
    std::string wiped;  ///< the blank patches of a picture, or of all frames of a prompt ("3;17")
    std::string edges;  ///< cuts in the format of model/ask/cut_text.h
    std::string heads;
    std::string residuals;
    std::string hidden;  ///< tokens that no other token reads
    Rule rule = Rule::zero;
    /// the text from whose run the places `swaps` are copied (addSwaps in asks.h)
    std::string clean;
    std::string swaps;
    /// The output in question, or two with a "-" between them. The prefix "p:" means its probability, "lp:" the
    /// logarithm of that. A model of vectors has "cos:" and the text to compare with. The suffix "@7" (or only that) is
    /// the token after which the output is read. "17+203@4" is a word of several tokens, which follows token 4 in the
    /// text. Empty: compares the two likeliest.
    std::string target;
    int step =
        -1;  ///< with the weights after this step of the training; -1: those that were opened
    /// the names of the prompt's pictures, in the order of their places ("photo;draw:...")
    std::string images;
    int tiles = 0;  ///< 1 splits them into tiles
    /// of a model that hears, whose text is a sound's name: "en"; "transcribe" or "translate"; empty for the usual ones
    std::string language;
    std::string task;
    std::string
        silent;  ///< frames of the sound that are silent, from and to before ("12-40;60-80")
    /// the word test for scores by intervention, "usual", or empty for no scores
    std::string scores;

    void add(CutKind kind, std::string_view text);
    bool isCut() const {
        return !edges.empty() || !heads.empty() || !residuals.empty() || !hidden.empty() ||
               !swaps.empty();
    }
    /// Without the question about the run; the second one also without the cuts.
    Recipe ofRun() const;
    Recipe ofText() const;
    bool operator==(const Recipe&) const = default;
};

/// A field of a recipe, as in requests and links, with the option of `headwaters run` and `ask` that sets it and its
/// help.
struct RecipeField {
    Field field;
    /// none if recipeOf() reads it
    std::variant<std::monostate, std::string Recipe::*, int Recipe::*> member = {};
    std::string_view value = {};  ///< the placeholder of the option's value in the help
    std::string_view help = {};
};
std::span<const RecipeField> recipeFields();
/// From values that were checked.
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
