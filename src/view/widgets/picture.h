// SPDX-License-Identifier: MIT
// Pictures in the data. The platform decodes them (the browser, in the page), which may take a moment. Views use only
// this interface.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "imgui.h"

namespace hw {

/// Straight alpha, top row first.
struct Picture {
    int width = 0, height = 0;  ///< 0 x 0 while `state` is not ready
    std::vector<std::uint8_t> rgba;
    enum class State { waiting, ready, failed } state = State::waiting;
};

class PictureSource {
public:
    virtual ~PictureSource() = default;
    /// The picture of a data URL. Starts decoding it if it is new. The reference is valid until the next call. Wakes
    /// the page when a pending one is ready or has failed.
    virtual const Picture& picture(std::string_view dataUrl) = 0;
};

/// Set once by the platform before the first frame.
void setPictureSource(PictureSource* source);
PictureSource* pictureSource();

/// A texture of Dear ImGui that keeps its pixels, so that it survives a lost context. Small pictures are enlarged by
/// integer factors so that their pixels stay sharp.
class PictureTexture {
public:
    PictureTexture() = default;
    ~PictureTexture();
    PictureTexture(const PictureTexture&) = delete;
    PictureTexture& operator=(const PictureTexture&) = delete;

    /// Sets the pixels (width * height * 4 bytes). Does nothing if they are unchanged.
    void set(int width, int height, const std::vector<std::uint8_t>& rgba);
    /// Call in a frame that shows it without setting it. Restores the texture after a lost context.
    void renew();
    bool exists() const { return texture_ != nullptr; }
    ImTextureRef reference() const { return texture_->GetTexRef(); }

private:
    void release();

    ImTextureData* texture_ = nullptr;
    std::vector<std::uint8_t> pixels_;
};

/// The picture with each pixel repeated until the shorter side has about `atLeast` pixels.
Picture enlarged(const Picture& picture, int atLeast);

}  // namespace hw
