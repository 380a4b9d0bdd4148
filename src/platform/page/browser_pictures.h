// SPDX-License-Identifier: MIT
// Decodes pictures in the data with the browser.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "view/widgets/picture.h"

namespace hw {

/// Keeps the latest requested pictures, since a video, or pictures among text, needs several at once. A view that has
/// made a texture of a picture does not request it again.
class BrowserPictures final : public PictureSource {
public:
    const Picture& picture(std::string_view dataUrl) override;

    /// Announces a picture, if views have shown pictures before. It is decoded while answers are awaited, and both are
    /// drawn at once.
    void comes(std::string_view dataUrl) {
        if (!pictures_.empty()) picture(dataUrl);
    }

    /// The browser has decoded the picture with this number. `rgba` is empty if it could not.
    void decoded(int number, int width, int height, std::span<const std::byte> rgba);

private:
    struct CachedPicture {
        std::string url;
        int number = 0;
        Picture picture;
    };
    void forgetOldest();

    std::vector<CachedPicture> pictures_;  ///< the latest request comes last
    int number_ = 0;
};

}  // namespace hw
