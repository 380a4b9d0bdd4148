// SPDX-License-Identifier: MIT
// The present method's formula as text, with the values of its settings, and its citation.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// The layers with their own choice of heads, such as "; otherwise in layer 4, 6", or nothing.
std::string describeLayerHeads(const Settings& settings);

/// The source of flow across encoder and decoder.
inline constexpr LocalizedText acrossWords =
    "Across encoder and decoder: our construction after Metzger et al. 2022, arXiv:2205.15389."_tr;

/// "head 3 of layer 4", counted from 1. Empty if no layer has its own head.
std::string describeHeadOfLayer(const Settings& settings);

/// How `heads` heads are fused, such as "mean of 8" or "head 3".
std::string headsText(const Settings& given, Method method, int heads);

/// The layers that take part, such as "1, 3, 4". Empty if all do.
std::string describeLayers(const Settings& settings);

/// "A = 0.50 I + 0.50 mean W", "R = A_6 A_5 ..." with indices after an underscore.
std::vector<std::string> formulaLines(const AppState& state);

/// The changes that these settings make to the nearest preset, such as "head 3 of layer 2 alone", or "Abnar & Zuidema
/// 2020, but: Residual weight" if no preset has the same steps. Empty without changes.
std::string presetChanges(const Settings& settings, Method method, int heads);

/// The sources to cite, those of the method (with gradients, also of their weighting of heads) and of its settings.
/// Relevance has no other settings.
std::string citationOf(Method method, const Settings& settings, const Preset* preset);

}  // namespace hw
