// SPDX-License-Identifier: MIT
// What lies in the two pictures of the image view, and around their patches: not layout.
#pragma once

#include "panels/image/model.h"
#include "panels/image/view.h"
#include "render/colormap.h"

namespace hw {

/// How bright the picture stands under its colours; figure/image_figure has the same.
inline constexpr double pictureDim = 0.4;

/// A patch's place on the ramp, 0..1; 0 for a value that is not there.
float shareOf(const ImageModel& model, std::size_t patch);

/// Brings the picture into ui's textures, as it is and dimmed; says why it is not there, or "".
const char* takePicture(const ImageModel& model, ImageUi& ui);

/// Colours of the patches' values at the model's opacity: between the middles of patches the values (not the
/// colours) are blended. About 192 pixels a side.
Picture smoothColours(const ImageModel& model, Ramp ramp);

/// Around a patch, on any picture: one that is chosen or pointed at, and the strongest.
void outlinePatch(const Pen& pen, const Rect& cell, float width);
void markStrongest(const Pen& pen, const Rect& cell);

}  // namespace hw
