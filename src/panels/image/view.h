// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "page/state/command.h"
#include "panels/image/model.h"
#include "view/widgets/picture.h"
#include "view/widgets/widgets.h"

namespace hw {

/// What the image view keeps between frames: the textures.
struct ImageUi {
    std::string shownUrl;  ///< the picture in `picture`
    float aspect = 0;      ///< width through height; 0: not known yet
    PictureTexture picture;
    PictureTexture dimmed;     ///< the same in dim greys, to lie under the colours
    PictureTexture overlay;    ///< colours of the patches' values, smooth
    bool settingHeld = false;  ///< out: the opacity is being dragged
};

/// The picture, and beside or below it the same in dim greys under the colours of the patches' values, as the
/// papers show them (Chefer, Gur & Wolf 2021, Caron et al. 2021): values blended bilinearly, or one colour a
/// patch. The ramp ends at the largest value of all layers or of this one, as the view says. A click on a patch makes it the output. O(patches).
/// In a small place without the settings.
void drawImage(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
               const Rect& area, Commands& commands);

/// The height that it needs in a narrow column, settings included.
float imageHeight(const ImageModel& model, float width);

}  // namespace hw
