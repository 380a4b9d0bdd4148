// SPDX-License-Identifier: MIT
#include "model/service/recipe.h"

#include <array>

#include "model/decoding/decode.h"
#include "model/steps/steps.h"

namespace hw::service {
namespace {

constexpr double mostCuts = 256;
constexpr double mostSaid = 200;
/// Bytes of a text, or of its tokens as a list, more than any model here reads.
constexpr double longestText = 4e6;

constexpr std::array cutFields{
    Field{.name = "kind",
          .kind = FieldKind::choice,
          .choices = choiceNames<CutKind>().first(std::to_underlying(CutKind::minimum)),
          .isNeeded = true},
    Field{.name = "text", .most = longestText, .isNeeded = true},
};
constexpr FieldTable cutTable{cutFields};
constexpr std::array swapFields{
    Field{.name = "text", .most = longestText, .isNeeded = true},
    Field{.name = "places", .isNeeded = true},
};
constexpr FieldTable swapTable{swapFields};
/// In the order of links, which store values by position.
constexpr std::array fields{
    RecipeField{{.name = "text", .most = longestText, .isNeeded = true}, &Recipe::text},
    RecipeField{{.name = "pair", .most = longestText}},
    RecipeField{{.name = "wiped"},
                &Recipe::wiped,
                "PATCHES",
                "of --image: these patches are blank, from 0; several between ;"},
    RecipeField{{.name = "ids", .most = longestText}, &Recipe::ids},
    RecipeField{{.name = "beams", .kind = FieldKind::whole, .least = 1, .most = model::mostBeams},
                &Recipe::beams,
                "N",
                "of a model that translates: write by a beam search with N beams, such as 4"},
    RecipeField{{.name = "chat", .kind = FieldKind::talk, .most = mostSaid}},
    RecipeField{{.name = "cuts", .kind = FieldKind::list, .most = mostCuts, .fields = &cutTable}},
    RecipeField{{.name = "rule", .kind = FieldKind::choice, .choices = choiceNames<Rule>()}},
    RecipeField{{.name = "target", .most = longestText}, &Recipe::target},
    RecipeField{{.name = "scores"}, &Recipe::scores},
    RecipeField{{.name = "swap", .kind = FieldKind::object, .fields = &swapTable}},
    RecipeField{{.name = "step", .kind = FieldKind::whole, .most = model::mostStep},
                &Recipe::step,
                "N",
                "with the weights of this step, of a folder of checkpoints"},
    RecipeField{{.name = "images", .most = longestText}, &Recipe::images},
    RecipeField{{.name = "tiles", .kind = FieldKind::whole, .most = 1}, &Recipe::tiles},
    RecipeField{{.name = "language"}, &Recipe::language},
    RecipeField{{.name = "task"}, &Recipe::task},
    RecipeField{{.name = "silent"},
                &Recipe::silent,
                "FRAMES",
                "of --sound: silent frames of 10 ms, from and to before; several between ;"},
};

}  // namespace

Recipe Recipe::ofRun() const {
    Recipe recipe = *this;
    recipe.target.clear();
    recipe.scores.clear();
    return recipe;
}

Recipe Recipe::ofText() const {
    Recipe recipe = ofRun();
    for (std::string* cut : {&recipe.edges, &recipe.heads, &recipe.residuals, &recipe.hidden,
                             &recipe.clean, &recipe.swaps})
        cut->clear();
    recipe.rule = Rule::zero;
    return recipe;
}

void Recipe::add(CutKind kind, std::string_view cut) {
    std::string& list = kind == CutKind::edges    ? edges
                        : kind == CutKind::head   ? heads
                        : kind == CutKind::hidden ? hidden
                                                  : residuals;
    list.append(list.empty() ? "" : "; ").append(cut);
}

std::span<const RecipeField> recipeFields() { return fields; }

Recipe recipeOf(const Values& values) {
    Recipe recipe{.isMessage = values.truth("chat"),
                  .before = values.texts("chat"),
                  .rule = values.choice<Rule>("rule"),
                  .clean = values.object("swap").text("text"),
                  .swaps = values.object("swap").text("places")};
    for (const RecipeField& row : fields) {
        if (const auto* text = std::get_if<std::string Recipe::*>(&row.member))
            recipe.*(*text) = values.text(row.field.name);
        if (const auto* number = std::get_if<int Recipe::*>(&row.member))
            recipe.*(*number) = values.whole(row.field.name, recipe.*(*number));
    }
    if (values.has("pair")) recipe.pair = values.text("pair");
    if (!recipe.before.empty()) recipe.isMessage = true;
    for (const Values& cut : values.list("cuts"))
        recipe.add(cut.choice<CutKind>("kind"), cut.text("text"));
    return recipe;
}

}  // namespace hw::service
