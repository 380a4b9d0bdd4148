// SPDX-License-Identifier: MIT
// Decodes pictures in the data by means of the browser.
#pragma once

#include <span>
#include <string>

#include "view/widgets/picture.h"

namespace hw {

/// Caches the last picture: an example has only one.
class BrowserPictures final : public PictureSource {
public:
    const Picture& picture(std::string_view dataUrl) override;

    /// The browser has decoded the picture with this number; without pixels if it could not.
    void decoded(int number, int width, int height, std::span<const std::byte> rgba);

private:
    std::string url_;
    Picture picture_;
    int number_ = 0;
};

}  // namespace hw
