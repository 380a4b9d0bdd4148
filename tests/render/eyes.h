// SPDX-License-Identifier: MIT
// Visible properties of a colour: lightness, differences, and three kinds of colour blindness.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace hw::test {

using Rgb = std::array<double, 3>;

inline Rgb unpacked(std::uint32_t abgr) {
    return {static_cast<double>(abgr & 0xFFU), static_cast<double>((abgr >> 8U) & 0xFFU),
            static_cast<double>((abgr >> 16U) & 0xFFU)};
}

inline Rgb linear(std::uint32_t abgr) {
    Rgb colour = unpacked(abgr);
    for (double& c : colour) {
        c /= 255;
        c = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    }
    return colour;
}

/// CIE lightness L* of an sRGB colour, 0..100 (CIE 15, D65 white of sRGB).
inline double lightness(const Rgb& colour) {
    const double y = 0.2126 * colour[0] + 0.7152 * colour[1] + 0.0722 * colour[2];
    return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : y * 24389 / 27;
}

struct Eye {
    const char* name;
    std::array<Rgb, 3> sees;  ///< matrix on linear light
};
/// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A physiologically-based model for simulation of color vision
/// deficiency", IEEE TVCG 15(6), 2009, severity 1.
inline constexpr Eye eyes[] = {
    {"all cones", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protanopia",
     {{{0.152286, 1.052583, -0.204868},
       {0.114503, 0.786281, 0.099216},
       {-0.003882, -0.048116, 1.051998}}}},
    {"deuteranopia",
     {{{0.367322, 0.860646, -0.227968},
       {0.280085, 0.672501, 0.047413},
       {-0.011820, 0.042940, 0.968881}}}},
    {"tritanopia",
     {{{1.255528, -0.076749, -0.178779},
       {-0.078411, 0.930809, 0.147602},
       {0.004733, 0.691367, 0.303900}}}},
};

/// Linear light as seen by the eye, within the range of a screen.
inline Rgb seenBy(const Eye& eye, const Rgb& c) {
    Rgb seen = {};
    for (int row = 0; row < 3; ++row) {
        const Rgb& m = eye.sees[row];
        const double sum = m[0] * c[0] + m[1] * c[1] + m[2] * c[2];
        seen[row] = sum < 0 ? 0 : sum > 1 ? 1 : sum;
    }
    return seen;
}

/// CIE 1976 colour difference (Lab, D65).
inline double difference(const Rgb& a, const Rgb& b) {
    const auto lab = [](const Rgb& c) {
        const auto f = [](double t) {
            return t > 216.0 / 24389 ? std::cbrt(t) : (t * 24389 / 27 + 16) / 116;
        };
        const double x = f((0.4124 * c[0] + 0.3576 * c[1] + 0.1805 * c[2]) / 0.9505);
        const double y = f(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2]);
        const double z = f((0.0193 * c[0] + 0.1192 * c[1] + 0.9505 * c[2]) / 1.089);
        return Rgb{116 * y - 16, 500 * (x - y), 200 * (y - z)};
    };
    const Rgb p = lab(a);
    const Rgb q = lab(b);
    return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

}  // namespace hw::test
