// SPDX-License-Identifier: MIT
#include "model/service/recipe.h"

#include <array>

namespace hw::service {
namespace {

enum class CutKind : std::uint8_t { edges, head, residual, hidden };
enum class Rule : std::uint8_t { zero, renormalise, mean };

/// As web/model/recipe.js and model/decoding/decode.h have them.
constexpr double mostCuts = 256;
constexpr double mostSaid = 200;
constexpr double mostBeams = 16;

}  // namespace
}  // namespace hw::service

namespace hw {
template <>
struct Names<service::CutKind> {
    static constexpr ChoiceName list[] = {{"edges"}, {"head"}, {"residual"}, {"hidden"}};
};
template <>
struct Names<service::Rule> {
    static constexpr ChoiceName list[] = {{"zero"}, {"renormalise"}, {"mean"}};
};
}  // namespace hw

namespace hw::service {
namespace {

/// Bytes of a text, or of its tokens as a list: more than any model here reads.
constexpr double longestText = 4e6;

constexpr std::array cutFields{
    Field{
        .name = "kind", .kind = FieldKind::choice, .choices = wordsOf<CutKind>(), .isNeeded = true},
    Field{.name = "text", .most = longestText, .isNeeded = true},
};
constexpr FieldTable cutTable{cutFields};
constexpr std::array swapFields{
    Field{.name = "text", .most = longestText, .isNeeded = true},
    Field{.name = "places", .isNeeded = true},
};
constexpr FieldTable swapTable{swapFields};
constexpr std::array fields{
    Field{.name = "text", .most = longestText, .isNeeded = true},
    Field{.name = "pair", .most = longestText},
    Field{.name = "chat", .kind = FieldKind::talk, .most = mostSaid},
    Field{.name = "beams", .kind = FieldKind::whole, .least = 1, .most = mostBeams},
    Field{.name = "ids", .most = longestText},
    Field{.name = "wiped"},
    Field{.name = "cuts", .kind = FieldKind::list, .most = mostCuts, .fields = &cutTable},
    Field{.name = "rule", .kind = FieldKind::choice, .choices = wordsOf<Rule>()},
    Field{.name = "swap", .kind = FieldKind::object, .fields = &swapTable},
    Field{.name = "target", .most = longestText},
    Field{.name = "scores"},
};

}  // namespace

Recipe Recipe::ofRun() const {
    Recipe recipe = *this;
    recipe.target.clear();
    recipe.scores.clear();
    return recipe;
}

Recipe Recipe::ofText() const {
    return {.text = text,
            .pair = pair,
            .isMessage = isMessage,
            .before = before,
            .beams = beams,
            .ids = ids,
            .wiped = wiped};
}

std::span<const Field> recipeFields() { return fields; }

Recipe recipeOf(const Values& values) {
    Recipe recipe{.text = values.text("text"),
                  .isMessage = values.truth("chat"),
                  .before = values.texts("chat"),
                  .beams = values.whole("beams", 1),
                  .ids = values.text("ids"),
                  .wiped = values.text("wiped"),
                  .rule = values.text("rule"),
                  .clean = values.object("swap").text("text"),
                  .swaps = values.object("swap").text("places"),
                  .target = values.text("target"),
                  .scores = values.text("scores")};
    if (values.has("pair")) recipe.pair = values.text("pair");
    if (!recipe.before.empty()) recipe.isMessage = true;
    for (const Values& cut : values.list("cuts")) {
        const auto kind = cut.choice<CutKind>("kind");
        std::string& list = kind == CutKind::edges    ? recipe.edges
                            : kind == CutKind::head   ? recipe.heads
                            : kind == CutKind::hidden ? recipe.hidden
                                                      : recipe.residuals;
        list.append(list.empty() ? "" : "; ").append(cut.text("text"));
    }
    return recipe;
}

}  // namespace hw::service
