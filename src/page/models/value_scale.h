// SPDX-License-Identifier: MIT
// The scales of the bars, the sentence and the evolution. Internal to page/models.
#pragma once

#include <string>

#include "page/models/layer_blend.h"
#include "page/models/model_text.h"

namespace hw {

struct ValueScale {
    float end = 1;  ///< value at full length or at the end of the ramp, above 0
    bool beyond =
        false;  ///< a shown value is larger: the output's own share, where that is not counted
    std::string note;  ///< "One scale for all layers."
};

/// "One scale for all layers, without the output’s own share."; the latter part if `beyond`.
std::string scaleWords(const ViewState& view, bool beyond);

/// True if the chosen output is among the inputs, so that part of what it draws is its own.
bool hasOwnShare(const AppState& state);

/// For bars and sentence, as the view says: over all layers, or of the present one, gliding with it; with the
/// output's own share or without. O(layers * units).
ValueScale barsScale(const AppState& state, const ShownProfile& profile, const LayerBlend& blend);

/// The same for the picture's patches alone: what [CLS] draws from itself does not darken the picture. Only
/// if the present example has a picture.
ValueScale patchesScale(const AppState& state, const ShownProfile& profile,
                        const LayerBlend& blend);

/// Over all layers, with or without the own share. Its note is empty. O(layers * units).
ValueScale evolutionScale(const AppState& state, const ShownProfile& profile);

}  // namespace hw
