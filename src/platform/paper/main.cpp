// SPDX-License-Identifier: MIT
// Figures as PDF: an instance that the page loads when one is asked for (web/paper/pdf.js). SVG in, a file out.
#include <emscripten/emscripten.h>

#include <string>
#include <string_view>
#include <utility>

#include "paper/pdf.h"
#include "paper/svg_reader.h"
#include "paper/type/own_fonts.h"

namespace {

std::string& inbox() {
    static std::string bytes;
    return bytes;
}

hw::paper::Pdf& written() {
    static hw::paper::Pdf pdf;
    return pdf;
}

}  // namespace

extern "C" {

/// Room for a text that is passed.
EMSCRIPTEN_KEEPALIVE char* hw_paper_buffer(int length) {
    inbox().resize(static_cast<std::size_t>(length));
    return inbox().data();
}

/// Writes the figure whose SVG is in the buffer, behind the program's name and a line break. Returns the size of the
/// file, 0 if it is no figure.
EMSCRIPTEN_KEEPALIVE int hw_paper_pdf() {
    const std::string_view text = inbox();
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return 0;
    const auto fonts = hw::paper::ownFonts();
    const auto drawing = hw::paper::readSvg(text.substr(end + 1));
    if (!fonts || !drawing) return 0;
    written() = hw::paper::writePdf(*drawing, *fonts, text.substr(0, end));
    return static_cast<int>(written().bytes.size());
}
EMSCRIPTEN_KEEPALIVE const char* hw_paper_bytes() { return written().bytes.data(); }

/// Characters of it that no font has, as UTF-32: how many, and the one at a place.
EMSCRIPTEN_KEEPALIVE int hw_paper_missing() { return static_cast<int>(written().missing.size()); }
EMSCRIPTEN_KEEPALIVE int hw_paper_missing_at(int place) {
    for (const char32_t c : written().missing) {
        if (place-- == 0) return static_cast<int>(c);
    }
    return 0;
}

/// How many pictures it lacks.
EMSCRIPTEN_KEEPALIVE int hw_paper_left_out() { return written().picturesLeftOut; }

}  // extern "C"

int main() { return 0; }
