// SPDX-License-Identifier: MIT
// Small pictures. The contexts of each number are its left and upper neighbours, and the channel before.
#include <array>
#include <bit>

#include "io/packed/field_coder.h"

namespace hw::io {

void codePixels(FieldCoder& fields, std::vector<std::uint8_t>& pixels, int width, int channels,
                int levels) {
    constexpr unsigned pixelMixer = 80;
    const std::size_t step = channels;
    const std::size_t row = std::size_t{1} * width * step;
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned>(levels - 1)));
    for (std::size_t at = 0; at < pixels.size() && fields.good(); ++at) {
        const std::size_t channel = at % step;
        const auto back = [&](std::size_t distance) -> std::uint32_t {
            return at >= distance ? pixels[at - distance] : 0;
        };
        const std::uint32_t left = back(step);
        const std::uint32_t above = back(row);
        const std::uint32_t corner = back(row + step);
        const std::uint32_t other = channel > 0 ? back(1) : 0;
        const std::uint32_t slope = (left + above - corner) & 0x1FFU;
        const auto context = [&](std::uint32_t kind, std::uint32_t a, std::uint32_t b) {
            return (0xE000'0000U + (kind << 27)) ^ (a & 0x1FFU) << 8 ^ b << 19 ^
                   static_cast<std::uint32_t>(channel) << 17;
        };
        std::uint32_t node = 1;
        for (unsigned place = bits; place-- > 0;) {
            const std::uint32_t contexts[] = {
                context(0, left, above) + node, context(1, slope, other) + node,
                context(2, (left + above) / 2, 0) + node,
                context(3, corner, width > 1 ? back(row - step) >> 2 : 0) + node,
                context(0, 511, other) + node};
            const bool bit = fields.bits().bit((pixels[at] >> place & 1U) != 0, contexts,
                                               pixelMixer + std::min(place, 7U));
            node = node << 1 | (bit ? 1U : 0U);
        }
        const std::uint32_t value = node & ((1U << bits) - 1);
        pixels[at] =
            static_cast<std::uint8_t>(value < static_cast<std::uint32_t>(levels) ? value : 0);
    }
}

}  // namespace hw::io
