// SPDX-License-Identifier: MIT
#include "panels/image/view_colours.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "page/models/value_scale.h"

namespace hw {
namespace {

/// The picture in dim greys, so that the colours above it are distinguishable.
Picture dimmed(Picture picture) {
    for (std::size_t i = 0; i + 3 < picture.rgba.size(); i += 4) {
        const double light =
            0.2126 * picture.rgba[i] + 0.7152 * picture.rgba[i + 1] + 0.0722 * picture.rgba[i + 2];
        std::fill_n(&picture.rgba[i], 3, static_cast<std::uint8_t>(pictureDim * light));
    }
    return picture;
}

}  // namespace

float PatchColours::share(std::size_t patch) const {
    const float value = values[patch];
    if (std::isnan(value)) return 0;
    const float place = placeOnScale(form, value, scale);
    return form == ValueForm::amounts ? place : 0.5F + 0.5F * place;
}

LocalizedText takePicture(const ImageRegion& region, RegionUi& ui) {
    if (region.dataUrl.empty()) return "Drop the picture here."_tr;
    if (ui.shows(region)) {
        ui.picture.renew();
        ui.dimmed.renew();
        return {};
    }
    if (pictureSource() == nullptr) return {};
    const Picture& picture = pictureSource()->picture(region.dataUrl);
    if (picture.state == Picture::State::waiting) return "Decoding the picture …"_tr;
    if (picture.state == Picture::State::failed) return "The file’s picture cannot be decoded."_tr;
    ui.aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
    // Small pictures are enlarged to keep their pixels sharp. Large ones are unchanged.
    const Picture large = enlarged(picture, 256);
    ui.picture.set(large.width, large.height, large.rgba);
    ui.dimmed.set(large.width, large.height, dimmed(large).rgba);
    ui.shownUrl = region.dataUrl;
    return {};
}

namespace {

/// The position of a pixel between the middles of patches.
struct Place {
    int patch;     ///< at or before the pixel
    float beyond;  ///< 0..1, on the way to the next
    int nearest;
};

std::vector<Place> placesOf(int pixels, int patches) {
    std::vector<Place> places;
    for (int pixel = 0; pixel < pixels; ++pixel) {
        const float middle = (static_cast<float>(pixel) + 0.5F) * static_cast<float>(patches) /
                                 static_cast<float>(pixels) -
                             0.5F;
        const float at = std::clamp(middle, 0.0F, static_cast<float>(patches - 1));
        const int patch = static_cast<int>(at);
        places.push_back(
            {patch, at - static_cast<float>(patch), static_cast<int>(std::lround(at))});
    }
    return places;
}

/// Colours of the patches' values at their opacity. Between the middles of patches the values (not the colours) are
/// blended, first along a row of patches, then down. Each side has about `pixels`.
Picture smoothColours(const PatchColours& of, int pixels) {
    const int times = std::clamp(pixels / std::max(of.rows, of.cols), 1, 48);
    Picture picture;
    picture.width = of.cols * (of.cols > 1 ? times : 1);
    picture.height = of.rows * (of.rows > 1 ? times : 1);
    const auto colours = rampTable(of.ramp, 1, true, 0);
    const auto alpha = static_cast<std::uint32_t>(std::lround(of.opacity * 255)) << 24U;
    std::vector<float> shares(of.values.size());
    for (std::size_t patch = 0; patch < shares.size(); ++patch) shares[patch] = of.share(patch);
    const std::vector<Place> across = placesOf(picture.width, of.cols);
    std::vector<float> upper(across.size()), lower(across.size());
    const auto blend = [&](int row, std::vector<float>& line) {
        const float* from = &shares[std::size_t{1} * std::min(row, of.rows - 1) * of.cols];
        for (std::size_t x = 0; x < across.size(); ++x) {
            const auto [patch, beyond, nearest] = across[x];
            line[x] = std::lerp(from[patch], from[std::min(patch + 1, of.cols - 1)], beyond);
        }
    };
    picture.rgba.resize(std::size_t{1} * picture.width * picture.height * 4);
    std::size_t next = 0;
    int blended = -1;
    for (const auto [patch, beyond, nearest] : placesOf(picture.height, of.rows)) {
        if (patch != blended) {
            blend(patch, upper);
            blend(patch + 1, lower);
            blended = patch;
        }
        const float* values = &of.values[std::size_t{1} * nearest * of.cols];
        for (std::size_t x = 0; x < across.size(); ++x, next += 4) {
            const float share = std::lerp(upper[x], lower[x], beyond);
            const auto index = static_cast<std::size_t>(share * (rampEntries - 1) + 0.5F);
            const std::uint32_t colour =
                std::isnan(values[across[x].nearest]) ? 0 : (colours[index] & 0xFFFFFFU) | alpha;
            std::memcpy(&picture.rgba[next], &colour, 4);
        }
    }
    return picture;
}

/// Everything that the colours depend on, as bits, so that NaN equals itself.
std::vector<std::uint32_t> traitsOf(const PatchColours& of, int pixels) {
    std::vector<std::uint32_t> traits{static_cast<std::uint32_t>(of.rows),
                                      static_cast<std::uint32_t>(of.cols),
                                      std::bit_cast<std::uint32_t>(of.scale),
                                      std::bit_cast<std::uint32_t>(static_cast<float>(of.opacity)),
                                      static_cast<std::uint32_t>(of.ramp),
                                      static_cast<std::uint32_t>(of.form),
                                      static_cast<std::uint32_t>(pixels)};
    for (const float value : of.values) traits.push_back(std::bit_cast<std::uint32_t>(value));
    return traits;
}

}  // namespace

void takeColours(const PatchColours& of, int pixels, OverlayUi& ui) {
    std::vector<std::uint32_t> traits = traitsOf(of, pixels);
    if (ui.texture.exists() && traits == ui.shown) {
        ui.texture.renew();
        return;
    }
    const Picture smooth = smoothColours(of, pixels);
    ui.texture.set(smooth.width, smooth.height, smooth.rgba);
    ui.shown = std::move(traits);
}

void outlinePatch(const Pen& pen, const Rect& cell, float width) {
    // A light line around the coloured one is visible on any picture.
    pen.list->AddRect({cell.x - 1, cell.y - 1}, {cell.right() + 1, cell.bottom() + 1},
                      faded(pen.theme.ground, 0.8F), 0, 0, width + 2);
    pen.list->AddRect(cell.min(), cell.max(), pen.theme.selection, 0, 0, width);
}

/// A thin white line in a dark one around the strongest patch, in colours that no ramp has.
void markStrongest(const Pen& pen, const Rect& cell) {
    pen.list->AddRect({cell.x + 0.5F, cell.y + 0.5F}, {cell.right() - 0.5F, cell.bottom() - 0.5F},
                      IM_COL32(0, 0, 0, 160), 0, 0, 3);
    pen.list->AddRect({cell.x + 0.5F, cell.y + 0.5F}, {cell.right() - 0.5F, cell.bottom() - 0.5F},
                      IM_COL32_WHITE, 0, 0, 1);
}

}  // namespace hw
