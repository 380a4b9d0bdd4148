// SPDX-License-Identifier: MIT
// The engine's WebAssembly instance: bytes in, bytes out (app/messages.h). web/worker.js feeds it.
#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <cstddef>
#include <span>
#include <vector>

#include "app/engine.h"

// The bytes are copied out of the memory of the instance before the call returns.
// clang-format off
EM_JS(void, hwEngineSend, (const void* bytes, int length), {
    Module["onMessage"](HEAPU8.slice(bytes >>> 0, (bytes >>> 0) + length));
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

std::vector<std::byte>& inbox() {
    static std::vector<std::byte> bytes;
    return bytes;
}

}  // namespace

extern "C" {

/// Room for an incoming message of `length` bytes; valid until the next call.
EMSCRIPTEN_KEEPALIVE void* hw_buffer(int length) {
    inbox().resize(static_cast<std::size_t>(length));
    return inbox().data();
}

/// Takes the message of `length` bytes that stands in the buffer. 1 while hw_work has work to do.
EMSCRIPTEN_KEEPALIVE int hw_message(int length) {
    return engine().message(std::span(inbox()).first(static_cast<std::size_t>(length)), send) ? 1
                                                                                              : 0;
}

/// Works for about 10 ms. 1 while there is more.
EMSCRIPTEN_KEEPALIVE int hw_work() { return engine().work(send) ? 1 : 0; }

}  // extern "C"

int main() { return 0; }
