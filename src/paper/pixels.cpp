// SPDX-License-Identifier: MIT
#include "paper/pixels.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "paper/coverage.h"
#include "paper/glyph_outline.h"
#include "paper/png_image.h"

namespace hw::paper {
namespace {

constexpr double mostSide = 32767;
constexpr double mostDots = 268435456;

class Canvas {
public:
    Canvas(const Drawing& drawing, const FontSet& fonts, double scale)
        : drawing_(drawing),
          width_(static_cast<int>(std::lround(drawing.width * scale))),
          height_(static_cast<int>(std::lround(drawing.height * scale))),
          rgb_(std::size_t{3} * width_ * height_, '\xFF'),
          text_(fonts) {
        const auto by = static_cast<float>(scale);
        base_ = Matrix{by, 0, 0, by, 0, 0}.after(drawing.view);
    }

    DrawnPng draw(double dotsPerInch) {
        for (const Item& item : drawing_.items)
            std::visit([&](const auto& one) { paint(one); }, item);
        return {writePng(width_, height_, rgb_, dotsPerInch), text_.missing(), leftOut_};
    }

private:
    void blend(int x, int y, const Colour& colour, float share) {
        char* pixel = rgb_.data() + 3 * (std::size_t{1} * y * width_ + x);
        for (const float channel : {colour.r, colour.g, colour.b}) {
            const auto before = static_cast<float>(static_cast<unsigned char>(*pixel));
            *pixel++ = static_cast<char>(std::lround(before + (255 * channel - before) * share));
        }
    }

    template <class ColourAt>
    void fill(const std::vector<Outline>& outlines, float opacity, ColourAt colourAt) {
        const Coverage area = covered(outlines, width_, height_);
        std::size_t at = 0;
        for (int y = area.top; y < area.bottom; ++y) {
            for (int x = area.left; x < area.right; ++x, ++at) {
                if (area.shares[at] > 0.001F) blend(x, y, colourAt(x), area.shares[at] * opacity);
            }
        }
    }
    void fill(const std::vector<Outline>& outlines, float opacity, const Colour& colour) {
        fill(outlines, opacity, [&](int) { return colour; });
    }

    Colour colourOf(const Gradient& gradient, float t) const {
        if (gradient.stops.empty()) return {};
        for (std::size_t i = 0; i + 1 < gradient.stops.size(); ++i) {
            const Gradient::Stop& a = gradient.stops[i];
            const Gradient::Stop& b = gradient.stops[i + 1];
            if (t > b.at) continue;
            const float share =
                b.at > a.at ? std::clamp((t - a.at) / (b.at - a.at), 0.0F, 1.0F) : 0;
            const auto mix = [&](float x, float y) { return x + (y - x) * share; };
            return {mix(a.colour.r, b.colour.r), mix(a.colour.g, b.colour.g),
                    mix(a.colour.b, b.colour.b)};
        }
        return gradient.stops.back().colour;
    }

    void paint(const Shape& shape) {
        const Matrix place = base_.after(shape.place);
        std::vector<Outline> outlines = flattened(shape.path, place);
        if (shape.isCells) {
            // Edges of cells lie between pixels, as with crispEdges, so that no pixel mixes two neighbours.
            for (Outline& outline : outlines) {
                for (Spot& spot : outline) spot = {std::round(spot.x), std::round(spot.y)};
            }
        }
        if (shape.fill.kind == Paint::Kind::gradient) {
            float left = 1e9F;
            float right = -1e9F;
            for (const Spot& spot : outlines.front()) {
                left = std::min(left, spot.x);
                right = std::max(right, spot.x);
            }
            const Gradient& gradient = drawing_.gradients[shape.fill.gradient];
            fill(outlines, shape.opacity, [&](int x) {
                return colourOf(
                    gradient, (static_cast<float>(x) + 0.5F - left) / std::max(right - left, 1.0F));
            });
        } else if (shape.fill.kind == Paint::Kind::colour) {
            fill(outlines, shape.opacity, shape.fill.colour);
        }
        if (shape.stroke.kind != Paint::Kind::colour) return;
        const float scale = std::sqrt(std::abs(place.a * place.d - place.b * place.c));
        std::vector<float> dash;
        for (const float length : shape.dash) dash.push_back(length * scale);
        fill(stroked(outlines, shape.thick * scale, dash), shape.opacity, shape.stroke.colour);
    }

    void paint(const Text& text) {
        const std::vector<GlyphRun> runs = text_.set(text.content, text.strong, text.mono);
        float x = text.x - text.share * widthOf(runs) * text.size;
        const Matrix place = base_.after(text.place);
        for (const GlyphRun& run : runs) {
            const FontSubset& font = text_.subsets()[run.font];
            const float em = text.size / static_cast<float>(font.font().unitsPerEm());
            for (const int glyph : run.glyphs) {
                fill(flattened(outlineOf(font, glyph), place.after({em, 0, 0, -em, x, text.y})),
                     text.opacity, text.colour);
                x += static_cast<float>(font.advance(glyph)) * em;
            }
        }
    }

    void paint(const Picture& picture) {
        const auto [known, isNew] = pictures_.try_emplace(picture.bytes);
        if (isNew) {
            if (auto pixels = readPng(picture.bytes)) known->second = std::move(*pixels);
        }
        const Pixels& pixels = known->second;
        if (pixels.width == 0) {
            ++leftOut_;
            return;
        }
        // Pictures are upright, so only place and scale matter.
        const Matrix m = base_.after(picture.place);
        const float left = m.a * picture.x + m.e;
        const float top = m.d * picture.y + m.f;
        const float wide = m.a * picture.w;
        const float high = m.d * picture.h;
        for (int y = std::max(static_cast<int>(std::lround(top)), 0);
             y < std::min(static_cast<int>(std::lround(top + high)), height_); ++y) {
            const int row = std::clamp(static_cast<int>((static_cast<float>(y) + 0.5F - top) /
                                                        high * static_cast<float>(pixels.height)),
                                       0, pixels.height - 1);
            for (int x = std::max(static_cast<int>(std::lround(left)), 0);
                 x < std::min(static_cast<int>(std::lround(left + wide)), width_); ++x) {
                const int col =
                    std::clamp(static_cast<int>((static_cast<float>(x) + 0.5F - left) / wide *
                                                static_cast<float>(pixels.width)),
                               0, pixels.width - 1);
                const std::size_t at = std::size_t{1} * row * pixels.width + col;
                const auto channel = [&](std::size_t c) {
                    return static_cast<float>(static_cast<unsigned char>(pixels.rgb[3 * at + c])) /
                           255 * picture.dimmed;
                };
                Colour colour{channel(0), channel(1), channel(2)};
                if (picture.isGrey)
                    colour.r = colour.g = colour.b =
                        0.2126F * colour.r + 0.7152F * colour.g + 0.0722F * colour.b;
                const float alpha =
                    pixels.alpha.empty()
                        ? 1.0F
                        : static_cast<float>(static_cast<unsigned char>(pixels.alpha[at])) / 255;
                blend(x, y, colour, picture.opacity * alpha);
            }
        }
    }

    const Drawing& drawing_;
    int width_, height_;
    std::string rgb_;
    Typesetter text_;
    Matrix base_;
    std::map<std::string, Pixels> pictures_;
    int leftOut_ = 0;
};

}  // namespace

Result<DrawnPng> drawPng(const Drawing& drawing, const FontSet& fonts, double dotsPerInch) {
    const double scale = dotsPerInch / 96;
    const double width = static_cast<double>(drawing.width) * scale;
    const double height = static_cast<double>(drawing.height) * scale;
    if (width < 1 || height < 1 || width > mostSide || height > mostSide ||
        width * height > mostDots)
        return std::unexpected(Problem{.code = Code::tooLarge,
                                       .place = {},
                                       .finding = "The PNG would have " +
                                                  std::to_string(std::lround(width)) + " x " +
                                                  std::to_string(std::lround(height)) + " pixels.",
                                       .remedy = "Choose fewer dots per inch, or a PDF.",
                                       .byte = {}});
    return Canvas(drawing, fonts, scale).draw(dotsPerInch);
}

}  // namespace hw::paper
