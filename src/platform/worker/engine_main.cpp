// SPDX-License-Identifier: MIT
// The engine's WebAssembly instance. It takes and returns bytes (protocol/messages.h). web/worker/worker.js feeds it.
// The same module is a helper (engine/helpers/flow_helper.h) in its own worker, fed by web/worker/helper.js.
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/localized_text.h"
#include "engine/engine.h"
#include "engine/helpers/flow_helper.h"
#include "protocol/bytes.h"

// JavaScript copies the bytes out of the instance's memory before the call returns.
// clang-format off
EM_JS(void, hwEngineSend, (const void* bytes, int length), {
    Module["onMessage"](HEAPU8.slice(bytes >>> 0, (bytes >>> 0) + length));
})
EM_JS(void, hwEngineNext, (void* into, int length), {
    Module["next"](HEAPU8.subarray(into >>> 0, (into >>> 0) + length));
})
EM_JS(void, hwHelperSend, (int helper, const void* bytes, int length), {
    Module["onHelperMessage"](helper, HEAPU8.slice(bytes >>> 0, (bytes >>> 0) + length));
})
// clang-format on

namespace {

hw::Engine& engine() {
    static hw::Engine instance;
    return instance;
}

void send(std::span<const std::byte> bytes) {
    hwEngineSend(bytes.data(), static_cast<int>(bytes.size()));
}

hw::FlowHelper& helper() {
    static hw::FlowHelper instance;
    return instance;
}

/// The bytes that the worker received in pieces.
class WorkerFeed : public hw::ByteFeed {
public:
    void next(std::span<std::byte> into) override {
        hwEngineNext(into.data(), static_cast<int>(into.size()));
    }
};

std::vector<std::byte>& inbox() {
    static std::vector<std::byte> bytes;
    return bytes;
}

}  // namespace

extern "C" {

/// Returns space for an incoming message of `length` bytes, valid until the next call.
EMSCRIPTEN_KEEPALIVE void* hw_buffer(int length) {
    inbox().resize(length);
    return inbox().data();
}

/// Takes the message of `length` bytes from the buffer. 1 while hw_work has work to do.
EMSCRIPTEN_KEEPALIVE int hw_message(int length) {
    return engine().message(std::span(inbox()).first(length), send) ? 1 : 0;
}

/// Takes a message with an example (wire::MakeExample) of `length` bytes, which Module.next delivers in their order. 1
/// as above.
EMSCRIPTEN_KEEPALIVE int hw_made(double length) {
    WorkerFeed fed;
    return engine().made(fed, static_cast<std::size_t>(length), send) ? 1 : 0;
}

/// Works for about 10 ms. 1 while there is more.
EMSCRIPTEN_KEEPALIVE int hw_work() { return engine().work(send) ? 1 : 0; }

/// Sets the language of messages from the buffer. See hw_words of the page.
EMSCRIPTEN_KEEPALIVE void hw_words(int length) {
    std::vector<std::string> texts;
    hw::ByteReader read(std::span<const std::byte>(inbox()).first(length));
    read(texts);
    hw::setLanguage(std::move(texts));
}

/// Lets the engine use up to `count` helpers. Module.onHelperMessage carries messages to them.
EMSCRIPTEN_KEEPALIVE void hw_use_helpers(int count) {
    engine().useHelpers(count, [](int number, std::span<const std::byte> bytes) {
        hwHelperSend(number, bytes.data(), static_cast<int>(bytes.size()));
    });
}

/// Takes a helper's message from the buffer.
EMSCRIPTEN_KEEPALIVE void hw_helper_message(int number, int length) {
    engine().helperMessage(number, std::span(inbox()).first(length));
}

EMSCRIPTEN_KEEPALIVE void hw_helper_lost(int number) { engine().helperLost(number); }

/// As a helper, takes the engine's message from the buffer. 1 while hw_help has work to do, -1 if the message is not
/// for helpers.
EMSCRIPTEN_KEEPALIVE int hw_help_message(int length) {
    const auto more = helper().message(std::span(inbox()).first(length));
    return more ? (*more ? 1 : 0) : -1;
}

/// As a helper, works for about 10 ms. 1 while there is more.
EMSCRIPTEN_KEEPALIVE int hw_help() { return helper().work(send) ? 1 : 0; }

}  // extern "C"

int main() { return 0; }
