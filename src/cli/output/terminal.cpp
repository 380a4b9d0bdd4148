// SPDX-License-Identifier: MIT
#include "cli/output/terminal.h"

#include <algorithm>
#include <cstdio>

#include "cli/system/posix.h"
#include "core/tokens/utf8_text.h"

namespace hw::cli {
namespace {

/// Control characters, characters that change the direction of text (Unicode Standard Annex 9, explicit directional
/// formatting characters), and separators that some programs take for line ends.
bool isObeyed(char32_t c) {
    if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return true;
    if (c == 0x2028 || c == 0x2029) return true;
    return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

std::string escapeOf(char32_t c) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) text += digits[(c >> shift) & 0xFU];
    return text;
}

/// Bytes that are whole characters and that no terminal obeys.
bool isPlain(char c) { return c >= 0x20 && c != 0x7F; }

std::string escaped(std::string_view text, std::string_view kept) {
    std::string shown;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t c = nextCodePoint(text, at);
        if (c == invalidCodePoint)
            shown += "\uFFFD";
        else if (isObeyed(c) && (c >= 0x80 || !kept.contains(static_cast<char>(c))))
            shown += escapeOf(c);
        else
            shown.append(text, begin, at - begin);
    }
    return shown;
}

bool write(std::string_view text, std::FILE* stream) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    return std::fflush(stream) == 0 && written;
}

}  // namespace

std::string withoutEscapes(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        // In CSV, a carriage return in front of a line feed is part of the line end.
        const std::size_t end = text.find('\n');
        std::string_view line = text.substr(0, end);
        const bool hasReturn = end != std::string_view::npos && line.ends_with('\r');
        if (hasReturn) line.remove_suffix(1);
        shown += std::ranges::all_of(line, isPlain) ? std::string(line) : escaped(line, "\t");
        if (end == std::string_view::npos) break;
        shown += hasReturn ? "\r\n" : "\n";
        text.remove_prefix(end + 1);
    }
    return shown;
}

std::string onOneLine(std::string_view text) {
    return std::ranges::all_of(text, isPlain) ? std::string(text) : escaped(text, "");
}

bool printsToTerminal() { return ::isatty(STDOUT_FILENO) != 0; }

bool print(const std::string& text) {
    if (printsToTerminal()) return write(withoutEscapes(text), stdout);
    return write(text, stdout);
}

bool printMade(const std::string& text) { return write(text, stdout); }

void tell(std::string_view text) { draw("headwaters: " + onOneLine(text) + '\n'); }

void draw(std::string_view text) { write(text, stderr); }

bool openStandardStreams() {
    prepareStreams();
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) != -1) continue;
        // open() takes the lowest free number, which is this one. Writing to it fails, as to a closed one.
        if (::open(nullDevice, O_RDONLY) != stream) return false;
    }
    return true;
}

}  // namespace hw::cli
