// SPDX-License-Identifier: MIT
// The page's WebAssembly instance: the functions that start it and draw a frame.
//
// A frame, called by requestAnimationFrame only while it is due (web/boot/frames.js):
//   time passes (update) -> questions (ask) -> view models -> views -> commands (update) -> pixels
#include <emscripten/emscripten.h>

#include <algorithm>
#include <cmath>

#include "core/localized_text.h"
#include "imgui.h"
#include "io/write/json_writer.h"
#include "panels/page_model.h"
#include "platform/page/app.h"
#include "platform/page/browser_host.h"
#include "platform/page/exchange.h"
#include "session/update/playback.h"
#include "view/text/font_loader.h"
#include "view/text/layout_log.h"
#include "view/widgets/menu.h"

namespace hw {

PageApp& app() {
    static PageApp instance;
    return instance;
}

namespace {

/// A tab that comes back after an hour must not jump an hour ahead. This is the longest step beyond the planned wait.
constexpr double longestStep = 0.1;

double secondsSince(PageApp& page, double now) {
    const double passed = page.lastFrame < 0 ? 0.0 : (now - page.lastFrame) / 1000;
    page.lastFrame = now;
    return std::clamp(passed, 0.0, longestStep + page.meantToWait);
}

/// Views report the hovered place in every frame. While the pointer rests, the page must be able to rest too.
bool changesNothing(const AppState& state, const Command& command) {
    const auto* hover = std::get_if<SetHover>(&command);
    return hover != nullptr && hover->hover == state.hover;
}

/// Max milliseconds for which the previous picture may replace an empty one. Answers within this time cause no flash,
/// and the delay is not noticed.
constexpr double holdTimeout = 80;

/// Seconds to keep the previous picture, because the answers to the newest question may arrive at any moment. 0 draws
/// at once, as during a drag, whose effect must be visible.
double secondsToHold(PageApp& page, double now) {
    if (ImGui::GetIO().MouseDown[0] || !page.session.isWithoutPicture()) {
        page.heldSince = -1;
        return 0;
    }
    if (page.heldSince < 0) page.heldSince = now;
    return std::max(page.heldSince + holdTimeout - now, 0.0) / 1000;
}

/// Within this time in milliseconds, repeated frames are drawn at once instead of waiting for the browser's next
/// frames, which are 17 ms apart. Usually they show no difference, and nothing reaches the canvas.
constexpr double settleWithin = 8;

/// In presentation mode everything grows, so that a unit of the views is more than a CSS pixel.
void fitWindow(PageApp& page) {
    const CanvasSize& canvas = page.canvas;
    page.zoom = 1;
    if (page.session.state().view.present)
        page.zoom = projectedZoom({static_cast<float>(canvas.framebufferWidth) / canvas.density,
                                   static_cast<float>(canvas.framebufferHeight) / canvas.density});
    CanvasSize wanted = canvas;
    wanted.density *= page.zoom;
    if (!(wanted == page.window.size())) page.window.resize(wanted);
}

/// Sends the host the places of its own views, of everything that covers them, and of a model's sentence, if changed.
void placeViews(PageApp& page) {
    JsonWriter json;
    const auto rect = [&](const Rect& area) {
        json.beginObject().field("x", area.x).field("y", area.y);
        json.field("width", area.w).field("height", area.h).endObject();
    };
    json.beginObject().key("views").beginArray();
    for (const Reserved& each : page.ui.reserved) {
        json.beginObject().field("panel", nameOf(each.panel)).key("area");
        rect(each.area);
        json.key("seen");
        rect(each.seen);
        json.endObject();
    }
    json.endArray().key("covers").beginArray();
    if (!page.ui.reserved.empty() || page.room > 0) std::ranges::for_each(openCovers(), rect);
    json.endArray().field("zoom", page.zoom).endObject();
    if (json.text() == page.places) return;
    page.places = json.take();
    browser::placeViews(page.places);
}

void drawFrame(PageApp& page, double seconds, double now) {
    fitWindow(page);
    const double rested = std::max((now - page.lastDrawn) / 1000 - seconds, 0.0);
    page.lastDrawn = now;
    page.model = pageModel(page.session.state(), page.session.results());
    page.ui.renderer = &page.renderer;
    page.ui.moving = false;
    page.ui.room = static_cast<float>(page.room) / page.zoom;
    page.window.beginFrame(static_cast<float>(seconds), rested,
                           themeFor(page.model.surroundings).groundArgb);
    const Commands commands = drawPage(page.model, page.ui);
    placeViews(page);
    page.window.endFrame();
    if (page.window.hasInputLeft()) page.wake();
    for (const Command& command : commands) {
        if (changesNothing(page.session.state(), command)) continue;
        page.session.run(command);
        page.settle = std::max(page.settle, 2);
    }
}

std::string writeLayout(const std::vector<LayoutEntry>& parts, float zoom) {
    static constexpr const char* kinds[] = {"text", "target", "figure", "cover"};
    JsonWriter json;
    json.beginArray();
    for (const LayoutEntry& part : parts) {
        json.beginObject()
            .field("kind", kinds[static_cast<int>(part.kind)])
            .field("name", part.name)
            .field("x", part.min.x * zoom)
            .field("y", part.min.y * zoom)
            .field("width", (part.max.x - part.min.x) * zoom)
            .field("height", (part.max.y - part.min.y) * zoom)
            .endObject();
    }
    return json.endArray().take();
}

}  // namespace
}  // namespace hw

extern "C" {

/// Draws once more and returns the places of all parts, as JSON.
EMSCRIPTEN_KEEPALIVE const char* hw_layout() {
    hw::PageApp& page = hw::app();
    std::vector<hw::LayoutEntry> parts;
    hw::layoutLog() = &parts;
    if (page.window.usable() && ImGui::GetCurrentContext() != nullptr) {
        hw::drawFrame(page, 0, page.lastDrawn);
    }
    hw::layoutLog() = nullptr;
    page.outbox = hw::writeLayout(parts, page.zoom);
    return page.outbox.c_str();
}

/// Creates window, context and fonts. Call hw_resize first. Returns 0 if the browser has no WebGL2. Time, answers and
/// the mirror then work without drawing.
EMSCRIPTEN_KEEPALIVE int hw_start() {
    hw::PageApp& page = hw::app();
    hw::setTextRaster(&page.text);
    hw::setPictureSource(&page.pictures);
    const bool draws = page.window.create();
    hw::createFonts();  // exported figures measure their letters
    if (draws && page.renderer.create()) return 1;
    page.window.contextLost();
    return 0;
}

/// Draws at time `now` (milliseconds). Returns seconds until the next frame without input: 0 for the very next one,
/// more while playback rests on a layer, -1 if nothing will change.
EMSCRIPTEN_KEEPALIVE double hw_frame(double now) {
    hw::PageApp& page = hw::app();
    double seconds = hw::secondsSince(page, now);
    page.session.run(hw::Event{hw::Tick{seconds}});
    page.session.ask();
    const double begun = emscripten_get_now();
    double wait = 0;
    do {
        if (page.window.usable()) {
            if (const double hold = hw::secondsToHold(page, now); hold > 0) return hold;
            hw::drawFrame(page, seconds, now);
            page.session
                .ask();  // requests the answers that this frame's commands need before the next
        }
        page.settle = std::max(page.settle - 1, 0);
        wait = page.ui.moving ? 0.0 : hw::secondsToNextChange(page.session.state());
        seconds = 0;
    } while (page.settle > 0 && wait > 0 && emscripten_get_now() - begun < hw::settleWithin);
    if (page.settle > 0) wait = 0;
    if (page.ui.wakeIn > 0) wait = std::min(wait, page.ui.wakeIn);
    const bool rests = !std::isfinite(wait);
    page.meantToWait = rests ? 0 : wait;
    if (rests) page.lastFrame = -1;
    return rests ? -1 : wait;
}

/// Width and height of the canvas in framebuffer pixels, and their number per CSS pixel.
EMSCRIPTEN_KEEPALIVE void hw_resize(int width, int height, double density) {
    hw::PageApp& page = hw::app();
    page.canvas = {std::max(width, 1), std::max(height, 1), static_cast<float>(density)};
    // The canvas has lost its picture even if the size is the same.
    page.window.resize(page.canvas);
    page.drawAnyway();
}

EMSCRIPTEN_KEEPALIVE void hw_surroundings(int dark, int highContrast, int reducedMotion, int touch,
                                          int embedded) {
    hw::app().session.run(hw::Event{hw::SurroundingsChanged{
        {dark != 0, highContrast != 0, reducedMotion != 0, touch != 0, embedded != 0}}});
    hw::app().wake();
}

/// Takes the language's table (core/localized_text.h) from the buffer, before anything is opened or drawn.
EMSCRIPTEN_KEEPALIVE void hw_words(int length) { hw::setLanguage(hw::incomingTexts(length)); }

/// A font has arrived after the first frame. Everything is measured and drawn anew.
EMSCRIPTEN_KEEPALIVE void hw_fonts_changed() {
    hw::setTextRaster(&hw::app().text);
    hw::app().wake();
}

EMSCRIPTEN_KEEPALIVE void hw_context_lost() {
    hw::PageApp& page = hw::app();
    page.window.contextLost();
    page.renderer.contextLost();
    page.ui.moving = false;
    page.ui.wakeIn = 0;
}

EMSCRIPTEN_KEEPALIVE int hw_context_restored() {
    hw::PageApp& page = hw::app();
    page.window.contextRestored();
    page.drawAnyway();
    return page.renderer.create() ? 1 : 0;
}

}  // extern "C"

int main() { return 0; }
