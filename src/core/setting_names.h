// SPDX-License-Identifier: MIT
// One word for each choice in Settings, for links, exported files and the command line.
#pragma once

#include <optional>
#include <string_view>

#include "core/settings.h"

namespace hw {

std::string_view nameOf(Method value);             ///< raw rollout flow gradient-rollout relevance
std::string_view nameOf(HeadFusion value);         ///< mean max min
std::string_view nameOf(DiscardScope value);       ///< matrix row
std::string_view nameOf(DiscardProtect value);     ///< nothing diagonal token corner
std::string_view nameOf(StepOrder value);          ///< residual-first discard-first
std::string_view nameOf(Normalise value);          ///< rows columns-by-row-sums none
std::string_view nameOf(Residual value);           ///< weighted fixed
std::string_view nameOf(GradientForm value);       ///< positive-product mean-then-positive
std::string_view nameOf(GradientNormalise value);  ///< after-residual rows-first

/// The other way round: `fromName<HeadFusion>("max")`. Empty if no choice has that name.
template <class Choice>
std::optional<Choice> fromName(std::string_view name);

template <>
std::optional<Method> fromName(std::string_view name);
template <>
std::optional<HeadFusion> fromName(std::string_view name);
template <>
std::optional<DiscardScope> fromName(std::string_view name);
template <>
std::optional<DiscardProtect> fromName(std::string_view name);
template <>
std::optional<StepOrder> fromName(std::string_view name);
template <>
std::optional<Normalise> fromName(std::string_view name);
template <>
std::optional<Residual> fromName(std::string_view name);
template <>
std::optional<GradientForm> fromName(std::string_view name);
template <>
std::optional<GradientNormalise> fromName(std::string_view name);

}  // namespace hw
