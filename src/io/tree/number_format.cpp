// SPDX-License-Identifier: MIT
#include "io/tree/number_format.h"

#include <algorithm>

namespace hw::io {

std::string grouped(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ' ');
    }
    return digits;
}

std::string bytesText(std::uint64_t bytes) {
    constexpr std::string_view units[] = {"", "KB", "MB", "GB", "TB"};
    std::size_t unit = 0;
    std::uint64_t tenths = bytes > 100'000'000'000'000'000U ? bytes : bytes * 10;
    while (tenths >= 10'000 && unit < 4) {
        tenths = (tenths + 500) / 1000;
        ++unit;
    }
    std::string number = std::to_string(tenths / 10);
    if (unit == 0) return formatText("{} bytes"_tr, {number});
    if (tenths < 100) number += '.' + std::to_string(tenths % 10);
    return inLanguage(number) + ' ' + std::string(units[unit]);
}

std::string byteText(std::uint64_t byte) { return formatText("byte {}"_tr, {grouped(byte)}); }

std::string count(std::uint64_t number, LocalizedText forms) {
    return sayCount(formNumber(number), forms, {grouped(number)});
}

int formNumber(std::uint64_t number) {
    return static_cast<int>(number < 1000 ? number : 1000 + number % 1000);
}

std::string shapeText(const Shape& shape) {
    std::string result;
    for (int axis = 0; axis < shape.rank; ++axis) {
        if (axis > 0) result += " x ";
        result += std::to_string(shape[axis]);
    }
    return result;
}

std::string at(std::string_view place, std::uint64_t index) {
    return std::string(place) + '[' + std::to_string(index) + ']';
}

std::string shownCharacter(char c) {
    if (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F)
        return std::string("'") + c + "'";
    return formatText("the byte {}"_tr, {static_cast<unsigned char>(c)});
}

std::string under(std::string_view place, std::string_view key) {
    const bool plain = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_';
    });
    if (!plain) return std::string(place) + "[\"" + excerpt(key) + "\"]";
    return place.empty() ? std::string(key) : std::string(place) + '.' + std::string(key);
}

std::string excerpt(std::string_view text, std::size_t limit) {
    std::string result;
    std::size_t taken = 0;
    for (; taken < text.size() && taken < limit; ++taken) {
        const char c = text[taken];
        if (c == '\n' || c == '\r' || c == '\t') {
            result += ' ';
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
            result += '?';
        } else {
            result += c;
        }
    }
    if (taken < text.size()) {
        // Never end inside a character of several bytes.
        while (!result.empty() && (static_cast<unsigned char>(text[taken]) & 0xC0U) == 0x80U) {
            result.pop_back();
            --taken;
        }
        result += "...";
    }
    return result;
}

Problem memoryProblem(std::string finding, std::string place) {
    return {Code::tooLarge,
            std::move(place),
            std::move(finding),
            "Average the heads, use 16-bit numbers, or save fewer layers, heads or tokens."_tr,
            std::nullopt,
            Offer::lessMemory};
}

Problem problemAt(Code code, std::string_view place, std::uint64_t byte, std::string finding,
                  std::string remedy) {
    std::string where(place);
    where += (where.empty() ? "" : ", ") + byteText(byte);
    return {code, std::move(where), std::move(finding), std::move(remedy), byte};
}

}  // namespace hw::io
