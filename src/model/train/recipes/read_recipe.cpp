// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/localized_text.h"
#include "core/number_text.h"
#include "io/json/json_parser.h"
#include "io/tree/number_format.h"
#include "model/train/recipe.h"
#include "model/train/recipes/own_tasks.h"

namespace hw::train {
namespace {

using io::Kind;
using io::NodeId;
using io::Tree;

constexpr std::uint64_t mostBytes = 4 << 20;
/// Tokens of all sequences of a step.
constexpr int mostBatchTokens = 16384;

Problem wrong(std::string_view place, std::string finding, std::string remedy) {
    return {Code::badArgument, std::string(place), std::move(finding), std::move(remedy),
            std::nullopt};
}

template <auto member, auto... path>
constexpr auto& memberOf(Recipe& recipe) {
    if constexpr (sizeof...(path) == 0)
        return recipe.*member;
    else
        return (recipe.*member).*(path, ...);
}

template <auto... path>
void put(Recipe& recipe, double value) {
    auto& member = memberOf<path...>(recipe);
    member = static_cast<std::remove_reference_t<decltype(member)>>(value);
}

/// A number that a recipe's JSON can set. A range of 0 to 0 is a truth value.
struct Field {
    std::string_view key;
    double least = 0;
    double most = 0;
    bool isWhole = false;
    void (*put)(Recipe& recipe, double value);

    bool isTruth() const { return least == most; }
};

constexpr Field fields[] = {
    {"layers", 1, 4, true, put<&Recipe::shape, &Shape::layers>},
    {"heads", 1, 8, true, put<&Recipe::shape, &Shape::heads>},
    {"width", 4, 128, true, put<&Recipe::shape, &Shape::width>},
    {"mlp", 0, 512, true, put<&Recipe::shape, &Shape::inner>},
    {"positions", 0, 0, false, put<&Recipe::shape, &Shape::hasPositions>},
    {"tied", 0, 0, false, put<&Recipe::shape, &Shape::isTied>},
    {"deviation", 1e-4, 1, false, put<&Recipe::deviation>},
    {"rate", 1e-6, 1, false, put<&Recipe::optimiser, &Optimiser::rate>},
    {"batch", 1, 1024, true, put<&Recipe::optimiser, &Optimiser::batch>},
    {"steps", 1, 20000, true, put<&Recipe::optimiser, &Optimiser::steps>},
    {"warm_up", 0, 20000, true, put<&Recipe::optimiser, &Optimiser::warmUp>},
    {"falling", 0, 0, false, put<&Recipe::optimiser, &Optimiser::isFalling>},
    {"weight_decay", 0, 10, false, put<&Recipe::optimiser, &Optimiser::weightDecay>},
    {"clip", 1e-3, 1e6, false, put<&Recipe::optimiser, &Optimiser::clip>},
    {"measure_every", 1, 20000, true, put<&Recipe::measuredEvery>},
};
constexpr std::string_view otherKeys[] = {"name", "recipe",   "grammar", "pairs",
                                          "text", "held_out", "length"};

Result<double> numberOf(const Tree& tree, std::string_view key, double least, double most,
                        bool isWhole, double otherwise) {
    const NodeId node = tree.find(Tree::root, key);
    if (node == io::none) return otherwise;
    const double value = tree.is(node, Kind::number) ? tree.number(node) : NAN;
    if (value >= least && value <= most && (!isWhole || std::floor(value) == value)) return value;
    return std::unexpected(wrong(
        key, "The value is not a number in the range."_tr,
        isWhole
            ? formatText("Use a whole number from {} to {}."_tr,
                         {static_cast<int>(least), static_cast<int>(most)})
            : formatText("Use a number from {} to {}."_tr, {numberText(least), numberText(most)})));
}

Result<void> readFields(const Tree& tree, Recipe& recipe) {
    for (const Field& field : fields) {
        const NodeId node = tree.find(Tree::root, field.key);
        if (node == io::none) continue;
        if (field.isTruth()) {
            if (!tree.is(node, Kind::boolean)) {
                return std::unexpected(wrong(field.key, "The value is neither true nor false."_tr,
                                             "Use true or false."_tr));
            }
            field.put(recipe, tree.truth(node) ? 1 : 0);
            continue;
        }
        const auto value = numberOf(tree, field.key, field.least, field.most, field.isWhole, 0);
        if (!value) return std::unexpected(value.error());
        field.put(recipe, *value);
    }
    return {};
}

std::string_view textOf(const Tree& tree, NodeId node) {
    return tree.is(node, Kind::string) ? tree.string(node) : std::string_view();
}

Result<Task> readGrammar(const Tree& tree, NodeId node) {
    std::vector<Rule> rules;
    for (const NodeId rule : tree.children(node)) {
        Rule& made = rules.emplace_back();
        made.name = tree.key(rule);
        for (const NodeId text :
             tree.is(rule, Kind::array) ? tree.children(rule) : std::vector<NodeId>()) {
            if (!tree.is(text, Kind::string)) {
                return std::unexpected(wrong(io::under("grammar", made.name),
                                             "An alternative is not a text."_tr,
                                             "Use a list of texts."_tr));
            }
            made.alternatives.emplace_back(tree.string(text));
        }
    }
    return grammarTask(rules);
}

Result<Task> readPairs(const Tree& tree, NodeId node) {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const NodeId pair :
         tree.is(node, Kind::array) ? tree.children(node) : std::vector<NodeId>()) {
        const auto both = tree.is(pair, Kind::array) ? tree.children(pair) : std::vector<NodeId>();
        if (both.size() != 2 || !tree.is(both[0], Kind::string) ||
            !tree.is(both[1], Kind::string)) {
            return std::unexpected(wrong(io::at("pairs", pairs.size()),
                                         "The entry is not a pair of texts."_tr,
                                         "Write [\"text\", \"answer\"]."_tr));
        }
        pairs.emplace_back(tree.string(both[0]), tree.string(both[1]));
    }
    const auto heldOut = numberOf(tree, "held_out", 0, 0.9, false, 0);
    if (!heldOut) return std::unexpected(heldOut.error());
    return pairsTask(pairs, *heldOut);
}

Result<Task> readText(const Tree& tree, NodeId node) {
    const auto length = numberOf(tree, "length", 2, mostTokens, true, 32);
    if (!length) return std::unexpected(length.error());
    return textTask(textOf(tree, node), static_cast<int>(*length));
}

Result<Recipe> ownRecipe(Result<Task> task) {
    if (!task) return std::unexpected(task.error());
    return Recipe{.name = "own", .task = std::move(*task)};
}

/// The task, with the recipe's other values as they are by default.
Result<Recipe> readTask(const Tree& tree) {
    std::optional<Result<Recipe>> found;
    for (const std::string_view key : {"recipe", "grammar", "pairs", "text"}) {
        const NodeId node = tree.find(Tree::root, key);
        if (node == io::none) continue;
        if (found) {
            return std::unexpected(wrong(key, "The recipe has two tasks."_tr,
                                         "Use one of recipe, grammar, pairs and text."_tr));
        }
        found = key == "recipe"    ? recipeNamed(textOf(tree, node))
                : key == "grammar" ? ownRecipe(readGrammar(tree, node))
                : key == "pairs"   ? ownRecipe(readPairs(tree, node))
                                   : ownRecipe(readText(tree, node));
    }
    if (found) return std::move(*found);
    return std::unexpected(wrong("recipe", "The recipe has no task."_tr,
                                 "Use one of recipe, grammar, pairs and text."_tr));
}

Result<void> checkKeys(const Tree& tree) {
    for (const NodeId node : tree.children(Tree::root)) {
        const std::string_view key = tree.key(node);
        if (std::ranges::count(otherKeys, key) + std::ranges::count(fields, key, &Field::key) > 0)
            continue;
        std::string known;
        for (const std::string_view one : otherKeys) known += std::string(one) + ", ";
        for (const Field& field : fields)
            known +=
                std::string(field.key) + (&field == &fields[std::size(fields) - 1] ? "" : ", ");
        return std::unexpected(wrong(io::excerpt(key), "A recipe has no such key."_tr,
                                     formatText("Use {}."_tr, {known})));
    }
    return {};
}

Result<void> checkSizes(const Recipe& recipe) {
    const Shape& shape = recipe.shape;
    if (shape.width % (4 * shape.heads) != 0) {
        return std::unexpected(
            wrong("width",
                  formatText("The width {} is no multiple of {}, four for each head."_tr,
                             {shape.width, 4 * shape.heads}),
                  "Change width or heads."_tr));
    }
    if (shape.inner % 4 != 0)
        return std::unexpected(
            wrong("mlp", "The width of the MLP is no multiple of 4."_tr, "Change mlp."_tr));
    if (recipe.optimiser.batch * shape.length > mostBatchTokens) {
        return std::unexpected(
            wrong("batch", formatText("A step has more than {} tokens."_tr, {mostBatchTokens}),
                  "Use a smaller batch."_tr));
    }
    return {};
}

}  // namespace

Result<Recipe> readRecipe(std::string_view json) {
    io::JsonParser parser({.maxDepth = 8, .memoryBytes = mostBytes, .exactNumbers = true});
    const auto used = parser.push(json);
    const auto tree = used ? parser.finish() : std::unexpected(used.error());
    if (!tree) return std::unexpected(tree.error());
    if (!tree->is(Tree::root, Kind::object)) {
        return std::unexpected(wrong("recipe", "The recipe is not a JSON object."_tr,
                                     "Write it as in docs/train.md."_tr));
    }
    if (auto fine = checkKeys(*tree); !fine) return std::unexpected(fine.error());
    auto recipe = readTask(*tree);
    if (!recipe) return recipe;
    if (const std::string_view name = textOf(*tree, tree->find(Tree::root, "name")); !name.empty())
        recipe->name = name;
    recipe->shape.vocabulary = static_cast<int>(recipe->task.words.size());
    recipe->shape.length = recipe->task.length;
    if (auto fine = readFields(*tree, *recipe); !fine) return std::unexpected(fine.error());
    if (auto fine = checkSizes(*recipe); !fine) return std::unexpected(fine.error());
    return recipe;
}

Result<Recipe> recipeFrom(std::string_view nameOrJson) {
    const std::size_t start = nameOrJson.find_first_not_of(" \t\r\n");
    const bool isJson = start != std::string_view::npos && nameOrJson[start] == '{';
    return isJson ? readRecipe(nameOrJson) : recipeNamed(nameOrJson);
}

}  // namespace hw::train
