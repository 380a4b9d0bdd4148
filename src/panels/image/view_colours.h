// SPDX-License-Identifier: MIT
// The contents of the image view's two pictures, and the outlines of their patches; no layout.
#pragma once

#include "panels/image/model.h"
#include "panels/image/view.h"
#include "render/colormap.h"

namespace hw {

/// Brightness of the picture under its colours; panels/image/figure.cpp has the same.
inline constexpr double pictureDim = 0.4;

/// A patch's position on the ramp, 0..1; 0 for a missing value.
float shareOf(const ImageModel& model, std::size_t patch);

/// Loads the picture into ui's textures, original and dimmed; returns why it is missing, or "".
const char* takePicture(const ImageModel& model, ImageUi& ui);

/// Colours of the patches' values at the model's opacity: values (not colours) are interpolated between
/// the centres of patches. About 192 pixels a side.
Picture smoothColours(const ImageModel& model, Ramp ramp);

/// Outlines a patch, on any picture: the chosen or hovered one, and the strongest.
void outlinePatch(const Pen& pen, const Rect& cell, float width);
void markStrongest(const Pen& pen, const Rect& cell);

}  // namespace hw
