// SPDX-License-Identifier: MIT
#include "view/text/glyph_cache.h"

#include <cmath>
#include <cstring>

namespace hw {
namespace {

constexpr std::size_t mostLetters = 6000;
constexpr std::size_t mostStrings = 800;
constexpr int widestPicture = 2048;  // the atlas itself ends at 8192

/// Finer sizes than sixteenths of a pixel are not visible.
std::uint64_t sizeKey(float pixels) {
    return static_cast<std::uint64_t>(std::lround(pixels * 16)) & 0xFFFFU;
}

}  // namespace

void GlyphCache::reset(TextRaster* raster) {
    raster_ = raster;
    if (ImGui::GetCurrentContext() != nullptr) {
        for (const auto& [key, glyph] : letters_) forget(glyph);
        for (const auto& [key, glyph] : strings_) forget(glyph);
    }
    letters_.clear();
    strings_.clear();
}

void GlyphCache::forget(const Glyph& glyph) {
    if (glyph.rect != ImFontAtlasRectId_Invalid) ImGui::GetIO().Fonts->RemoveCustomRect(glyph.rect);
}

template <class Map>
void GlyphCache::trim(Map& map, std::size_t most) {
    if (map.size() <= most) return;
    for (auto at = map.begin(); at != map.end();) {
        if (at->second.lastFrame < frame_ - 120) {
            forget(at->second);
            at = map.erase(at);
        } else {
            ++at;
        }
    }
}

void GlyphCache::beginFrame() {
    if (ImGui::GetFrameCount() == frame_) return;
    frame_ = ImGui::GetFrameCount();
    trim(letters_, mostLetters);
    trim(strings_, mostStrings);
}

void GlyphCache::load(Glyph& glyph, FontFace face, float pixels, int quarter, std::string_view text,
                      std::uint32_t ink) {
    const TextPicture picture =
        raster_->paint(face, pixels, static_cast<float>(quarter) / 4, text, ink);
    if (picture.width <= 0 || picture.height <= 0 || picture.width > widestPicture) return;
    ImFontAtlas* atlas = ImGui::GetIO().Fonts;
    ImFontAtlasRect area;
    glyph.rect = atlas->AddCustomRect(picture.width, picture.height, &area);
    if (glyph.rect == ImFontAtlasRectId_Invalid) return;
    glyph.width = picture.width;
    glyph.height = picture.height;
    glyph.left = picture.left;
    glyph.top = picture.top;
    glyph.coloured = picture.coloured || ink != whiteInk;
    const auto pitch = std::size_t{1} * picture.width * 4;
    for (int y = 0; y < picture.height; ++y) {
        std::memcpy(atlas->TexData->GetPixelsAt(area.x, area.y + y),
                    picture.rgba.data() + pitch * y, pitch);
    }
    atlas->TexPixelsUseColors = true;
}

const Glyph& GlyphCache::letter(FontFace face, float pixels, int quarter, std::uint32_t codepoint,
                                std::string_view bytes) {
    beginFrame();
    const std::uint64_t key = (std::uint64_t{codepoint} << 32U) | (sizeKey(pixels) << 8U) |
                              (static_cast<std::uint64_t>(face) << 2U) |
                              static_cast<std::uint64_t>(quarter);
    const auto [found, isNew] = letters_.try_emplace(key);
    if (isNew) load(found->second, face, pixels, quarter, bytes, whiteInk);
    found->second.lastFrame = frame_;
    return found->second;
}

const Glyph& GlyphCache::string(FontFace face, float pixels, int quarter, std::string_view text,
                                std::uint32_t ink) {
    beginFrame();
    std::string key(text);
    key.push_back('\n');
    key += std::to_string((sizeKey(pixels) << 4U) | (static_cast<std::uint64_t>(face) << 2U) |
                          static_cast<std::uint64_t>(quarter) | (std::uint64_t{ink} << 32U));
    const auto [found, isNew] = strings_.try_emplace(std::move(key));
    if (isNew) load(found->second, face, pixels, quarter, text, ink);
    found->second.lastFrame = frame_;
    return found->second;
}

}  // namespace hw
