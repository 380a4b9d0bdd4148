// SPDX-License-Identifier: MIT
// The browser as the decoder of pictures inside the data.
#pragma once

#include <span>
#include <string>

#include "view/widgets/picture.h"

namespace hw {

/// Keeps the picture that was asked for last: an example has one.
class BrowserPictures final : public PictureSource {
public:
    const Picture& picture(std::string_view dataUrl) override;

    /// The browser has decoded the picture with this number; no pixels: it could not.
    void decoded(int number, int width, int height, std::span<const std::byte> rgba);

private:
    std::string url_;
    Picture picture_;
    int number_ = 0;
};

}  // namespace hw
