// SPDX-License-Identifier: MIT
// The parts of a figure for paper, a file's pictures as PNG and figures as SVG.
#include <cmath>

#include "fuzz/targets.h"
#include "paper/png_image.h"
#include "paper/svg_reader.h"

namespace hw::fuzz {

int png(std::string_view bytes) {
    paper::jpegSize(bytes);
    const auto pixels = paper::readPng(bytes);
    if (!pixels) return 0;
    const auto count =
        static_cast<std::size_t>(pixels->width) * static_cast<std::size_t>(pixels->height);
    require(pixels->width > 0 && pixels->height > 0);
    require(pixels->rgb.size() == 3 * count);
    require(pixels->alpha.empty() || pixels->alpha.size() == count);
    if (count > 4096) return 0;
    const auto again =
        paper::readPng(paper::writePng(pixels->width, pixels->height, pixels->rgb, 96));
    require(again.has_value() && again->rgb == pixels->rgb);
    return 0;
}

int svg(std::string_view bytes) {
    const auto drawing = paper::readSvg(bytes);
    if (!drawing) return 0;
    require(drawing->width > 0 && drawing->width <= 100'000);
    require(drawing->height > 0 && drawing->height <= 100'000);
    const int gradients = static_cast<int>(drawing->gradients.size());
    const auto isKnown = [&](const paper::Paint& paint) {
        return paint.kind != paper::Paint::Kind::gradient ||
               (paint.gradient >= 0 && paint.gradient < gradients);
    };
    for (const paper::Item& item : drawing->items) {
        const auto* const shape = std::get_if<paper::Shape>(&item);
        if (shape != nullptr) require(isKnown(shape->fill) && isKnown(shape->stroke));
    }
    return 0;
}

}  // namespace hw::fuzz
