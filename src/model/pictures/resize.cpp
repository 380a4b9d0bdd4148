// SPDX-License-Identifier: MIT
// PIL's resize of 8-bit pictures (https://github.com/python-pillow/Pillow 13, src/libImaging/Resample.c), with weights
// in fixed point of 22 bits, along rows and along columns.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <utility>

#include "model/pictures/prepare.h"

namespace hw::model {
namespace {

using Resample = PicturePreparation::Resample;

constexpr int shareBits = 22;

double filterAt(Resample filter, double x) {
    x = std::abs(x);
    if (filter == Resample::bilinear) return x < 1 ? 1 - x : 0;
    if (filter == Resample::lanczos) {
        const auto sinc = [](double at) {
            return at == 0 ? 1.0 : std::sin(std::numbers::pi * at) / (std::numbers::pi * at);
        };
        return x < 3 ? sinc(x) * sinc(x / 3) : 0;
    }
    constexpr double a = -0.5;
    if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

/// The pixels of an axis from which a new pixel is computed.
struct Window {
    int first = 0;
    std::vector<std::int32_t> shares;
};

std::vector<Window> windowsOf(Resample filter, int from, int to) {
    const double scale = static_cast<double>(from) / to;
    const double wide = std::max(scale, 1.0);
    const double support = filter == Resample::bilinear ? 1 : filter == Resample::bicubic ? 2 : 3;
    const double reach = support * wide;
    std::vector<Window> windows(to);
    for (int i = 0; i < to; ++i) {
        const double middle = (i + 0.5) * scale;
        const int first = std::max(0, static_cast<int>(middle - reach + 0.5));
        const int end = std::min(from, static_cast<int>(middle + reach + 0.5));
        std::vector<double> shares;
        double sum = 0;
        for (int at = first; at < end; ++at) {
            shares.push_back(filterAt(filter, (at - middle + 0.5) / wide));
            sum += shares.back();
        }
        windows[i].first = first;
        for (const double share : shares)
            windows[i].shares.push_back(
                static_cast<std::int32_t>(std::lround(share / sum * (1 << shareBits))));
    }
    return windows;
}

/// Resizes along one axis: `lines` lines, whose pixels are `step` bytes apart, with `line` bytes from one line to the
/// next, or `toLine` in the result.
void along(const std::string& from, std::string& to, const std::vector<Window>& windows, int lines,
           std::pair<std::size_t, std::size_t> line, std::size_t step) {
    for (int y = 0; y < lines; ++y)
        for (std::size_t x = 0; x < windows.size(); ++x)
            for (std::size_t colour = 0; colour < 3; ++colour) {
                const Window& window = windows[x];
                std::size_t at = std::size_t{1} * y * line.first + window.first * step + colour;
                std::int64_t sum = std::int64_t{1} << (shareBits - 1);
                for (const std::int32_t share : window.shares) {
                    sum += std::int64_t{share} * static_cast<unsigned char>(from[at]);
                    at += step;
                }
                to[std::size_t{1} * y * line.second + x * step + colour] =
                    static_cast<char>(std::clamp<std::int64_t>(sum >> shareBits, 0, 255));
            }
}

/// Changes the width.
PicturePoints across(const PicturePoints& picture, int width, Resample filter) {
    if (width == picture.width) return picture;
    PicturePoints made{width, picture.height,
                       std::string(std::size_t{3} * width * picture.height, 0)};
    along(picture.rgb, made.rgb, windowsOf(filter, picture.width, width), picture.height,
          {std::size_t{3} * picture.width, std::size_t{3} * width}, 3);
    return made;
}

/// Changes the height.
PicturePoints down(const PicturePoints& picture, int height, Resample filter) {
    if (height == picture.height) return picture;
    PicturePoints made{picture.width, height,
                       std::string(std::size_t{3} * picture.width * height, 0)};
    along(picture.rgb, made.rgb, windowsOf(filter, picture.height, height), picture.width, {3, 3},
          std::size_t{3} * picture.width);
    return made;
}

}  // namespace

PicturePoints resized(const PicturePoints& picture, int width, int height, Resample filter) {
    // Values are rounded in between, so the order matters. Pillow 13 decides by the number of rows and columns that are
    // removed.
    const int rows = picture.height - height;
    const bool isDownFirst = rows > 0 && rows > 2 * (picture.width - width);
    return isDownFirst ? across(down(picture, height, filter), width, filter)
                       : down(across(picture, width, filter), height, filter);
}

}  // namespace hw::model
