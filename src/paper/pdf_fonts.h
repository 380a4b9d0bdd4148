// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "paper/pdf_file.h"
#include "paper/type/faces.h"

namespace hw::paper {

/// Writes every font with a used glyph, as an embedded subset with its characters (Type 0 over CIDFontType2, ISO
/// 32000-1 section 9.7), and returns the entries of the page's /Font, such as "/F0 5 0 R /F3 9 0 R".
std::string addFonts(PdfFile& file, const FontSet& fonts, const Typesetter& used);

}  // namespace hw::paper
