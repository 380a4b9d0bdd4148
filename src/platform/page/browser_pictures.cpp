// SPDX-License-Identifier: MIT
#include "platform/page/browser_pictures.h"

#include <cstring>

#include "platform/page/host.h"

namespace hw {

const Picture& BrowserPictures::picture(std::string_view dataUrl) {
    if (url_ != dataUrl || number_ == 0) {
        url_ = dataUrl;
        picture_ = {};
        host::decodePicture(++number_, dataUrl);
    }
    return picture_;
}

void BrowserPictures::decoded(int number, int width, int height, std::span<const std::byte> rgba) {
    if (number != number_) return;  // another one was asked for meanwhile
    const std::size_t size = std::size_t{1} * width * height * 4;
    if (width <= 0 || height <= 0 || rgba.size() != size) {
        picture_.state = Picture::State::failed;
        return;
    }
    picture_.width = width;
    picture_.height = height;
    picture_.rgba.resize(size);
    std::memcpy(picture_.rgba.data(), rgba.data(), size);
    picture_.state = Picture::State::ready;
}

}  // namespace hw
