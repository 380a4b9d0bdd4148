// SPDX-License-Identifier: MIT
#include "io/json/utf8.h"

#include <string_view>

namespace hw::io {

namespace {

// Length of the valid sequence at `at`, or minus the length of the invalid part.
int sequence(std::string_view text, std::size_t at) {
    const auto byteAt = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const unsigned lead = byteAt(at);
    if (lead < 0x80) return 1;
    int length = 0;
    unsigned low = 0x80;
    unsigned high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        if (lead == 0xE0) low = 0xA0;   // shorter forms exist
        if (lead == 0xED) high = 0x9F;  // surrogates
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;  // beyond U+10FFFF
    } else {
        return -1;
    }
    for (int i = 1; i < length; ++i) {
        const unsigned next = byteAt(at + static_cast<std::size_t>(i));
        if (next < low || next > high) return -i;
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

}  // namespace

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
    int step = 1;
    while (at < text.size() && (step = sequence(text, at)) > 0)
        at += static_cast<std::size_t>(step);
    if (at >= text.size()) return 0;
    std::string repaired = text.substr(0, at);
    std::size_t replaced = 0;
    while (at < text.size()) {
        step = sequence(text, at);
        if (step > 0) {
            repaired.append(text, at, static_cast<std::size_t>(step));
            at += static_cast<std::size_t>(step);
        } else {
            repaired += "\xEF\xBF\xBD";
            ++replaced;
            at += static_cast<std::size_t>(-step);
        }
    }
    text = std::move(repaired);
    return replaced;
}

}  // namespace hw::io
