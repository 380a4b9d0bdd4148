// SPDX-License-Identifier: MIT
// Calls from JavaScript about the line of an open model (ModelLine).
#include <emscripten/emscripten.h>

#include <string>
#include <utility>

#include "platform/page/app.h"
#include "platform/page/exchange.h"
#include "session/api_state.h"

extern "C" {

/// Runs a recipe in the open model (RunText). Its text and fields are in the buffer.
EMSCRIPTEN_KEEPALIVE void hw_run(int settled, int backTo, int length) {
    auto texts = hw::incomingTexts(length, 2);
    hw::app().session.run(
        hw::RunText{std::move(texts[0]), settled != 0, backTo, std::move(texts[1])});
}

/// Takes the recipe that typing continues (BeginText) from the buffer.
EMSCRIPTEN_KEEPALIVE void hw_begin_text(int length) {
    hw::app().session.run(hw::BeginText{std::string(hw::incoming(length))});
}

/// The open model's line as JSON: lineJson().
EMSCRIPTEN_KEEPALIVE const char* hw_line() {
    return hw::outgoing(hw::lineJson(hw::app().session.state()));
}

/// The earlier runs as JSON: runsJson().
EMSCRIPTEN_KEEPALIVE const char* hw_runs() {
    return hw::outgoing(hw::runsJson(hw::app().session.state()));
}

}  // extern "C"
