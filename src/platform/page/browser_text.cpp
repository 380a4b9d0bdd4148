// SPDX-License-Identifier: MIT
#include "platform/page/browser_text.h"

#include "platform/page/browser_host.h"

namespace hw {

float BrowserText::capHeight(FontFace face) {
    return browser::textCapHeight(static_cast<int>(face));
}

float BrowserText::advance(FontFace face, std::string_view text) {
    return browser::textAdvance(static_cast<int>(face), text);
}

TextPicture BrowserText::paint(FontFace face, float pixels, float offset, std::string_view text,
                               std::uint32_t ink) {
    const browser::PaintedText painted =
        browser::paintText(static_cast<int>(face), pixels, offset, text, ink);
    TextPicture picture;
    picture.width = painted.width;
    picture.height = painted.height;
    picture.left = painted.left;
    picture.top = painted.top;
    picture.coloured = painted.coloured != 0;
    picture.rgba.resize(std::size_t{1} * painted.width * painted.height * 4);
    if (!picture.rgba.empty()) browser::copyPainted(picture.rgba.data());
    return picture;
}

}  // namespace hw
