// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "page/state/command.h"
#include "panels/image/model.h"
#include "view/widgets/picture.h"
#include "view/widgets/widgets.h"

namespace hw {

/// State of the image view between frames: textures.
struct ImageUi {
    std::string shownUrl;  ///< the picture in `picture`
    float aspect = 0;      ///< width over height; 0: unknown yet
    PictureTexture picture;
    PictureTexture dimmed;     ///< the same in dim greys, drawn under the colours
    PictureTexture overlay;    ///< colours of the patches' values, smooth
    bool settingHeld = false;  ///< out: the opacity is being dragged
};

/// The picture, and next to or below it the same in dim greys under the colours of the patches' values, as in
/// papers (Chefer, Gur & Wolf 2021, Caron et al. 2021): values interpolated bilinearly, or one colour per
/// patch. The ramp ends at the max of all layers or of this one, as the view says. A click on a patch selects
/// it as output. O(patches). Without the settings if there is little room.
void drawImage(const Pen& pen, const ImageModel& model, ImageUi& ui, Colormap colormap,
               const Rect& area, Commands& commands);

/// The height needed in a narrow column, including settings.
float imageHeight(const ImageModel& model, float width);

}  // namespace hw
