// SPDX-License-Identifier: MIT
#include "paper/pdf.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "paper/pdf_file.h"
#include "paper/pdf_fonts.h"
#include "paper/png_image.h"

namespace hw::paper {
namespace {

constexpr float pointsPerPixel = 0.75F;  // 72 and 96 per inch

std::string numbers(std::initializer_list<float> values) {
    std::string text;
    for (const float value : values) text += pdfNumber(value) + ' ';
    return text;
}

std::string matrixText(const Matrix& m) {
    // Scales of cells are small, so they need more decimals than lengths.
    std::string text;
    for (const float value : {m.a, m.b, m.c, m.d}) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.6f ", static_cast<double>(value));
        text += digits;
    }
    return text + numbers({m.e, m.f});
}

bool isIdentity(const Matrix& m) {
    return m.a == 1 && m.b == 0 && m.c == 0 && m.d == 1 && m.e == 0 && m.f == 0;
}

class Page {
public:
    Page(const Drawing& drawing, const FontSet& fonts)
        : drawing_(drawing), text_(fonts), fonts_(fonts) {}

    Pdf write(std::string_view producer) {
        const float height = drawing_.height * pointsPerPixel;
        // From here on pixels with y down, as in SVG.
        out_ = numbers({pointsPerPixel, 0, 0, -pointsPerPixel, 0, height}) + "cm\n";
        out_ += matrixText(drawing_.view) + "cm\n";
        for (const Item& item : drawing_.items)
            std::visit([&](const auto& one) { draw(one); }, item);
        const int content = file_.addStream("", out_);
        std::string states;
        for (const auto& [opacity, name] : states_)
            states += "/" + name + " << /ca " + pdfNumber(opacity) + " /CA " + pdfNumber(opacity) +
                      " >> ";
        if (usesGrey_) states += "/Grey << /BM /Saturation >> ";
        std::string shadings;
        for (std::size_t i = 0; i < drawing_.gradients.size(); ++i)
            shadings +=
                "/S" + std::to_string(i) + ' ' + reference(shading(drawing_.gradients[i])) + ' ';
        const std::string fonts = addFonts(file_, fonts_, text_);
        const int pages = file_.reserve();
        const int page = file_.add(
            "<< /Type /Page /Parent " + reference(pages) + " /MediaBox [0 0 " +
            numbers({drawing_.width * pointsPerPixel, height}) + "] /Contents " +
            reference(content) + " /Resources << /Font << " + fonts + ">> /ExtGState << " + states +
            ">> /Shading << " + shadings + ">> /XObject << " + pictures_ + ">> >> >>");
        file_.write(pages, "<< /Type /Pages /Kids [" + reference(page) + "] /Count 1 >>");
        const int catalog = file_.add("<< /Type /Catalog /Pages " + reference(pages) +
                                      " /ViewerPreferences << /DisplayDocTitle true >> >>");
        const int info = file_.add("<< /Title " + pdfText(drawing_.title) + " /Subject " +
                                   pdfText(drawing_.description) + " /Creator " +
                                   pdfText(producer) + " /Producer " + pdfText(producer) + " >>");
        return {file_.file(catalog, info), text_.missing(), leftOut_};
    }

private:
    void opacity(float value) {
        if (value >= 1) return;
        const auto [state, isNew] =
            states_.try_emplace(value, "G" + std::to_string(states_.size()));
        out_ += "/" + state->second + " gs\n";
    }

    void colour(const Colour& c, std::string_view operation) {
        out_ += numbers({c.r, c.g, c.b});
        out_ += operation;
        out_ += '\n';
    }

    void path(const std::vector<Segment>& segments) {
        for (const Segment& one : segments) {
            switch (one.kind) {
                case Segment::Kind::move: out_ += numbers({one.x, one.y}) + "m\n"; break;
                case Segment::Kind::line: out_ += numbers({one.x, one.y}) + "l\n"; break;
                case Segment::Kind::curve:
                    out_ += numbers({one.x1, one.y1, one.x2, one.y2, one.x, one.y}) + "c\n";
                    break;
                case Segment::Kind::close: out_ += "h\n"; break;
            }
        }
    }

    void draw(const Shape& shape) {
        const bool isFilled = shape.fill.kind == Paint::Kind::colour;
        const bool isStroked = shape.stroke.kind == Paint::Kind::colour && shape.thick > 0;
        out_ += "q\n";
        if (!isIdentity(shape.place)) out_ += matrixText(shape.place) + "cm\n";
        opacity(shape.opacity);
        if (shape.fill.kind == Paint::Kind::gradient) {
            shade(shape);
        } else if (isFilled || isStroked) {
            if (isFilled) colour(shape.fill.colour, "rg");
            // Many readers show the ground between adjacent cells, so a very thin line of their own colour covers it.
            const bool covers = shape.isCells && isFilled && shape.opacity >= 1;
            if (covers) {
                colour(shape.fill.colour, "RG");
                out_ += "0.02 w\n";
            }
            if (isStroked) {
                colour(shape.stroke.colour, "RG");
                out_ += pdfNumber(shape.thick) + " w\n";
                if (!shape.dash.empty()) {
                    out_ += "[";
                    for (const float length : shape.dash) out_ += pdfNumber(length) + ' ';
                    out_ += "] 0 d\n";
                }
            }
            path(shape.path);
            out_ += isFilled && (isStroked || covers) ? "B\n" : isFilled ? "f\n" : "S\n";
        }
        out_ += "Q\n";
    }

    /// Fills the shape with its gradient, clipped to it.
    void shade(const Shape& shape) {
        float left = 1e9F;
        float right = -1e9F;
        for (const Segment& one : shape.path) {
            if (one.kind == Segment::Kind::close) continue;
            left = std::min(left, one.x);
            right = std::max(right, one.x);
        }
        path(shape.path);
        out_ += "W n\n" + matrixText({right - left, 0, 0, 1, left, 0}) + "cm\n/S" +
                std::to_string(shape.fill.gradient) + " sh\n";
    }

    int shading(const Gradient& gradient) {
        std::string functions;
        std::string bounds;
        std::string encode;
        const auto rgb = [](const Colour& c) { return numbers({c.r, c.g, c.b}); };
        std::vector<Gradient::Stop> stops = gradient.stops;
        if (stops.empty()) stops.push_back({0, {}});
        if (stops.size() == 1) stops.push_back({1, stops.front().colour});
        for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
            functions += "<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [" + rgb(stops[i].colour) +
                         "] /C1 [" + rgb(stops[i + 1].colour) + "] >> ";
            if (i > 0) bounds += pdfNumber(stops[i].at) + ' ';
            encode += "0 1 ";
        }
        return file_.add(
            "<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 1 0] /Extend [true true] "
            "/Function << /FunctionType 3 /Domain [0 1] /Functions [" +
            functions + "] /Bounds [" + bounds + "] /Encode [" + encode + "] >> >>");
    }

    void draw(const Text& text) {
        const std::vector<GlyphRun> runs = text_.set(text.content, text.strong, text.mono);
        float x = text.x - text.share * widthOf(runs) * text.size;
        const bool hasMissing = std::ranges::any_of(runs, &GlyphRun::isMissing);
        out_ += "q\n";
        opacity(text.opacity);
        colour(text.colour, "rg");
        if (!isIdentity(text.place)) out_ += matrixText(text.place) + "cm\n";
        // Characters drawn as boxes can still be copied.
        if (hasMissing) out_ += "/Span << /ActualText " + pdfText(text.content) + " >> BDC\n";
        out_ += "BT\n";
        for (const GlyphRun& run : runs) {
            out_ += "/F" + std::to_string(run.font) + ' ' + pdfNumber(text.size) + " Tf\n" +
                    numbers({1, 0, 0, -1, x, text.y}) + "Tm\n<";
            for (const int glyph : run.glyphs) out_ += hex16(glyph);
            out_ += "> Tj\n";
            x += run.width * text.size;
        }
        out_ += "ET\n";
        if (hasMissing) out_ += "EMC\n";
        out_ += "Q\n";
    }

    void draw(const Picture& picture) {
        const int object = pictureObject(picture.bytes);
        const Shape box{
            .path = {{.kind = Segment::Kind::move, .x = picture.x, .y = picture.y},
                     {.kind = Segment::Kind::line, .x = picture.x + picture.w, .y = picture.y},
                     {.kind = Segment::Kind::line,
                      .x = picture.x + picture.w,
                      .y = picture.y + picture.h},
                     {.kind = Segment::Kind::line, .x = picture.x, .y = picture.y + picture.h},
                     {.kind = Segment::Kind::close}},
            .place = picture.place,
            .fill = {},
            .stroke = {Paint::Kind::colour, {0.6F, 0.6F, 0.6F}, -1},
            .dash = {},
            .opacity = picture.opacity};
        if (object == 0) {
            ++leftOut_;
            return draw(box);
        }
        out_ += "q\n";
        if (!isIdentity(picture.place)) out_ += matrixText(picture.place) + "cm\n";
        opacity(picture.opacity);
        // A picture's own box is the unit square, y up.
        out_ += "q\n" +
                matrixText({picture.w, 0, 0, -picture.h, picture.x, picture.y + picture.h}) +
                "cm\n/P" + std::to_string(object) + " Do\nQ\n";
        if (picture.isGrey) {
            usesGrey_ = true;
            out_ += "q\n/Grey gs\n0.5 g\n";
            path(box.path);
            out_ += "f\nQ\n";
        }
        out_ += "Q\n";
        if (picture.dimmed < 1) {
            Shape shade = box;
            shade.stroke = {};
            shade.fill = {Paint::Kind::colour, {}, -1};
            shade.opacity = 1 - picture.dimmed;
            draw(shade);
        }
    }

    /// The object of a picture, written once, or 0 for an unsupported format.
    int pictureObject(const std::string& bytes) {
        const auto [known, isNew] = pictureObjects_.try_emplace(bytes, 0);
        if (!isNew) return known->second;
        std::string entries = "/Type /XObject /Subtype /Image /BitsPerComponent 8";
        const auto size = [&](int width, int height) {
            entries += " /Width " + std::to_string(width) + " /Height " + std::to_string(height);
        };
        if (const JpegSize jpeg = jpegSize(bytes); jpeg.channels > 0) {
            size(jpeg.width, jpeg.height);
            known->second = file_.addPacked(
                entries +
                    (jpeg.channels == 1 ? " /ColorSpace /DeviceGray" : " /ColorSpace /DeviceRGB") +
                    " /Filter /DCTDecode",
                bytes);
        } else if (const auto pixels = readPng(bytes)) {
            size(pixels->width, pixels->height);
            std::string own = entries + " /ColorSpace /DeviceRGB";
            if (!pixels->alpha.empty())
                own += " /SMask " + reference(file_.addStream(entries + " /ColorSpace /DeviceGray",
                                                              pixels->alpha));
            known->second = file_.addStream(own, pixels->rgb);
        } else {
            return 0;
        }
        pictures_ += "/P" + std::to_string(known->second) + ' ' + reference(known->second) + ' ';
        return known->second;
    }

    const Drawing& drawing_;
    Typesetter text_;
    const FontSet& fonts_;
    PdfFile file_;
    std::string out_;
    std::string pictures_;
    std::map<float, std::string> states_;
    std::map<std::string, int> pictureObjects_;
    bool usesGrey_ = false;
    int leftOut_ = 0;
};

}  // namespace

Pdf writePdf(const Drawing& drawing, const FontSet& fonts, std::string_view producer) {
    return Page(drawing, fonts).write(producer);
}

}  // namespace hw::paper
