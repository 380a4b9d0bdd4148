// SPDX-License-Identifier: MIT
#include "paper/type/own_fonts.h"

#include <string>

#include "paper/type/embedded_fonts.h"
#include "paper/type/font_files.h"

namespace hw::paper {

Result<FontSet> ownFonts() {
    FontSet fonts;
    for (const FontFile& wanted : fontFiles) {
        for (const EmbeddedFont& one : embeddedFonts()) {
            if (one.name != wanted.file) continue;
            std::string bytes(reinterpret_cast<const char*>(one.bytes), one.size);
            auto good =
                fonts.add({std::string(wanted.name), wanted.strong, wanted.mono}, std::move(bytes));
            if (!good) return std::unexpected(std::move(good.error()));
        }
    }
    return fonts;
}

}  // namespace hw::paper
