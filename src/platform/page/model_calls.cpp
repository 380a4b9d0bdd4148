// SPDX-License-Identifier: MIT
// Calls from JavaScript about the line of an open model (ModelLine).
#include <emscripten/emscripten.h>

#include <cstdlib>
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

/// The steps of the open model's training (StepsKnown), in the buffer as texts of whole numbers: the usual step, or -1,
/// then each step and the bytes to download for it.
EMSCRIPTEN_KEEPALIVE void hw_steps(int length) {
    const auto numbers = hw::incomingTexts(length, 1);
    const auto numberAt = [&](std::size_t i) { return std::strtod(numbers[i].c_str(), nullptr); };
    hw::StepsKnown known{.usual = static_cast<int>(numberAt(0))};
    for (std::size_t i = 1; i + 1 < numbers.size(); i += 2)
        known.steps.push_back({static_cast<int>(numberAt(i)), numberAt(i + 1)});
    hw::app().session.run(hw::Event{std::move(known)});
}

/// Runs the line's text at a step of training (SetStep).
EMSCRIPTEN_KEEPALIVE void hw_set_step(int step, int settled) {
    hw::app().session.run(hw::SetStep{step, settled != 0});
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
