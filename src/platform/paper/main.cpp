// SPDX-License-Identifier: MIT
// Converts figures from SVG to PDF, in an instance that the page loads on demand (web/paper/pdf.js).
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

/// Returns space for a text.
EMSCRIPTEN_KEEPALIVE char* hw_paper_buffer(int length) {
    inbox().resize(static_cast<std::size_t>(length));
    return inbox().data();
}

/// Writes the figure in the buffer, which has the program's name, a line break and the SVG. Returns the size of the
/// file, or 0 if it is no figure.
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

/// Its characters that no font has, as UTF-32: their number, and the one at an index.
EMSCRIPTEN_KEEPALIVE int hw_paper_missing() { return static_cast<int>(written().missing.size()); }
EMSCRIPTEN_KEEPALIVE int hw_paper_missing_at(int place) {
    for (const char32_t c : written().missing) {
        if (place-- == 0) return static_cast<int>(c);
    }
    return 0;
}

/// The number of pictures missing from the file.
EMSCRIPTEN_KEEPALIVE int hw_paper_left_out() { return written().picturesLeftOut; }

}  // extern "C"

int main() { return 0; }
