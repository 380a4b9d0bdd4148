// SPDX-License-Identifier: MIT
// Any bytes as JSON: no crash, the same outcome however they are cut, and RapidJSON's judgement where
// RapidJSON is installed.
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "../io/json_differential.h"
#include "io/json/json_parser.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    // The cut depends on the content, so that any file is a seed as it is.
    const std::size_t cut = std::hash<std::string_view>{}(text) % (size + 1);
    hw::io::JsonOptions options;
    options.memoryBytes = 64 << 20;
    options.totalBytes = text.size();
    const auto read = [&](std::string_view first, std::string_view second) {
        hw::io::JsonParser parser(options);
        return parser.push(first) && parser.push(second) && parser.finish();
    };
    if (read(text, {}) != read(text.substr(0, cut), text.substr(cut))) std::abort();
    options.javascript = true;
    if (read(text, {}) != read(text.substr(0, cut), text.substr(cut))) std::abort();
#if HW_HAS_RAPIDJSON
    if (hw::test::compareWithRapidJson(text) == hw::test::Verdict::different) std::abort();
#endif
    return 0;
}
