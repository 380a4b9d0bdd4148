// SPDX-License-Identifier: MIT
#include "view/drawn_page.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "cli/figure/text_width.h"
#include "imgui_internal.h"
#include "view/text/font_loader.h"
#include "view/text/text.h"
#include "view/widgets/gesture.h"
#include "view/widgets/picture.h"

namespace hw {

// No matrices reach a graphics card here. The layout shows that one was drawn.
struct MatrixRenderer::Impl {};
MatrixRenderer::MatrixRenderer(std::size_t) {}
MatrixRenderer::~MatrixRenderer() = default;
bool MatrixRenderer::create() { return true; }
void MatrixRenderer::contextLost() {}
MatrixTexture MatrixRenderer::upload(std::uint64_t, MatrixView matrix, Ramp) {
    return matrix.rows * matrix.cols > 0 ? 1 : 0;
}
void MatrixRenderer::draw(const MatrixDraw&, int, int) {}

namespace test {
namespace {

/// The page's letters, by the table of their widths. Each picture is one pixel.
class MeasuredText final : public TextRaster {
public:
    float capHeight(FontFace) override { return 0.728F; }
    float advance(FontFace face, std::string_view text) override {
        if (face != FontFace::mono) return cli::textWidth(text, 1, face == FontFace::semibold);
        const auto letters = std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
        return 0.6F * static_cast<float>(letters);
    }
    TextPicture paint(FontFace, float, float, std::string_view, std::uint32_t) override {
        return {.width = 1, .height = 1, .left = 0, .top = -1, .rgba = {255, 255, 255, 255}};
    }
};

class GreyPicture final : public PictureSource {
public:
    const Picture& picture(std::string_view) override { return picture_; }

private:
    Picture picture_{2, 2, std::vector<std::uint8_t>(16, 128), Picture::State::ready};
};

float covered(const LayoutEntry& a, const LayoutEntry& b) {
    const float width = std::min(a.max.x, b.max.x) - std::max(a.min.x, b.min.x) - 1;
    const float height = std::min(a.max.y, b.max.y) - std::max(a.min.y, b.min.y) - 1;
    return width > 0 && height > 0 ? width * height : 0;
}

float areaOf(const LayoutEntry& part) {
    return (part.max.x - part.min.x) * (part.max.y - part.min.y);
}

}  // namespace

DrawnPage::DrawnPage(ShownPage& page, ImVec2 size, Surroundings surroundings) : page_(page) {
    static MeasuredText letters;
    static GreyPicture picture;
    page_.state.surroundings = surroundings;
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures | ImGuiBackendFlags_HasMouseCursors;
    io.DisplaySize = size;
    io.DeltaTime = 1.0F / 60;
    setTextRaster(&letters);
    setPictureSource(&picture);
    createFonts();
    gesture() = {};  // its times belong to the previous context
    ui_.renderer = &renderer_;
    model_ = page_.model();
    io.AddMousePosEvent(1, 1);
}

DrawnPage::~DrawnPage() {
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
        texture->SetStatus(ImTextureStatus_Destroyed);
    ui_ = {};
    setTextRaster(nullptr);
    ImGui::DestroyContext();
}

Commands DrawnPage::frame() {
    ImGui::NewFrame();
    parts_.clear();
    ui_.moving = false;
    layoutLog() = &parts_;
    Commands commands = drawPage(model_, ui_);
    layoutLog() = nullptr;
    ImGui::Render();
    // The work of a renderer.
    for (ImTextureData* texture : *ImGui::GetDrawData()->Textures) {
        texture->SetTexID(1);
        texture->SetStatus(ImTextureStatus_OK);
    }
    return commands;
}

const std::vector<LayoutEntry>& DrawnPage::parts() {
    model_ = pageModel(page_.state, page_.results);
    frame();
    frame();
    constexpr int longest = 120;  // two seconds of frames while something moves
    for (int i = 0; i < longest && ui_.moving; ++i) frame();
    INFO("what moves comes to rest, or a page would draw for ever");
    CHECK_FALSE(ui_.moving);
    return parts_;
}

void DrawnPage::scroll(ImVec2 at, float down) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(at.x, at.y);
    frame();
    gesture().scroll = {0, down};
    frame();
    io.AddMousePosEvent(1, 1);
    frame();
}

void DrawnPage::wait(float seconds) {
    for (float at = 0; at < seconds; at += ImGui::GetIO().DeltaTime) frame();
}

Commands DrawnPage::click(ImVec2 at) {
    ImGuiIO& io = ImGui::GetIO();
    Commands all;
    const auto then = [&] {
        const Commands more = frame();
        all.insert(all.end(), more.begin(), more.end());
    };
    io.AddMousePosEvent(at.x, at.y);
    then();
    all.clear();  // the hover texts
    io.AddMouseButtonEvent(0, true);
    then();
    io.AddMouseButtonEvent(0, false);
    then();
    // Away again, because the hover text covers other parts.
    io.AddMousePosEvent(1, 1);
    frame();
    return all;
}

std::vector<LayoutEntry> seenOf(const std::vector<LayoutEntry>& parts) {
    std::vector<LayoutEntry> seen;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool hidden =
            std::any_of(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, parts.end(),
                        [&](const LayoutEntry& later) {
                            return later.kind == LayoutEntry::Kind::cover &&
                                   covered(parts[i], later) > 0.5F * areaOf(parts[i]);
                        });
        if (!hidden) seen.push_back(parts[i]);
    }
    return seen;
}

std::vector<std::string> collisionsOf(const std::vector<LayoutEntry>& parts) {
    const std::vector<LayoutEntry> seen = seenOf(parts);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        if (seen[i].kind != LayoutEntry::Kind::text) continue;
        for (std::size_t j = 0; j < seen.size(); ++j) {
            const LayoutEntry& other = seen[j];
            const bool isText = other.kind == LayoutEntry::Kind::text && j > i;
            const bool isSolid = other.kind == LayoutEntry::Kind::figure &&
                                 (other.name == "cells" || other.name == "picture");
            if (!isText && !isSolid) continue;
            // A line of one pixel's height at the edge of a scrolled area is cut, not covered.
            if (covered(seen[i], other) <= 4) continue;
            std::ostringstream said;
            said << '"' << seen[i].name << "\" (" << seen[i].min.x << ", " << seen[i].min.y
                 << ") on \"" << other.name << "\" (" << other.min.x << ", " << other.min.y << ')';
            found.push_back(said.str());
        }
    }
    return found;
}

std::vector<std::string> cutOf(const std::vector<LayoutEntry>& parts, ImVec2 window) {
    std::vector<std::string> found;
    for (const LayoutEntry& part : seenOf(parts)) {
        if (part.kind != LayoutEntry::Kind::text) continue;
        if (part.hidden <= 1 && part.min.x >= -1 && part.max.x <= window.x + 1) continue;
        std::ostringstream said;
        said << '"' << part.name << "\" (" << part.min.x << ", " << part.min.y << ") lacks "
             << part.hidden << " of its width";
        found.push_back(said.str());
    }
    return found;
}

}  // namespace test
}  // namespace hw
