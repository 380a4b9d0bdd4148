// SPDX-License-Identifier: MIT
#include "page/rules/recipe_step.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace hw {
namespace {

/// The key cannot be inside a text, where quotes have a backslash.
constexpr std::string_view key = ",\"step\":";

bool isJson(std::string_view recipe) { return recipe.starts_with("{\"") && recipe.ends_with('}'); }

/// The digits after the key. Empty if there is none.
std::string_view digitsIn(std::string_view recipe) {
    const std::size_t at = isJson(recipe) ? recipe.find(key) : std::string_view::npos;
    if (at == std::string_view::npos) return {};
    const std::string_view rest = recipe.substr(at + key.size());
    return rest.substr(0, rest.find_first_not_of("0123456789"));
}

/// As JSON.stringify writes it.
std::string quoted(std::string_view text) {
    constexpr std::string_view marks = "\"\\\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\bfnrt";
    std::string json = "\"";
    for (const char c : text) {
        if (const std::size_t mark = marks.find(c); mark != std::string_view::npos) {
            json += '\\';
            json += letters[mark];
        } else if (static_cast<unsigned char>(c) < 0x20) {
            constexpr std::string_view hex = "0123456789abcdef";
            json += "\\u00";
            json += hex[static_cast<unsigned char>(c) >> 4];
            json += hex[static_cast<unsigned char>(c) & 15];
        } else {
            json += c;
        }
    }
    return json + '"';
}

}  // namespace

int stepIn(std::string_view recipe) {
    const std::string_view digits = digitsIn(recipe);
    int step = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
    return error == std::errc() ? step : -1;
}

std::string withStep(std::string_view recipe, int step) {
    const std::string number = std::to_string(step);
    const std::string_view digits = digitsIn(recipe);
    if (!digits.empty()) {
        const auto at = static_cast<std::size_t>(digits.data() - recipe.data());
        return std::string(recipe).replace(at, digits.size(), number);
    }
    if (isJson(recipe)) {
        recipe.remove_suffix(1);
        return std::string(recipe).append(key).append(number) + '}';
    }
    return "{\"text\":" + quoted(recipe).append(key).append(number) + '}';
}

std::vector<Recipe> comparedSteps(const AppState& state) {
    const auto& steps = state.line.steps;
    const Recipe& shown = state.document->current.recipe;
    if (steps.size() < 2 || !isModelRun(shown)) return {};
    const int first = steps.front().step;
    const int present = stepIn(shown.text) < 0 ? state.line.usualStep : stepIn(shown.text);
    const int other = present < 0 || present == first ? steps.back().step : present;
    return {{shown.maker, withStep(shown.text, first)}, {shown.maker, withStep(shown.text, other)}};
}

int stepPlace(const ModelLine& line) {
    const int named = line.pointed >= 0 ? line.pointed : stepIn(line.text);
    const int step = named >= 0 ? named : line.usualStep;
    const auto found = std::ranges::find(line.steps, step, &TrainingStep::step);
    return found == line.steps.end() ? -1 : static_cast<int>(found - line.steps.begin());
}

}  // namespace hw
