// SPDX-License-Identifier: MIT
#include "view/text/font_loader.h"

#include <cmath>
#include <cstddef>

#include "imgui.h"
#include "imgui_internal.h"
#include "misc/freetype/imgui_freetype.h"
#include "view/text/text.h"

namespace hw {
namespace {

// ImFontConfig::FontNo is for the loader's use. Here it is the FontFace.
FontFace faceOf(const ImFontConfig* source) { return static_cast<FontFace>(source->FontNo); }

/// The platform draws any text (missing letters as a box), so every code point exists.
bool containsGlyph(ImFontAtlas*, ImFontConfig*, ImWchar codepoint) { return codepoint >= 0x20; }

/// The line box is the font size, with capitals in its middle, as in drawText.
bool initBaked(ImFontAtlas*, ImFontConfig* source, ImFontBaked* baked, void*) {
    const float cap = textRaster()->capHeight(faceOf(source)) * baked->Size;
    baked->Ascent = (baked->Size + cap) / 2;
    baked->Descent = baked->Ascent - baked->Size;
    return true;
}

bool loadGlyph(ImFontAtlas* atlas, ImFontConfig* source, ImFontBaked* baked, void*,
               ImWchar codepoint, ImFontGlyph* glyph, float* onlyAdvance) {
    if (codepoint < 0x20) return false;
    char bytes[5];
    ImTextCharToUtf8(bytes, codepoint);
    const float advance = textRaster()->advance(faceOf(source), bytes) * baked->Size;
    if (onlyAdvance != nullptr) {
        *onlyAdvance = advance;
        return true;
    }
    glyph->Codepoint = codepoint;
    glyph->AdvanceX = advance;
    const float density = source->RasterizerDensity * baked->RasterizerDensity;
    const TextPicture picture =
        textRaster()->paint(faceOf(source), baked->Size * density, 0, bytes, whiteInk);
    if (picture.width == 0 || picture.height == 0) return true;
    const ImFontAtlasRectId id = ImFontAtlasPackAddRect(atlas, picture.width, picture.height);
    if (id == ImFontAtlasRectId_Invalid) return false;
    ImTextureRect* area = ImFontAtlasPackGetRect(atlas, id);
    const float baseline = std::round(baked->Ascent * density);
    glyph->X0 = static_cast<float>(picture.left) / density;
    glyph->X1 = static_cast<float>(picture.left + picture.width) / density;
    glyph->Y0 = (baseline + static_cast<float>(picture.top)) / density;
    glyph->Y1 = (baseline + static_cast<float>(picture.top + picture.height)) / density;
    glyph->Visible = true;
    glyph->Colored = picture.coloured;
    glyph->PackId = id;
    ImFontAtlasBakedSetFontGlyphBitmap(atlas, baked, source, glyph, area, picture.rgba.data(),
                                       ImTextureFormat_RGBA32, picture.width * 4);
    return true;
}

const ImFontLoader& loader() {
    static ImFontLoader instance;
    instance.Name = "platform";
    instance.FontSrcContainsGlyph = containsGlyph;
    instance.FontBakedInit = initBaked;
    instance.FontBakedLoadGlyph = loadGlyph;
    return instance;
}

ImFont* addFont(FontFace face, const char* name) {
    ImFontConfig config;
    ImFormatString(config.Name, sizeof config.Name, "%s", name);
    config.SizePixels = 14;
    config.FontLoader = &loader();
    config.FontNo = static_cast<ImU32>(face);
    return ImGui::GetIO().Fonts->AddFont(&config);
}

}  // namespace

void createFonts() {
    ImGui::GetIO().Fonts->SetFontLoader(&loader());
    fonts().text = addFont(FontFace::text, "text");
    fonts().semibold = addFont(FontFace::semibold, "semibold");
    fonts().mono = addFont(FontFace::mono, "mono");
}

}  // namespace hw

// The loader that ImGui uses if none is set (see view/widgets/imgui_config.h).
const ImFontLoader* ImGuiFreeType::GetFontLoader() { return &hw::loader(); }
