// SPDX-License-Identifier: MIT
// The contents of the image view's two pictures, and the outlines of their patches. Without layout.
#pragma once

#include <span>

#include "core/localized_text.h"
#include "panels/image/model.h"
#include "panels/image/view.h"
#include "render/colormap.h"

namespace hw {

/// Brightness of the picture under its colours, the same as in panels/image/figure.cpp.
inline constexpr double pictureDim = 0.4;

/// The values of one picture's patches and their colour scale.
struct PatchColours {
    std::span<const float> values;  ///< one per patch
    int rows;
    int cols;
    float scale;  ///< value at the ramp's end
    double opacity;
    Ramp ramp;
    ValueForm form = ValueForm::amounts;

    /// A patch's place on the ramp, 0..1. 0 for a missing value.
    float share(std::size_t patch) const;
};

/// Puts the picture into ui's textures, unchanged and dimmed. Returns why it is missing, or nothing.
LocalizedText takePicture(const ImageRegion& region, RegionUi& ui);

/// Puts the colours of the patches' values into ui's texture, with about `pixels` per side, blended between the middles
/// of patches. Recomputed only if any input has changed. O(pixels²), else O(patches).
void takeColours(const PatchColours& of, int pixels, OverlayUi& ui);

/// Outlines the chosen or hovered patch, visible on any picture. Also the strongest one.
void outlinePatch(const Pen& pen, const Rect& cell, float width);
void markStrongest(const Pen& pen, const Rect& cell);

}  // namespace hw
