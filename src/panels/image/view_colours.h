// SPDX-License-Identifier: MIT
// The contents of the image view's two pictures, and the outlines of their patches; no layout.
#pragma once

#include <span>

#include "core/words.h"
#include "panels/image/model.h"
#include "panels/image/view.h"
#include "render/colormap.h"

namespace hw {

/// Brightness of the picture under its colours; panels/image/figure.cpp has the same.
inline constexpr double pictureDim = 0.4;

/// The values of one picture's patches and how they are coloured.
struct PatchColours {
    std::span<const float> values;  ///< one a patch
    int rows;
    int cols;
    float scale;  ///< value at the ramp's end
    double opacity;
    Ramp ramp;
    ValueForm form = ValueForm::amounts;

    /// A patch's place on the ramp, 0..1; 0 for a value that is not there.
    float share(std::size_t patch) const;
};

/// Brings the picture into ui's textures, as it is and dimmed; says why it is not there, or nothing.
Words takePicture(const ImageRegion& region, RegionUi& ui);

/// Brings the colours of the patches' values into ui's texture, about `pixels` a side, blended between the middles of
/// patches; made anew only if anything of them has changed. O(pixels²), else O(patches).
void takeColours(const PatchColours& of, int pixels, OverlayUi& ui);

/// Outlines a patch, on any picture: the chosen or hovered one, and the strongest.
void outlinePatch(const Pen& pen, const Rect& cell, float width);
void markStrongest(const Pen& pen, const Rect& cell);

}  // namespace hw
