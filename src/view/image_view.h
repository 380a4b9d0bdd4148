// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "app/command.h"
#include "app/view_models.h"
#include "view/picture.h"
#include "view/widgets.h"

namespace hw {

/// What the image view keeps between frames: the textures.
struct ImageUi {
    std::string shownUrl;  ///< the picture in `picture`
    float aspect = 0;      ///< width through height; 0: not known yet
    PictureTexture picture;
    PictureTexture mask;  ///< one pixel a patch, enlarged smoothly by the GPU
    std::vector<std::uint8_t> maskPixels;
    bool settingHeld = false;  ///< out: the opacity is being dragged
};

/// The picture with the patches' values over it: smooth, the picture darkened by the mask enlarged
/// bilinearly and scaled to 1 at its largest value, as in the figures of Dosovitskiy et al. 2021, or as
/// coloured patches. A click on a patch makes it the output. O(patches).
void drawImage(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
               const Rect& area, Commands& commands);

}  // namespace hw
