// SPDX-License-Identifier: MIT
// Dear ImGui's library refers back to the view's font loader; naming it here makes the linker take it along.
#include "view/text/font_loader.h"

extern void (*const neededFontLoader)();
void (*const neededFontLoader)() = &hw::createFonts;
