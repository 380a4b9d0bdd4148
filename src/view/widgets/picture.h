// SPDX-License-Identifier: MIT
// Pictures inside the data. What they hold is decoded by the platform (in the browser by the browser),
// which may take a moment; the views know only this.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace hw {

/// Straight alpha, rows from the top.
struct Picture {
    int width = 0, height = 0;  ///< 0 x 0 while `state` is not ready
    std::vector<std::uint8_t> rgba;
    enum class State { waiting, ready, failed } state = State::waiting;
};

class PictureSource {
public:
    virtual ~PictureSource() = default;
    /// The picture of a data URL; begins to decode it when it is new. The reference is good until the
    /// next call. Wakes the page when a waiting one is ready or has failed.
    virtual const Picture& picture(std::string_view dataUrl) = 0;
};

/// Set once by the platform before the first frame.
void setPictureSource(PictureSource* source);
PictureSource* pictureSource();

/// A texture of Dear ImGui's that keeps its pixels, so that it survives a lost context. Small pictures
/// are enlarged by whole numbers so that their pixels stay sharp.
class PictureTexture {
public:
    PictureTexture() = default;
    ~PictureTexture();
    PictureTexture(const PictureTexture&) = delete;
    PictureTexture& operator=(const PictureTexture&) = delete;

    /// Takes these pixels (width * height * 4 bytes). Nothing happens if they are the same as before.
    void set(int width, int height, const std::vector<std::uint8_t>& rgba);
    /// What to call in a frame that shows it and sets nothing: a lost context has emptied it.
    void renew();
    bool exists() const { return texture_ != nullptr; }
    ImTextureRef reference() const { return texture_->GetTexRef(); }

private:
    void release();

    ImTextureData* texture_ = nullptr;
    std::vector<std::uint8_t> pixels_;
};

/// The picture's pixels, each repeated so often that the shorter side has about `atLeast` of them.
Picture enlarged(const Picture& picture, int atLeast);

}  // namespace hw
