// SPDX-License-Identifier: MIT
// One picture under its patches, and several of them beside one another.
#pragma once

#include "panels/image/model.h"
#include "panels/image/view.h"
#include "render/colormap.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A picture as it is, or in dim greys under the colours of `values`: with marks, and what the pointer does there.
struct PatchPicture {
    const ImageModel& model;
    int region;
    std::span<const float> values;  ///< one a patch, as they are shown
    int layer;                      ///< -1: where the views stand

    int first() const { return model.firstOf(region); }  ///< patch, among all
    const ImageRegion& in() const { return model.image->region(region); }
};

/// "original".
void drawOriginal(const Pen& pen, const PatchPicture& of, ImageUi& ui, const Rect& box,
                  Commands& commands);
/// `id`: of the target; `overlay`: which texture; `pixels`: of the colours, a side.
void drawOverlay(const Pen& pen, const PatchPicture& of, ImageUi& ui, Ramp ramp, const char* id,
                 std::size_t overlay, int pixels, const Rect& box, Commands& commands);

/// model.tiles in rows, as large as the room allows, each under its name; scrolls where they are many. A click on a patch makes
/// it the output, on a layer's picture goes to the layer. O(tiles * patches).
void drawTiles(const Pen& pen, const ImageModel& model, ImageUi& ui, Ramp ramp, const Rect& room,
               Commands& commands);

/// The height that they take in so much width, each at least 96 pixels wide.
float tilesHeight(const ImageModel& model, float width);

}  // namespace hw
