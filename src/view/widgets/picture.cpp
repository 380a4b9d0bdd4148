// SPDX-License-Identifier: MIT
#include "view/widgets/picture.h"

#include <algorithm>
#include <cstring>

#include "imgui_internal.h"

namespace hw {
namespace {

PictureSource* source = nullptr;

/// Textures that were replaced by ones of another size. They are deleted once the backend has released them.
ImVector<ImTextureData*>& leaving() {
    static ImVector<ImTextureData*> textures;
    return textures;
}

void sweep() {
    ImVector<ImTextureData*>& textures = leaving();
    for (int i = textures.Size - 1; i >= 0; --i) {
        if (textures[i]->Status != ImTextureStatus_Destroyed) continue;
        ImGui::UnregisterUserTexture(textures[i]);
        IM_DELETE(textures[i]);
        textures.erase(textures.begin() + i);
    }
}

void fill(ImTextureData& texture, const std::vector<std::uint8_t>& rgba) {
    std::memcpy(texture.GetPixels(), rgba.data(), rgba.size());
    if (texture.Status != ImTextureStatus_OK) return;
    const ImTextureRect whole{0, 0, static_cast<unsigned short>(texture.Width),
                              static_cast<unsigned short>(texture.Height)};
    texture.Updates.resize(0);
    texture.Updates.push_back(whole);
    texture.UpdateRect = whole;
    texture.SetStatus(ImTextureStatus_WantUpdates);
}

}  // namespace

void setPictureSource(PictureSource* now) { source = now; }
PictureSource* pictureSource() { return source; }

PictureTexture::~PictureTexture() { release(); }

void PictureTexture::release() {
    if (texture_ == nullptr || ImGui::GetCurrentContext() == nullptr) return;
    texture_->SetStatus(ImTextureStatus_WantDestroy);
    texture_->UnusedFrames = 1;
    leaving().push_back(texture_);
    texture_ = nullptr;
}

void PictureTexture::renew() {
    // The backend destroys its textures when a context is lost, but the pixels are still here.
    if (texture_ != nullptr && texture_->Status == ImTextureStatus_Destroyed) {
        texture_->SetStatus(ImTextureStatus_WantCreate);
    }
}

void PictureTexture::set(int width, int height, const std::vector<std::uint8_t>& rgba) {
    sweep();
    if (texture_ != nullptr && (texture_->Width != width || texture_->Height != height)) release();
    if (texture_ == nullptr) {
        texture_ = IM_NEW(ImTextureData)();
        texture_->Create(ImTextureFormat_RGBA32, width, height);
        texture_->UseColors = true;
        ImGui::RegisterUserTexture(texture_);
        pixels_.clear();
    }
    renew();
    if (pixels_ == rgba) return;
    pixels_ = rgba;
    fill(*texture_, rgba);
}

Picture enlarged(const Picture& picture, int atLeast) {
    const int shorter = std::max(std::min(picture.width, picture.height), 1);
    const int times = std::clamp(atLeast / shorter, 1, 64);
    if (times == 1) return picture;
    Picture large;
    large.state = picture.state;
    large.width = picture.width * times;
    large.height = picture.height * times;
    large.rgba.resize(std::size_t{1} * large.width * large.height * 4);
    for (int y = 0; y < large.height; ++y) {
        for (int x = 0; x < large.width; ++x) {
            const auto from = std::size_t{1} * ((y / times) * picture.width + x / times) * 4;
            const auto to = std::size_t{1} * (y * large.width + x) * 4;
            std::memcpy(&large.rgba[to], &picture.rgba[from], 4);
        }
    }
    return large;
}

}  // namespace hw
