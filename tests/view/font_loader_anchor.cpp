// SPDX-License-Identifier: MIT
// Dear ImGui's library refers back to the view's font loader. The reference here makes the linker include it.
#include "view/text/font_loader.h"

extern void (*const neededFontLoader)();
void (*const neededFontLoader)() = &hw::createFonts;
