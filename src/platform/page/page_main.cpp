// SPDX-License-Identifier: MIT
// The page's WebAssembly instance: what JavaScript calls to start it and to have a frame drawn.
//
// A frame, called by requestAnimationFrame only while it is due (web/boot/frames.js):
//   time passes (update) -> answers asked for -> view models -> views -> commands (update) -> pixels
#include <emscripten/emscripten.h>

#include <algorithm>
#include <cmath>

#include "core/words.h"
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

/// A tab that comes back after an hour must not jump an hour ahead: beyond the time that was meant
/// to pass, this much counts.
constexpr double longestStep = 0.1;

double secondsSince(PageApp& page, double now) {
    const double passed = page.lastFrame < 0 ? 0.0 : (now - page.lastFrame) / 1000;
    page.lastFrame = now;
    return std::clamp(passed, 0.0, longestStep + page.meantToWait);
}

/// Views say in every frame what the pointer is on; a pointer that rests must let the page rest.
bool changesNothing(const AppState& state, const Command& command) {
    const auto* hover = std::get_if<SetHover>(&command);
    return hover != nullptr && hover->hover == state.hover;
}

/// Milliseconds that the picture before may stand in place of an empty one: what comes within them is seen without
/// a flash, and nobody has waited yet.
constexpr double holdTimeout = 80;

/// How long to leave the picture as it is, in seconds, because the answers to the newest question may be there at
/// any moment; 0: draw. A pointer that drags wants to see what it does.
double secondsToHold(PageApp& page, double now) {
    if (ImGui::GetIO().MouseDown[0] || !page.session.isWithoutPicture()) {
        page.heldSince = -1;
        return 0;
    }
    if (page.heldSince < 0) page.heldSince = now;
    return std::max(page.heldSince + holdTimeout - now, 0.0) / 1000;
}

/// Milliseconds: while less have gone by, what is to be drawn again until it has settled is drawn at once and not by the
/// browser's next frames, which come 17 apart. Mostly nothing is left that differs, and nothing reaches the canvas.
constexpr double settleWithin = 8;

/// Projected, everything grows: a unit of the views is then more than a CSS pixel.
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

/// Tells the host where its own views are and what lies over them and a model's sentence: when that has changed.
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

std::string writeLayout(const std::vector<LaidOut>& parts, float zoom) {
    static constexpr const char* kinds[] = {"text", "target", "figure", "cover"};
    JsonWriter json;
    json.beginArray();
    for (const LaidOut& part : parts) {
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

/// Draws once more and tells what stands where, as JSON.
EMSCRIPTEN_KEEPALIVE const char* hw_layout() {
    hw::PageApp& page = hw::app();
    std::vector<hw::LaidOut> parts;
    hw::layoutLog() = &parts;
    if (page.window.usable() && ImGui::GetCurrentContext() != nullptr) {
        hw::drawFrame(page, 0, page.lastDrawn);
    }
    hw::layoutLog() = nullptr;
    page.outbox = hw::writeLayout(parts, page.zoom);
    return page.outbox.c_str();
}

/// Creates window, context and fonts. 0 if the browser gives no WebGL2: then time passes, answers come and the mirror
/// tells them, and nothing is drawn. The size comes first.
EMSCRIPTEN_KEEPALIVE int hw_start() {
    hw::PageApp& page = hw::app();
    hw::setTextRaster(&page.text);
    hw::setPictureSource(&page.pictures);
    const bool draws = page.window.create();
    hw::createFonts();  // figures to take away measure their letters
    if (draws && page.renderer.create()) return 1;
    page.window.contextLost();
    return 0;
}

/// Draws at time `now` (milliseconds). Seconds until another frame is due by itself: 0 the next one,
/// more while playing rests on a layer, -1 when nothing will change without input.
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
                .ask();  // what the commands of this frame need is on its way before the next
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

/// Width and height of the canvas in framebuffer pixels, and how many of them a CSS pixel has.
EMSCRIPTEN_KEEPALIVE void hw_resize(int width, int height, double density) {
    hw::PageApp& page = hw::app();
    page.canvas = {std::max(width, 1), std::max(height, 1), static_cast<float>(density)};
    // The canvas has lost its picture even where the size is the same.
    page.window.resize(page.canvas);
    page.drawAnyway();
}

EMSCRIPTEN_KEEPALIVE void hw_surroundings(int dark, int highContrast, int reducedMotion, int touch,
                                          int embedded) {
    hw::app().session.run(hw::Event{hw::SurroundingsChanged{
        {dark != 0, highContrast != 0, reducedMotion != 0, touch != 0, embedded != 0}}});
    hw::app().wake();
}

/// The language's table stands in the buffer (core/words.h), before anything is opened or drawn.
EMSCRIPTEN_KEEPALIVE void hw_words(int length) { hw::setLanguage(hw::incomingTexts(length)); }

/// A font has arrived after the first frame: everything is measured and drawn anew.
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
