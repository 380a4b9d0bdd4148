// SPDX-License-Identifier: MIT
// One picture under its patches, and several of them side by side.
#pragma once

#include "panels/image/model.h"
#include "panels/image/view.h"
#include "render/colormap.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A picture, unchanged or in dim greys under the colours of `values`. With marks, and reactions to the pointer.
struct PatchPicture {
    const ImageModel& model;
    int region;
    std::span<const float> values;  ///< one per patch, as shown
    int layer;                      ///< -1 for the layer of the views

    int first() const { return model.firstOf(region); }  ///< patch, among all
    const ImageRegion& in() const { return model.image->region(region); }
};

/// "original".
void drawOriginal(const Pen& pen, const PatchPicture& of, ImageUi& ui, const Rect& box,
                  Commands& commands);
/// `id` belongs to the target, `overlay` is the texture's index, and `pixels` the number per side of the colours.
void drawOverlay(const Pen& pen, const PatchPicture& of, ImageUi& ui, Ramp ramp, const char* id,
                 std::size_t overlay, int pixels, const Rect& box, Commands& commands);

/// model.tiles in rows, as large as they fit, each under its name. Scrolls if there are many. A click on a patch makes
/// it the output, and on a layer's picture it goes to the layer. O(tiles * patches).
void drawTiles(const Pen& pen, const ImageModel& model, ImageUi& ui, Ramp ramp, const Rect& room,
               Commands& commands);

/// Their height at a width, each at least 96 pixels wide.
float tilesHeight(const ImageModel& model, float width);

}  // namespace hw
