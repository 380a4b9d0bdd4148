// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "page/state/command.h"
#include "panels/image/model.h"
#include "view/widgets/picture.h"
#include "view/widgets/widgets.h"

namespace hw {

/// The textures of one picture.
struct RegionUi {
    std::string shownUrl;  ///< the picture in `picture`
    float aspect = 0;      ///< width over height, 0 if unknown yet
    PictureTexture picture;
    PictureTexture dimmed;  ///< the same in dim greys, under the colours

    bool shows(const ImageRegion& region) const {
        return picture.exists() && shownUrl == region.dataUrl;
    }
};

/// Smooth colours of the patches' values over one drawn picture.
struct OverlayUi {
    PictureTexture texture;
    std::vector<std::uint32_t> shown;  ///< the input of the last colours
};

/// State of the image view between frames, which are its textures.
struct ImageUi {
    std::deque<RegionUi> regions;    ///< a deque, so that textures keep their address
    std::deque<OverlayUi> overlays;  ///< one per drawn picture

    RegionUi& region(std::size_t index) {
        while (regions.size() <= index) regions.emplace_back();
        return regions[index];
    }
    OverlayUi& overlay(std::size_t index) {
        while (overlays.size() <= index) overlays.emplace_back();
        return overlays[index];
    }
};

/// The picture, and next to or below it the same in dim greys under the colours of the patches' values, as the papers
/// show them (Chefer, Gur & Wolf 2021, Caron et al. 2021). Values are blended bilinearly, or each patch has one colour.
/// The ramp ends at the largest value of all layers or of this one, by the view's choice. A click on a patch makes it
/// the output. O(patches). Several pictures, and every layer's values over one, are side by side, each under its name,
/// all on one scale. A small place has no settings.
void drawImage(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
               const Rect& area, Commands& commands);

/// The height needed in a narrow column, including settings.
float imageHeight(const ImageModel& model, float width);

}  // namespace hw
