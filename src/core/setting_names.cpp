// SPDX-License-Identifier: MIT
#include "core/setting_names.h"

#include <algorithm>
#include <array>
#include <span>

namespace hw {
namespace {

// In the order of the enumerators.
constexpr std::array<std::string_view, 5> methodNames{"raw", "rollout", "flow", "gradient-rollout",
                                                      "relevance"};
constexpr std::array<std::string_view, 3> fusionNames{"mean", "max", "min"};
constexpr std::array<std::string_view, 2> scopeNames{"matrix", "row"};
constexpr std::array<std::string_view, 4> protectNames{"nothing", "diagonal", "token", "corner"};
constexpr std::array<std::string_view, 2> orderNames{"residual-first", "discard-first"};
constexpr std::array<std::string_view, 3> normaliseNames{"rows", "columns-by-row-sums", "none"};
constexpr std::array<std::string_view, 2> residualNames{"weighted", "fixed"};
constexpr std::array<std::string_view, 2> gradientFormNames{"positive-product",
                                                            "mean-then-positive"};
constexpr std::array<std::string_view, 2> gradientNormaliseNames{"after-residual", "rows-first"};

template <class Choice>
std::optional<Choice> find(std::span<const std::string_view> names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<Choice>(found - names.begin());
}

template <class Names, class Choice>
std::string_view pick(const Names& names, Choice value) {
    return names[static_cast<std::size_t>(value)];
}

}  // namespace

std::string_view nameOf(Method value) { return pick(methodNames, value); }
std::string_view nameOf(HeadFusion value) { return pick(fusionNames, value); }
std::string_view nameOf(DiscardScope value) { return pick(scopeNames, value); }
std::string_view nameOf(DiscardProtect value) { return pick(protectNames, value); }
std::string_view nameOf(StepOrder value) { return pick(orderNames, value); }
std::string_view nameOf(Normalise value) { return pick(normaliseNames, value); }
std::string_view nameOf(Residual value) { return pick(residualNames, value); }
std::string_view nameOf(GradientForm value) { return pick(gradientFormNames, value); }
std::string_view nameOf(GradientNormalise value) { return pick(gradientNormaliseNames, value); }

template <>
std::optional<Method> fromName(std::string_view name) {
    return find<Method>(methodNames, name);
}
template <>
std::optional<HeadFusion> fromName(std::string_view name) {
    return find<HeadFusion>(fusionNames, name);
}
template <>
std::optional<DiscardScope> fromName(std::string_view name) {
    return find<DiscardScope>(scopeNames, name);
}
template <>
std::optional<DiscardProtect> fromName(std::string_view name) {
    return find<DiscardProtect>(protectNames, name);
}
template <>
std::optional<StepOrder> fromName(std::string_view name) {
    return find<StepOrder>(orderNames, name);
}
template <>
std::optional<Normalise> fromName(std::string_view name) {
    return find<Normalise>(normaliseNames, name);
}
template <>
std::optional<Residual> fromName(std::string_view name) {
    return find<Residual>(residualNames, name);
}
template <>
std::optional<GradientForm> fromName(std::string_view name) {
    return find<GradientForm>(gradientFormNames, name);
}
template <>
std::optional<GradientNormalise> fromName(std::string_view name) {
    return find<GradientNormalise>(gradientNormaliseNames, name);
}

}  // namespace hw
