// SPDX-License-Identifier: MIT
#include "platform/page/browser_pictures.h"

#include <algorithm>
#include <cstring>

#include "platform/page/browser_host.h"

namespace hw {
namespace {

constexpr std::ptrdiff_t mostReady = 4;  ///< up to 4 MB each

}  // namespace

const Picture& BrowserPictures::picture(std::string_view dataUrl) {
    const auto found = std::ranges::find(pictures_, dataUrl, &CachedPicture::url);
    if (found == pictures_.end()) {
        pictures_.push_back({std::string(dataUrl), ++number_, {}});
        forgetOldest();
        browser::decodePicture(number_, dataUrl);
    } else {
        std::rotate(found, found + 1, pictures_.end());
    }
    return pictures_.back().picture;
}

void BrowserPictures::decoded(int number, int width, int height, std::span<const std::byte> rgba) {
    const auto found = std::ranges::find(pictures_, number, &CachedPicture::number);
    if (found == pictures_.end()) return;  // forgotten meanwhile
    Picture& picture = found->picture;
    const std::size_t size = std::size_t{1} * width * height * 4;
    if (width <= 0 || height <= 0 || rgba.size() != size) {
        picture.state = Picture::State::failed;
        return;
    }
    picture.width = width;
    picture.height = height;
    picture.rgba.resize(size);
    std::memcpy(picture.rgba.data(), rgba.data(), size);
    picture.state = Picture::State::ready;
}

/// Called before a new picture is requested, so that all pictures decoded since the last frame can still be used.
/// Waiting and failed pictures stay. They contain no pixels, and would be requested again in every frame.
void BrowserPictures::forgetOldest() {
    const auto isReady = [](const CachedPicture& known) {
        return known.picture.state == Picture::State::ready;
    };
    while (std::ranges::count_if(pictures_, isReady) > mostReady)
        pictures_.erase(std::ranges::find_if(pictures_, isReady));
}

}  // namespace hw
