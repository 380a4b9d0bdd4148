// SPDX-License-Identifier: MIT
// Reading samples and opening text, for the tests of io.
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>

#include "io/json/json_parser.h"
#include "io/open.h"

namespace hw::test {

inline std::string readFile(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline std::span<const std::byte> bytesOf(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

inline Result<Document> open(std::string_view text, OpenOptions options = {}, Limits limits = {}) {
    return openBytes(bytesOf(text), "sample", limits, options);
}

/// Opens in two pieces, cut at `cut`.
inline Result<Document> openCut(std::string_view text, std::size_t cut, Limits limits = {}) {
    Opening opening;
    opening.begin("sample", text.size(), limits);
    for (const std::string_view part : {text.substr(0, cut), text.substr(cut)}) {
        if (auto fine = opening.push(bytesOf(part)); !fine) return std::unexpected(fine.error());
    }
    return opening.finish();
}

inline Result<io::Tree> parse(std::string_view text, io::JsonOptions options = {}) {
    io::JsonParser parser(options);
    if (auto used = parser.push(text); !used) return std::unexpected(used.error());
    return parser.finish();
}

}  // namespace hw::test
