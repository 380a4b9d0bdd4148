// SPDX-License-Identifier: MIT
// Decodes pictures in the data by means of the browser.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "view/widgets/picture.h"

namespace hw {

/// Keeps the pictures that were asked for last: a video, or pictures among text, are several at once. What a view
/// has taken into a texture it asks for no more.
class BrowserPictures final : public PictureSource {
public:
    const Picture& picture(std::string_view dataUrl) override;

    /// A view will show it, if one has shown pictures before: it is decoded while answers are waited for, and both are drawn at once.
    void comes(std::string_view dataUrl) {
        if (!known_.empty()) picture(dataUrl);
    }

    /// The browser has decoded the picture with this number; without pixels if it could not.
    void decoded(int number, int width, int height, std::span<const std::byte> rgba);

private:
    struct Known {
        std::string url;
        int number = 0;
        Picture picture;
    };
    void forgetOldest();

    std::vector<Known> known_;  ///< the one asked for last is the last
    int number_ = 0;
};

}  // namespace hw
