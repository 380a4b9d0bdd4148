// SPDX-License-Identifier: MIT
// What bars, the sentence and the evolution measure their values by. Internal to page/models.
#pragma once

#include <string>

#include "page/models/layer_blend.h"
#include "page/models/model_text.h"

namespace hw {

struct ValueScale {
    float end = 1;  ///< value at full length or at the ramp's end, above 0
    bool beyond =
        false;  ///< a shown value is larger: the output's own share, where that does not count
    std::string note;  ///< "One scale for all layers."
};

/// "One scale for all layers, without the output’s own share.", the share if `beyond`.
std::string scaleWords(const ViewState& view, bool beyond);

/// True if the chosen output is among the inputs, so that a part of what it draws is its own.
bool hasOwnShare(const AppState& state);

/// Of bars and sentence, as the view says: of all layers, or of the present one, gliding with it; with the
/// output's own share or without. O(layers * units).
ValueScale barsScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend);

/// The same of the picture's patches alone: what [CLS] draws from itself does not darken the picture. Only where the
/// present example has one.
ValueScale patchesScale(const AppState& state, const ShownProfile& profile,
                        const LayerBlend& blend);

/// Of all layers at once, with or without the own share. Its note stays empty. O(layers * units).
ValueScale evolutionScale(const AppState& state, const ShownProfile& profile);

}  // namespace hw
