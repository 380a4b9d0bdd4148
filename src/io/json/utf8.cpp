// SPDX-License-Identifier: MIT
#include "io/json/utf8.h"

#include <utility>

#include "core/tokens/utf8_text.h"

namespace hw::io {

void appendUtf8(std::string& out, std::uint32_t codePoint) {
    const auto put = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (codePoint < 0x80) {
        put(codePoint);
    } else if (codePoint < 0x800) {
        put(0xC0 | codePoint >> 6);
        put(0x80 | (codePoint & 0x3F));
    } else if (codePoint < 0x10000) {
        put(0xE0 | codePoint >> 12);
        put(0x80 | (codePoint >> 6 & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    } else {
        put(0xF0 | codePoint >> 18);
        put(0x80 | (codePoint >> 12 & 0x3F));
        put(0x80 | (codePoint >> 6 & 0x3F));
        put(0x80 | (codePoint & 0x3F));
    }
}

std::size_t repairUtf8(std::string& text) {
    std::size_t at = 0;
    int length = 1;
    while (at < text.size() && (length = utf8Length(text, at)) > 0) at += length;
    if (at >= text.size()) return 0;
    std::string repaired = text.substr(0, at);
    std::size_t replaced = 0;
    while (at < text.size()) {
        length = utf8Length(text, at);
        if (length > 0) {
            repaired.append(text, at, length);
            at += length;
        } else {
            repaired += "\xEF\xBF\xBD";
            ++replaced;
            at += -length;
        }
    }
    text = std::move(repaired);
    return replaced;
}

}  // namespace hw::io
