// SPDX-License-Identifier: MIT
// A training run without its seed: task, network and optimiser. Recipe and seed define every bit of the weights.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/train/shape.h"
#include "model/train/task.h"

namespace hw::train {

/// AdamW (Loshchilov and Hutter 2019) with warm-up and clipping.
struct Optimiser {
    double rate = 3e-3;
    int batch = 16;  ///< sequences of a step
    int steps = 500;
    int warmUp = 50;         ///< steps until the full rate
    bool isFalling = false;  ///< the rate falls to a tenth in the last 30 % of the steps
    double weightDecay = 0;  ///< of matrices
    double clip = 1;         ///< the largest norm of the gradient
    double beta1 = 0.9;
    double beta2 = 0.98;

    /// The learning rate of a step, from 0.
    double rateAt(int step) const;
};

struct Recipe {
    std::string name;
    int version = 1;  ///< changes with every change of the numbers
    Task task;
    Shape shape;
    double deviation = 0.05;  ///< of the first weights (startOf)
    Optimiser optimiser;
    int measuredEvery = 25;            ///< steps between two measurements of the accuracy
    std::vector<std::uint64_t> seeds;  ///< tested seeds, which learn the task
};

/// The names of all recipes, those that learn first.
std::span<const std::string_view> recipeNames();

/// Errors: badArgument if no recipe has that name.
Result<Recipe> recipeNamed(std::string_view name);

/// A recipe as JSON: changes of a named recipe, a grammar, pairs of texts, or a text (docs/train.md). The input may be
/// hostile; sizes are limited. Errors: syntax and tooLarge of the JSON; badArgument with the key's name as its place.
Result<Recipe> readRecipe(std::string_view json);

/// A name, or JSON if it begins with a brace.
Result<Recipe> recipeFrom(std::string_view nameOrJson);

}  // namespace hw::train
