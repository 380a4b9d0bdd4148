// SPDX-License-Identifier: MIT
// Explanations of a number as text for export, the same from the page and the command line.
//
// JSON: {"method","settings","layer":3,"query":0,"key":2,"tokens","value","terms":[{"value","path"}],"rest"}
//       Layers count from 1, tokens and heads from 0. The terms' values, added in this order, and rest are
//       value. A path has a token for each level, from the output down to the input. That of a flow is an
//       augmenting path, with "levels" if it takes flow back. For raw attention a term is a head. Also "sum",
//       the row times the column ({"token","weight","below","value"}), and for a flow "cut" and "complete".
#pragma once

#include <span>
#include <string>

#include "core/explain/explanation.h"
#include "core/methods/method_stack.h"
#include "core/model/settings.h"

namespace hw {

std::string explanationJson(const Explanation& explanation, const Settings& settings,
                            std::span<const std::string> queries, std::span<const std::string> keys,
                            const Example& example, Part part);

/// The same for people, in a few lines.
std::string explanationText(const Explanation& explanation, std::span<const std::string> queries,
                            std::span<const std::string> keys);

}  // namespace hw
