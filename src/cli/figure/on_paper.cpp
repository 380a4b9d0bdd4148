// SPDX-License-Identifier: MIT
#include "cli/figure/on_paper.h"

#include <cstdio>
#include <set>

#include "core/program_name.h"
#include "paper/pdf.h"
#include "paper/pixels.h"
#include "paper/svg_reader.h"
#include "paper/type/own_fonts.h"

namespace hw::cli {
namespace {

/// Says what the file lacks.
void noteMissing(const std::set<char32_t>& missing, int pictures, std::vector<Problem>& warnings) {
    const auto warn = [&](std::string finding, std::string remedy) {
        warnings.push_back({.code = Code::badArgument,
                            .place = {},
                            .finding = std::move(finding),
                            .remedy = std::move(remedy),
                            .byte = {}});
    };
    if (!missing.empty()) {
        std::string list;
        int left = 8;
        for (const char32_t c : missing) {
            if (left-- == 0) break;
            char code[16];
            std::snprintf(code, sizeof code, "U+%04X", static_cast<unsigned>(c));
            list += (list.empty() ? "" : ", ") + std::string(code);
        }
        if (missing.size() > 8) list += ", ...";
        warn("The program's fonts have no letter for " + list + ": drawn as boxes.",
             "Export the figure from the page, which draws them with the fonts of your machine.");
    }
    if (pictures > 0)
        warn("A picture of the figure is not drawn.",
             "Use a PNG of 8 bits that is not interlaced, or export the figure from the page.");
}

}  // namespace

Result<std::string> onPaper(std::string_view svg, FigureFile file, int dotsPerInch,
                            std::vector<Problem>& warnings) {
    if (file == FigureFile::svg) return std::string(svg);
    const auto fonts = paper::ownFonts();
    if (!fonts) return std::unexpected(fonts.error());
    const auto drawing = paper::readSvg(svg);
    if (!drawing) return std::unexpected(drawing.error());
    if (file == FigureFile::pdf) {
        paper::Pdf pdf = paper::writePdf(*drawing, *fonts, programName());
        noteMissing(pdf.missing, pdf.picturesLeftOut, warnings);
        return std::move(pdf.bytes);
    }
    auto png = paper::drawPng(*drawing, *fonts, dotsPerInch);
    if (!png) return std::unexpected(png.error());
    noteMissing(png->missing, png->picturesLeftOut, warnings);
    return std::move(png->bytes);
}

}  // namespace hw::cli
