// SPDX-License-Identifier: MIT
#include "model/jinja/strings.h"

#include "core/tokens/utf8_text.h"
#include "io/json/utf8.h"
#include "model/jinja/interpreter.h"
#include "model/unicode/code_points.h"

namespace hw::model::jinja {

bool isSpace(char32_t letter) {
    // White_Space, and the four separators of ASCII.
    return (letter >= 0x1C && letter <= 0x1F) || aboutCodePoint(letter).isSpace();
}

std::string_view strippedLeft(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t from = at;
        if (!isSpace(nextCodePoint(text, at))) return text.substr(from);
    }
    return {};
}

std::string_view strippedRight(std::string_view text) {
    while (!text.empty()) {
        std::size_t at = text.size() - 1;
        while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
        std::size_t next = at;
        if (!isSpace(nextCodePoint(text, next))) return text;
        text = text.substr(0, at);
    }
    return text;
}

std::vector<std::size_t> lettersOf(std::string_view bytes) {
    std::vector<std::size_t> starts;
    starts.reserve(bytes.size() + 1);
    for (std::size_t at = 0; at < bytes.size(); ++at)
        if ((static_cast<unsigned char>(bytes[at]) & 0xC0U) != 0x80U) starts.push_back(at);
    starts.push_back(bytes.size());
    return starts;
}

Text stripped(const Text& text, std::string_view letters, bool left, bool right) {
    const std::string_view all = text.bytes;
    std::string_view rest = all;
    if (letters.empty()) {
        if (left) rest = strippedLeft(rest);
        if (right) rest = strippedRight(rest);
    } else {
        const std::vector<std::size_t> starts = lettersOf(all);
        const auto isOne = [&](std::size_t i) {
            const std::string_view letter = all.substr(starts[i], starts[i + 1] - starts[i]);
            return letters.find(letter) != std::string_view::npos;
        };
        std::size_t from = 0;
        std::size_t to = starts.size() - 1;
        while (left && from < to && isOne(from)) ++from;
        while (right && to > from && isOne(to - 1)) --to;
        rest = all.substr(starts[from], starts[to] - starts[from]);
    }
    return text.part(static_cast<std::size_t>(rest.data() - all.data()), rest.size());
}

Text replaced(Interpreter& in, const Text& text, const Text& from, const Text& to,
              std::int64_t most) {
    Text out;
    std::size_t at = 0;
    const std::vector<std::size_t> letters =
        from.bytes.empty() ? lettersOf(text.bytes) : std::vector<std::size_t>();
    for (std::size_t i = 0; most < 0 || std::cmp_less(i, most); ++i) {
        std::size_t next = std::string::npos;
        if (!from.bytes.empty())
            next = text.bytes.find(from.bytes, at);
        else if (i < letters.size())
            next = letters[i];
        if (next == std::string::npos) break;
        if (!in.spend(1, to.bytes.size() + next - at)) return {};
        out.append(text.part(at, next - at));
        out.append(to);
        at = next + from.bytes.size();
    }
    out.append(text.part(at));
    return out;
}

std::string inCase(std::string_view text, bool isUpper) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        char32_t letter = nextCodePoint(text, at);
        if (isUpper && letter < 0x80) {
            if (letter >= 'a' && letter <= 'z') letter -= 0x20;
        } else if (!isUpper) {
            const bool hasDot = hasSmallDot(letter);
            letter = smallLetter(letter);
            if (hasDot) {
                io::appendUtf8(out, letter);
                letter = 0x307;
            }
        }
        io::appendUtf8(out, letter == invalidCodePoint ? 0xFFFD : letter);
    }
    return out;
}

}  // namespace hw::model::jinja
