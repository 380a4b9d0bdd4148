// SPDX-License-Identifier: MIT
// The one object of the page's WebAssembly instance.
#pragma once

#include <string>
#include <vector>

#include "page/session.h"
#include "platform/page/browser_host.h"
#include "platform/page/browser_pictures.h"
#include "platform/page/browser_text.h"
#include "platform/page/window.h"
#include "render/gl/matrix_renderer.h"
#include "view/frame/page.h"

namespace hw {

struct PageApp {
    BrowserHost host;
    Session session{host};
    Window window;
    CanvasSize canvas;  ///< as the browser has it
    float zoom = 1;     ///< window units are so many CSS pixels large
    BrowserText text;
    BrowserPictures pictures;
    MatrixRenderer renderer;
    UiState ui;
    PageModel model;         ///< as drawn last
    double lastFrame = -1;   ///< milliseconds, or -1 after a rest
    double lastDrawn = 0;    ///< milliseconds, rest or not
    double meantToWait = 0;  ///< seconds until the last frame wants another one
    int settle = 3;          ///< frames still to draw although nothing moves
    double heldSince =
        -1;  ///< milliseconds: since when the picture stands for want of answers, or -1
    struct WantedLink {
        unsigned ticket = 0;
        bool heads = false;
        Session::Shown of;
    };
    std::vector<WantedLink> links;  ///< wait for their picture
    std::vector<std::byte> inbox;
    std::string outbox;  ///< text handed to JavaScript, valid until the next call

    /// Something came in: ImGui needs some frames to see a press, its release and what they changed.
    void wake() { settle = 3; }
    /// Commands were carried out: the engine begins before the next frame does.
    void acted() {
        session.ask();
        wake();
    }
    /// The canvas has lost its picture: it is drawn whatever is still to come.
    void drawAnyway() {
        heldSince = 0;
        wake();
    }
};

PageApp& app();

}  // namespace hw
