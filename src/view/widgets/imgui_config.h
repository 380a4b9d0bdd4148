// SPDX-License-Identifier: MIT
// Dear ImGui's compile-time settings that are our choice. The build adds those that depend on the platform.
#pragma once

// A flow graph or 512 token bars exceed 65,536 vertices, and WebGL2 has no base vertex.
#define ImDrawIdx unsigned int

// Glyphs come from the platform (view/text/text.h). ImGui compiles in stb_truetype and a font unless FreeType is
// selected as its loader. Our loader takes that place (view/text/font_loader.cpp).
#define IMGUI_ENABLE_FREETYPE
#define IMGUI_DISABLE_DEFAULT_FONT

// Dear ImGui uses sscanf for settings files and typed numbers, which the page does not have, and for the version of its
// shaders. For these, integers are enough, and the C library's scanf takes 13 KB (cmake/imgui_parts.cpp).
#include <cstdio>
int scanWholeNumbers(const char* text, const char* format, ...);
#define sscanf scanWholeNumbers
