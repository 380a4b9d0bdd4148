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
    double room = 0;    ///< CSS pixels below the header that a model's sentence takes
    BrowserText text;
    BrowserPictures pictures;
    MatrixRenderer renderer;
    UiState ui;
    PageModel model;         ///< the model of the last frame
    double lastFrame = -1;   ///< in milliseconds; -1 after a pause
    double lastDrawn = 0;    ///< in milliseconds, regardless of pauses
    double meantToWait = 0;  ///< seconds from the last frame to the next
    int settle = 3;          ///< frames still to draw without any change
    double heldSince =
        -1;  ///< start time in milliseconds of holding the picture for missing answers, or -1
    struct PendingLink {
        unsigned ticket = 0;
        bool heads = false;
        Session::ShownExample of;
    };
    std::vector<PendingLink> links;  ///< waiting for their picture to be decoded
    std::string places;              ///< of the host's own views, as last sent
    std::vector<std::byte> inbox;
    std::string outbox;  ///< text returned to JavaScript, valid until the next call

    /// Call on input. ImGui needs some frames to see a press, its release and their effects.
    void wake() { settle = 3; }
    /// Call after commands. The engine starts before the next frame is drawn.
    void acted() {
        session.ask();
        wake();
    }
    /// Call when the canvas has lost its picture. Draws without waiting for answers.
    void drawAnyway() {
        heldSince = 0;
        wake();
    }
};

PageApp& app();

}  // namespace hw
