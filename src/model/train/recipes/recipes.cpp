// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>

#include "core/localized_text.h"
#include "core/problem.h"
#include "model/train/recipe.h"

namespace hw::train {
namespace {

/// 1 / sqrt(width), the deviation of recipes that do not start smaller.
double usualDeviation(const Recipe& recipe) {
    return 1 / std::sqrt(static_cast<double>(recipe.shape.width));
}

Recipe lineRecipe(LineAnswer answer, double rate, int steps) {
    Recipe recipe{.task = lineTask(answer), .measuredEvery = 10};
    recipe.shape.layers = 1;
    recipe.optimiser.rate = rate;
    recipe.optimiser.steps = steps;
    return recipe;
}

Recipe copyRecipe() { return {.task = copyTask(6, 14)}; }

Recipe recallRecipe() {
    Recipe recipe{.task = recallTask()};
    recipe.shape.width = 64;
    recipe.deviation = usualDeviation(recipe);
    return recipe;
}

Recipe addRecipe() {
    Recipe recipe{.task = addTask(), .measuredEvery = 50};
    recipe.shape.heads = 4;
    recipe.shape.inner = 128;
    recipe.deviation = usualDeviation(recipe);
    recipe.optimiser = {.rate = 5e-3, .batch = 32, .steps = 1000, .isFalling = true};
    return recipe;
}

Recipe agreementRecipe(int attractors) {
    Recipe recipe{.task = agreementTask(attractors)};
    recipe.deviation = usualDeviation(recipe);
    recipe.optimiser = {.rate = 5e-3, .batch = 32, .steps = 400};
    return recipe;
}

Recipe largestRecipe() {
    Recipe recipe = lineRecipe(LineAnswer::largest, 5e-3, 300);
    recipe.shape.hasPositions = false;
    recipe.optimiser.batch = 32;
    return recipe;
}

Recipe sortRecipe() {
    Recipe recipe = lineRecipe(LineAnswer::sorted, 3e-3, 300);
    recipe.shape.hasPositions = false;
    return recipe;
}

Recipe reverseRecipe() { return lineRecipe(LineAnswer::reversed, 3e-3, 200); }
Recipe firstRecipe() { return lineRecipe(LineAnswer::first, 5e-3, 150); }

/// Addition modulo 23, where the test waits long after the training (Power et al. 2022, "Grokking").
Recipe modularRecipe() {
    constexpr int modulus = 23;
    Recipe recipe{.task = modularTask(modulus), .measuredEvery = 50};
    recipe.shape.width = 48;
    recipe.shape.heads = 4;
    recipe.shape.layers = 1;
    recipe.shape.inner = 192;
    recipe.deviation = usualDeviation(recipe);
    recipe.optimiser = {.rate = 5e-3,
                        .batch = modulus * modulus,
                        .steps = 1500,
                        .isFalling = true,
                        .weightDecay = 1};
    return recipe;
}

template <auto make, auto change>
Recipe changed() {
    Recipe recipe = make();
    change(recipe);
    return recipe;
}

constexpr auto noPositions = [](Recipe& recipe) { recipe.shape.hasPositions = false; };
constexpr auto oneLayer = [](Recipe& recipe) { recipe.shape.layers = 1; };
constexpr auto fourHeads = [](Recipe& recipe) { recipe.shape.heads = 4; };
constexpr auto noWarmUp = [](Recipe& recipe) { recipe.optimiser.warmUp = 0; };
constexpr auto longer = [](Recipe& recipe) {
    recipe.shape.hasPositions = false;
    recipe.optimiser.steps = 300;
};

struct Row {
    std::string_view name;
    Recipe (*make)();
};

constexpr Row rows[] = {
    {"largest", largestRecipe},
    {"copy", copyRecipe},
    {"agreement", [] { return agreementRecipe(200); }},
    {"add", addRecipe},
    {"recall", recallRecipe},
    {"first", firstRecipe},
    {"reverse", reverseRecipe},
    {"sort", sortRecipe},
    {"add23", modularRecipe},
    {"copy-one-layer", changed<copyRecipe, oneLayer>},
    {"copy-fixed-length",
     changed<copyRecipe, [](Recipe& recipe) { recipe.task = copyTask(16, 16); }>},
    {"copy-no-positions", changed<copyRecipe, noPositions>},
    {"copy-four-heads", changed<copyRecipe, fourHeads>},
    {"copy-no-warm-up", changed<copyRecipe, noWarmUp>},
    {"recall-one-layer", changed<recallRecipe, oneLayer>},
    {"agreement-no-attractors", [] { return agreementRecipe(0); }},
    {"first-no-positions", changed<firstRecipe, longer>},
    {"first-no-positions-two-layers", changed<firstRecipe,
                                              [](Recipe& recipe) {
                                                  longer(recipe);
                                                  recipe.shape.layers = 2;
                                              }>},
    {"reverse-no-positions", changed<reverseRecipe, noPositions>},
    {"add-no-positions", changed<addRecipe, noPositions>},
    {"add-one-layer", changed<addRecipe, oneLayer>},
    {"add-no-mlp", changed<addRecipe, [](Recipe& recipe) { recipe.shape.inner = 0; }>},
    {"add23-no-decay",
     changed<modularRecipe, [](Recipe& recipe) { recipe.optimiser.weightDecay = 0; }>},
};

constexpr auto names = [] {
    std::array<std::string_view, std::size(rows)> list;
    std::ranges::transform(rows, list.begin(), &Row::name);
    return list;
}();

}  // namespace

double Optimiser::rateAt(int step) const {
    double now = rate;
    if (step + 1 < warmUp) now *= static_cast<double>(step + 1) / warmUp;
    const double turn = 0.7 * steps;
    if (isFalling && step >= turn) now *= 1 - 0.9 * (step - turn) / (0.3 * steps);
    return now;
}

std::span<const std::string_view> recipeNames() { return names; }

Result<Recipe> recipeNamed(std::string_view name) {
    const auto* const row = std::ranges::find(rows, name, &Row::name);
    if (row == std::end(rows)) {
        std::string known;
        for (const std::string_view one : names)
            known += (known.empty() ? "" : ", ") + std::string(one);
        return std::unexpected(Problem{Code::badArgument, "recipe",
                                       formatText("There is no recipe {}."_tr, {name}),
                                       formatText("Use one of {}."_tr, {known}), std::nullopt});
    }
    Recipe recipe = row->make();
    recipe.name = name;
    recipe.shape.vocabulary = static_cast<int>(recipe.task.words.size());
    recipe.shape.length = recipe.task.length;
    recipe.seeds = {1, 2, 3, 4, 5};
    return recipe;
}

}  // namespace hw::train
