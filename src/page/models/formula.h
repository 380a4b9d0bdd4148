// SPDX-License-Identifier: MIT
// The present method's formula for people, with the values of its settings, and its citation.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// "; otherwise in layer 4, 6": the layers with a choice of heads of their own, or nothing.
std::string layerHeadsWords(const Settings& settings);

/// What a flow across encoder and decoder is.
inline constexpr Words acrossWords =
    "Across encoder and decoder: our construction after Metzger et al. 2022, arXiv:2205.15389."_tr;

/// "head 3 of layer 4", as people count; empty: no layer has a head of its own.
std::string headOfLayerWords(const Settings& settings);

/// "mean of 8", "head 3": how the heads are fused. `heads`: how many there are.
std::string headsText(const Settings& given, Method method, int heads);

/// "1, 3, 4": the layers that take part; empty: all.
std::string layersWords(const Settings& settings);

/// "A = 0.50 I + 0.50 mean W", "R = A_6 A_5 ...": indices follow an underscore.
std::vector<std::string> formulaLines(const AppState& state);

/// What the settings of this method change in the preset that is nearest to them: "head 3 of layer 2 alone", "Abnar &
/// Zuidema 2020, but: Residual weight" where no preset has their steps. Empty where nothing is changed.
std::string presetChanges(const Settings& settings, Method method, int heads);

/// The sources to cite: those of the method (with gradients, of the way they weigh heads) and of its
/// settings. Relevance has no other settings.
std::string citationOf(Method method, const Settings& settings, const Preset* preset);

}  // namespace hw
