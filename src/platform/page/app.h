// SPDX-License-Identifier: MIT
// All state of the page's WebAssembly instance.
#pragma once

#include <string>
#include <vector>

#include "frame/page.h"
#include "platform/page/browser_host.h"
#include "platform/page/browser_pictures.h"
#include "platform/page/browser_text.h"
#include "platform/page/window.h"
#include "render/gl/matrix_renderer.h"
#include "session/session.h"

namespace hw {

struct PageApp {
    Session session{browserHost()};
    Window window;
    CanvasSize canvas;  ///< as the browser reports it
    float zoom = 1;     ///< CSS pixels per window unit
    double room = 0;    ///< CSS pixels below the head that a model's sentence takes
    BrowserText text;
    BrowserPictures pictures;
    MatrixRenderer renderer;
    UiState ui;
    PageModel model;         ///< as last drawn
    double lastFrame = -1;   ///< in milliseconds; -1 after a pause
    double lastDrawn = 0;    ///< in milliseconds, pauses or not
    double meantToWait = 0;  ///< seconds until the last frame wants another one
    int settle = 3;          ///< times still to draw although nothing has changed
    double heldSince =
        -1;  ///< time in milliseconds since which the picture has been held for want of answers, or -1
    struct WantedLink {
        unsigned ticket = 0;
        bool heads = false;
        Session::Shown of;
    };
    std::vector<WantedLink> links;  ///< waiting for their picture to be decoded
    std::string places;             ///< of the host's own views, as it was last told
    std::vector<std::byte> inbox;
    std::string outbox;  ///< text returned to JavaScript, valid until the next call

    /// Call on input: ImGui needs some frames to see a press, its release and what they changed.
    void wake() { settle = 3; }
    /// Call after commands: the engine starts before the next frame is drawn.
    void acted() {
        session.ask();
        wake();
    }
    /// Call when the canvas has lost its picture: draws without waiting for answers.
    void drawAnyway() {
        heldSince = 0;
        wake();
    }
};

PageApp& app();

}  // namespace hw
