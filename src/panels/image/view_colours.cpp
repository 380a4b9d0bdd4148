// SPDX-License-Identifier: MIT
#include "panels/image/view_colours.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "page/models/value_scale.h"

namespace hw {
namespace {

/// The picture without its colours and dimmed, so that those above it can be told apart.
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

const char* takePicture(const ImageRegion& region, RegionUi& ui) {
    if (region.dataUrl.empty()) return "Drop the picture here.";
    if (pictureSource() == nullptr) return "";
    const Picture& picture = pictureSource()->picture(region.dataUrl);
    if (picture.state == Picture::State::waiting) return "Decoding the picture …";
    if (picture.state == Picture::State::failed)
        return "The picture in the file cannot be decoded.";
    ui.aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
    if (ui.shownUrl != region.dataUrl || !ui.picture.exists()) {
        // Sharp pixels for small pictures; large ones are as they are.
        const Picture large = enlarged(picture, 256);
        ui.picture.set(large.width, large.height, large.rgba);
        ui.dimmed.set(large.width, large.height, dimmed(large).rgba);
        ui.shownUrl = region.dataUrl;
    } else {
        ui.picture.renew();
        ui.dimmed.renew();
    }
    return "";
}

Picture smoothColours(const PatchColours& of, int pixels) {
    const int times = std::clamp(pixels / std::max(of.rows, of.cols), 1, 48);
    Picture picture;
    picture.width = of.cols * (of.cols > 1 ? times : 1);
    picture.height = of.rows * (of.rows > 1 ? times : 1);
    const auto colours = rampTable(of.ramp, 1, true, 0);
    const auto alpha = static_cast<std::uint32_t>(std::lround(of.opacity * 255)) << 24U;
    const auto place = [](int pixel, int all, int patches) {
        const float at = (static_cast<float>(pixel) + 0.5F) * static_cast<float>(patches) /
                             static_cast<float>(all) -
                         0.5F;
        return std::clamp(at, 0.0F, static_cast<float>(patches - 1));
    };
    const auto at = [&](int row, int col) {
        return of.share(std::min(row, of.rows - 1) * of.cols + std::min(col, of.cols - 1));
    };
    picture.rgba.resize(std::size_t{1} * picture.width * picture.height * 4);
    const auto isThere = [&](float row, float col) {
        return !std::isnan(of.values[std::lround(row) * of.cols + std::lround(col)]);
    };
    std::size_t next = 0;
    for (int y = 0; y < picture.height; ++y) {
        const float row = place(y, picture.height, of.rows);
        const int r = static_cast<int>(row);
        for (int x = 0; x < picture.width; ++x, next += 4) {
            const float col = place(x, picture.width, of.cols);
            const int c = static_cast<int>(col);
            const float upper = std::lerp(at(r, c), at(r, c + 1), col - static_cast<float>(c));
            const float lower =
                std::lerp(at(r + 1, c), at(r + 1, c + 1), col - static_cast<float>(c));
            const float share = std::lerp(upper, lower, row - static_cast<float>(r));
            const auto index = static_cast<std::size_t>(share * (rampEntries - 1) + 0.5F);
            const std::uint32_t colour =
                isThere(row, col) ? (colours[index] & 0xFFFFFFU) | alpha : 0;
            std::memcpy(&picture.rgba[next], &colour, 4);
        }
    }
    return picture;
}

void outlinePatch(const Pen& pen, const Rect& cell, float width) {
    // A light line around the coloured one: it shows on any picture.
    pen.list->AddRect({cell.x - 1, cell.y - 1}, {cell.right() + 1, cell.bottom() + 1},
                      faded(pen.theme.ground, 0.8F), 0, 0, width + 2);
    pen.list->AddRect(cell.min(), cell.max(), pen.theme.selection, 0, 0, width);
}

/// A thin white line in a dark one around the strongest patch: in no colour of a ramp.
void markStrongest(const Pen& pen, const Rect& cell) {
    pen.list->AddRect({cell.x + 0.5F, cell.y + 0.5F}, {cell.right() - 0.5F, cell.bottom() - 0.5F},
                      IM_COL32(0, 0, 0, 160), 0, 0, 3);
    pen.list->AddRect({cell.x + 0.5F, cell.y + 0.5F}, {cell.right() - 0.5F, cell.bottom() - 0.5F},
                      IM_COL32_WHITE, 0, 0, 1);
}

}  // namespace hw
