// SPDX-License-Identifier: MIT
#include "platform/page/browser_host.h"

#include <emscripten/em_js.h>

#include <span>
#include <string>

#include "protocol/open_choices.h"

// Each function converts its arguments to JavaScript values and calls web/, where the code is checked and tested. Two
// undo changes by Emscripten's GLFW and GL. Strings cross as pointer and length.
// clang-format off
EM_JS_DEPS(hw_host, "$UTF8ToString,$GLFW,$GL")

EM_JS(void, hwHostAddress, (const char* text, int length, int push), {
    Module["host"].writeAddress(UTF8ToString(text, length), !!push);
})
EM_JS(void, hwHostFetch, (unsigned ticket, const char* kind, const char* text, int length, const char* name, int nameLength,
                          const char* choices, unsigned given, const char* recipe, int recipeLength), {
    Module["host"].fetch(ticket >>> 0, UTF8ToString(kind), UTF8ToString(text, length), UTF8ToString(name, nameLength),
                         UTF8ToString(choices), given >>> 0, UTF8ToString(recipe, recipeLength));
})
EM_JS(void, hwHostLookFor, (const char* name, int length), { Module["host"].lookFor(UTF8ToString(name, length)); })
EM_JS(void, hwHostHold, (unsigned given), { Module["host"].hold(given >>> 0); })
EM_JS(void, hwHostRelease, (unsigned given), { Module["host"].release(given >>> 0); })
EM_JS(void, hwHostMake, (unsigned document, const char* maker, int makerLength, const char* recipe, int length, int isShown, int isSettled), {
    Module["host"].makeExample(document >>> 0, UTF8ToString(maker, makerLength), UTF8ToString(recipe, length), !!isShown, !!isSettled);
})
EM_JS(void, hwHostDialog, (const char* text, int length), {
    Module["host"].showDialog(UTF8ToString(text, length));
})
EM_JS(void, hwHostLesson, (const char* text, int length, int step, int asked), {
    Module["host"].showLesson(UTF8ToString(text, length), step, !!asked);
})
EM_JS(void, hwHostPresent, (int on), { Module["host"].present(!!on); })
EM_JS(void, hwHostAnnounce, (const char* text, int length), {
    Module["host"].announce(UTF8ToString(text, length));
})
EM_JS(void, hwHostSend, (const void* bytes, int length), {
    Module["host"].sendToEngine(HEAPU8.slice(bytes >>> 0, (bytes >>> 0) + length));
})
EM_JS(void, hwHostOpened, (unsigned ticket, int isList),
      { Module["host"].opened(ticket >>> 0, !!isList); })
EM_JS(void, hwHostProblem, (int how, unsigned ticket, const char* place, int placeLength, const char* finding,
                            int findingLength, const char* remedy, int remedyLength), {
    const problem = {place: UTF8ToString(place, placeLength), finding: UTF8ToString(finding, findingLength),
                     remedy: UTF8ToString(remedy, remedyLength)};
    Module["host"][["cancel", "failed", "notExported"][how]](ticket >>> 0, problem);
})
EM_JS(void, hwHostExported, (unsigned ticket, const char* name, int nameLength, const char* type,
                             int typeLength, const char* text, int length), {
    Module["host"].exported(ticket >>> 0, UTF8ToString(name, nameLength),
                            UTF8ToString(type, typeLength), UTF8ToString(text, length));
})
EM_JS(double, hwHostCapHeight, (int face), { return Module["host"].text.capHeight(face); })
EM_JS(double, hwHostAdvance, (int face, const char* text, int length), {
    return Module["host"].text.advance(face, UTF8ToString(text, length));
})
EM_JS(void, hwHostPaint, (int face, double pixels, double offset, const char* text, int length, int ink, int* out), {
    HEAP32.set(Module["host"].text.paint(face, pixels, offset, UTF8ToString(text, length), ink), out >>> 2);
})
EM_JS(void, hwHostPixels, (unsigned char* to), { HEAPU8.set(Module["host"].text.pixels(), to >>> 0); })
EM_JS(void, hwHostPicture, (int number, const char* url, int length), {
    Module["host"].decodePicture(number, UTF8ToString(url, length));
})
EM_JS(void, hwHostCursor, (const char* name), { Module["host"].setCursor(UTF8ToString(name)); })
EM_JS(void, hwHostPlaces, (const char* text, int length), {
    Module["host"].placeViews(UTF8ToString(text, length));
})
EM_JS(void, hwHostRequestFrame, (), { Module["host"].requestFrame(); })
EM_JS(void, hwHostTakeCanvas, (int width, int height), {
    const canvas = Module["canvas"];
    const ofWindow = {keydown: "onKeydown", keypress: "onKeyPress", keyup: "onKeyup", blur: "onBlur",
                      gamepadconnected: "onGamepadConnected", gamepaddisconnected: "onGamepadDisconnected"};
    const ofCanvas = {touchmove: "onMousemove", touchstart: "onMouseButtonDown",
                      touchcancel: "onMouseButtonUp", touchend: "onMouseButtonUp",
                      mousemove: "onMousemove", mousedown: "onMouseButtonDown", mouseup: "onMouseButtonUp",
                      wheel: "onMouseWheel", mousewheel: "onMouseWheel", mouseenter: "onMouseenter",
                      mouseleave: "onMouseleave", drop: "onDrop", dragover: "onDragover"};
    for (const name in ofWindow) window.removeEventListener(name, GLFW[ofWindow[name]], true);
    for (const name in ofCanvas) canvas.removeEventListener(name, GLFW[ofCanvas[name]], true);
    GLFW.devicePixelRatioMQL?.removeEventListener("change", GLFW.onDevicePixelRatioChange);
    canvas.removeAttribute("style");
    canvas.width = width;
    canvas.height = height;
})
EM_JS(int, hwHostIsTransparent, (), { return document.documentElement.dataset?.background === "transparent" ? 1 : 0; })

EM_JS(void, hwHostRenewExtensions, (), {
    // The objects of the lost context are gone, so the new context must not delete them.
    for (const kind of ["buffers", "programs", "framebuffers", "renderbuffers", "textures", "shaders", "vaos",
                        "samplers", "queries", "syncs"]) {
        GL[kind]?.fill(null);
    }
    for (const name of GLctx.getSupportedExtensions() ?? []) {
        if (!name.includes("lose_context") && !name.includes("debug")) GLctx.getExtension(name);
    }
})
// clang-format on

namespace hw {
namespace {
int length(std::string_view text) { return static_cast<int>(text.size()); }

/// `how` selects host.cancel, failed or notExported.
void tell(int how, std::uint32_t ticket, const Problem& problem) {
    hwHostProblem(how, ticket, problem.place.data(), length(problem.place), problem.finding.data(),
                  length(problem.finding), problem.remedy.data(), length(problem.remedy));
}

class BrowserHost final : public Host {
public:
    void writeAddress(std::string_view fragment, bool push) override {
        hwHostAddress(fragment.data(), length(fragment), push);
    }
    void fetch(std::uint32_t ticket, const DataSource& source, std::string_view name,
               const Recipe& recipe) override {
        const std::string kind(nameOf(source.kind));
        const std::string choices = openChoicesText(source.options);
        hwHostFetch(ticket, kind.c_str(), source.text.data(), length(source.text), name.data(),
                    length(name), choices.c_str(), source.given, recipe.text.data(),
                    length(recipe.text));
    }
    void cancel(std::uint32_t ticket, const Problem& why) override { tell(0, ticket, why); }
    void lookFor(std::string_view name) override { hwHostLookFor(name.data(), length(name)); }
    void hold(std::uint32_t given) override { hwHostHold(given); }
    void release(std::uint32_t given) override { hwHostRelease(given); }
    void showDialog(std::string_view name) override { hwHostDialog(name.data(), length(name)); }
    void showLesson(std::string_view lesson, int step, bool asked) override {
        hwHostLesson(lesson.data(), length(lesson), step, asked ? 1 : 0);
    }
    void present(bool on) override { hwHostPresent(on ? 1 : 0); }
    void makeExample(std::uint32_t document, const Recipe& recipe, bool isShown,
                     bool isSettled) override {
        const auto& [maker, text] = recipe;
        hwHostMake(document, maker.data(), length(maker), text.data(), length(text),
                   isShown ? 1 : 0, isSettled ? 1 : 0);
    }
    void announce(std::string_view text) override { hwHostAnnounce(text.data(), length(text)); }
    void sendToEngine(std::span<const std::byte> message) override {
        hwHostSend(message.data(), static_cast<int>(message.size()));
    }
    void requestFrame() override { hwHostRequestFrame(); }

    void opened(std::uint32_t ticket, bool isList) override {
        hwHostOpened(ticket, isList ? 1 : 0);
    }
    void failed(std::uint32_t ticket, const Problem& problem) override { tell(1, ticket, problem); }
    void notExported(std::uint32_t ticket, const Problem& problem) override {
        tell(2, ticket, problem);
    }
    void exported(std::uint32_t ticket, std::string_view name, std::string_view mediaType,
                  std::string_view text) override {
        hwHostExported(ticket, name.data(), length(name), mediaType.data(), length(mediaType),
                       text.data(), length(text));
    }
};

}  // namespace

Host& browserHost() {
    static BrowserHost host;
    return host;
}

namespace browser {

float textCapHeight(int face) { return static_cast<float>(hwHostCapHeight(face)); }
float textAdvance(int face, std::string_view text) {
    return static_cast<float>(hwHostAdvance(face, text.data(), length(text)));
}
PaintedText paintText(int face, float pixels, float offset, std::string_view text,
                      std::uint32_t ink) {
    PaintedText painted;
    static_assert(sizeof painted == 5 * sizeof(std::int32_t));
    hwHostPaint(face, static_cast<double>(pixels), static_cast<double>(offset), text.data(),
                length(text), static_cast<int>(ink), &painted.width);
    return painted;
}
void copyPainted(std::uint8_t* to) { hwHostPixels(to); }

void decodePicture(int number, std::string_view dataUrl) {
    hwHostPicture(number, dataUrl.data(), length(dataUrl));
}

void takeCanvasFromGlfw(int width, int height) { hwHostTakeCanvas(width, height); }
bool isTransparent() { return hwHostIsTransparent() != 0; }
void renewExtensions() { hwHostRenewExtensions(); }
void setCursor(const char* name) { hwHostCursor(name); }
void placeViews(std::string_view places) { hwHostPlaces(places.data(), length(places)); }
void requestFrame() { hwHostRequestFrame(); }

}  // namespace browser
}  // namespace hw
