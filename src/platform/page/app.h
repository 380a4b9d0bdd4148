// SPDX-License-Identifier: MIT
// The one object of the page's WebAssembly instance.
#pragma once

#include <string>
#include <vector>

#include "platform/page/browser_pictures.h"
#include "platform/page/browser_text.h"
#include "platform/page/session.h"
#include "platform/page/window.h"
#include "render/matrix_renderer.h"
#include "view/page.h"

namespace hw {

struct PageApp {
    Session session;
    Window window;
    BrowserText text;
    BrowserPictures pictures;
    MatrixRenderer renderer;
    UiState ui;
    PageModel model;         ///< as drawn last
    double lastFrame = -1;   ///< milliseconds, or -1 after a rest
    double meantToWait = 0;  ///< seconds that the last frame asked to be left alone
    int settle = 3;          ///< frames still to draw although nothing moves
    std::vector<std::byte> inbox;
    std::string outbox;  ///< text handed to JavaScript, valid until the next call

    /// Something came in: ImGui needs some frames to see a press, its release and what they changed.
    void wake() { settle = 3; }
};

PageApp& app();

}  // namespace hw
