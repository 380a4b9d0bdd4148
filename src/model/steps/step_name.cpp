// SPDX-License-Identifier: MIT
#include "model/steps/step_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace hw::model {
namespace {

constexpr std::array<std::string_view, 6> words{"checkpoint", "ckpt", "step",
                                                "iteration",  "iter", "epoch"};
constexpr std::size_t mostDigits = 9;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// The number at the start of the text. nullopt if there is none, or if it is too long.
std::optional<int> numberAt(std::string_view text) {
    const auto end = std::ranges::find_if_not(text, isDigit);
    const auto length = static_cast<std::size_t>(end - text.begin());
    if (length == 0 || length > mostDigits) return std::nullopt;
    int number = 0;
    std::from_chars(text.data(), text.data() + length, number);
    return number;
}

}  // namespace

std::optional<int> stepNamed(std::string_view name) {
    if (!name.empty() && std::ranges::all_of(name, isDigit)) return numberAt(name);
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
    for (std::size_t at = 0; at < lower.size(); ++at) {
        for (const std::string_view word : words) {
            std::string_view rest = std::string_view(lower).substr(at);
            if (!rest.starts_with(word)) continue;
            rest.remove_prefix(word.size());
            if (!rest.empty() && (rest[0] == '-' || rest[0] == '_' || rest[0] == '='))
                rest.remove_prefix(1);
            if (const auto number = numberAt(rest)) return number;
        }
    }
    return std::nullopt;
}

std::string stepList(std::span<const int> steps) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(steps.size(), most); ++i) {
        const bool isCut = steps.size() > most && i == most - 1;
        text += (i == 0  ? ""
                 : isCut ? " ... "
                         : ", ") +
                std::to_string(isCut ? steps.back() : steps[i]);
    }
    return text;
}

}  // namespace hw::model
