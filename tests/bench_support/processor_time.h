// SPDX-License-Identifier: MIT
// Processor time for the measurements, natively and (in Node) in WebAssembly.
#pragma once

#include <ctime>

#if defined(__EMSCRIPTEN__)
#include <emscripten.h>
#endif

namespace hw::bench {

#if defined(__EMSCRIPTEN__)
inline constexpr const char* build = "wasm";
// Node knows the processor time. Emscripten's clock() returns wall-clock time.
// clang-format off
inline double milliseconds() {
    return 1e-3 * EM_ASM_DOUBLE({
        const used = process.cpuUsage();
        return used.user + used.system;
    });
}
// clang-format on
#else
inline constexpr const char* build = "native";
inline double milliseconds() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
#endif

}  // namespace hw::bench
