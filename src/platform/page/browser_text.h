// SPDX-License-Identifier: MIT
// Rasterises text by means of the browser.
#pragma once

#include "view/text/text.h"

namespace hw {

class BrowserText final : public TextRaster {
public:
    float capHeight(FontFace face) override;
    float advance(FontFace face, std::string_view text) override;
    TextPicture paint(FontFace face, float pixels, float offset, std::string_view text,
                      std::uint32_t ink) override;
};

}  // namespace hw
