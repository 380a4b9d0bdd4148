// SPDX-License-Identifier: MIT
#include "model/service/recipe.h"

#include <array>

#include "model/decoding/decode.h"

namespace hw::service {
namespace {

/// As web/model/recipe.js has them.
constexpr double mostCuts = 256;
constexpr double mostSaid = 200;
/// Bytes of a text, or of its tokens as a list: more than any model here reads.
constexpr double longestText = 4e6;

constexpr std::array cutFields{
    Field{.name = "kind",
          .kind = FieldKind::choice,
          .choices = wordsOf<CutKind>().first(std::to_underlying(CutKind::minimum)),
          .isNeeded = true},
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
    Field{.name = "beams", .kind = FieldKind::whole, .least = 1, .most = model::mostBeams},
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

void Recipe::add(CutKind kind, std::string_view cut) {
    std::string& list = kind == CutKind::edges    ? edges
                        : kind == CutKind::head   ? heads
                        : kind == CutKind::hidden ? hidden
                                                  : residuals;
    list.append(list.empty() ? "" : "; ").append(cut);
}

std::span<const Field> recipeFields() { return fields; }

Recipe recipeOf(const Values& values) {
    Recipe recipe{.text = values.text("text"),
                  .isMessage = values.truth("chat"),
                  .before = values.texts("chat"),
                  .beams = values.whole("beams", 1),
                  .ids = values.text("ids"),
                  .wiped = values.text("wiped"),
                  .rule = values.choice<Rule>("rule"),
                  .clean = values.object("swap").text("text"),
                  .swaps = values.object("swap").text("places"),
                  .target = values.text("target"),
                  .scores = values.text("scores")};
    if (values.has("pair")) recipe.pair = values.text("pair");
    if (!recipe.before.empty()) recipe.isMessage = true;
    for (const Values& cut : values.list("cuts"))
        recipe.add(cut.choice<CutKind>("kind"), cut.text("text"));
    return recipe;
}

}  // namespace hw::service
