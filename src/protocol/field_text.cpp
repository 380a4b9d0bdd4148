// SPDX-License-Identifier: MIT
#include "protocol/field_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

#include "io/json/number.h"
#include "io/json/utf8.h"

namespace hw {
namespace {

bool staysPlain(char c) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool digit = c >= '0' && c <= '9';
    return letter || digit || std::string_view("-._~,:/@").find(c) != std::string_view::npos;
}

int hexValue(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/// Calls `take` with each part between commas until it returns false. Returns false in that case.
template <class Take>
bool eachPart(std::string_view text, Take take) {
    while (true) {
        const std::size_t comma = text.find(',');
        if (!take(text.substr(0, comma))) return false;
        if (comma == std::string_view::npos) return true;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace

std::string percentEncoded(std::string_view text) {
    constexpr char hex[] = "0123456789ABCDEF";
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (staysPlain(c)) {
            out += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        out += '%';
        out += hex[byte >> 4];
        out += hex[byte & 15];
    }
    return out;
}

std::string percentDecoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool triple = text[i] == '%' && i + 2 < text.size();
        const int high = triple ? hexValue(text[i + 1]) : -1;
        const int low = triple ? hexValue(text[i + 2]) : -1;
        if (high < 0 || low < 0) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(high * 16 + low);
        i += 2;
    }
    io::repairUtf8(out);
    return out;
}

std::string_view takeUntil(std::string_view& text, char mark) {
    const std::string_view part = text.substr(0, text.find(mark));
    text.remove_prefix(std::min(part.size() + 1, text.size()));
    return part;
}

std::optional<int> readInt(std::string_view text) {
    int number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

std::optional<double> readNumber(std::string_view text) {
    io::Decimal decimal;
    if (!io::readDecimal(text, decimal)) return std::nullopt;
    const double number = io::toDouble(decimal, text);
    if (!std::isfinite(number)) return std::nullopt;
    return number;
}

std::optional<bool> readSwitch(std::string_view text) {
    if (text == "on") return true;
    if (text == "off") return false;
    return std::nullopt;
}

std::optional<std::vector<int>> readIndices(std::string_view text, int count) {
    std::vector<int> indices;
    if (text.empty()) return indices;
    const bool fine = eachPart(text, [&](std::string_view part) {
        const auto index = readInt(part);
        if (!index || *index < 0 || *index >= count) return false;
        indices.push_back(*index);
        return true;
    });
    if (!fine) return std::nullopt;
    std::stable_sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

std::optional<std::vector<double>> readNumbers(std::string_view text) {
    std::vector<double> numbers;
    if (text.empty()) return numbers;
    const bool fine = eachPart(text, [&](std::string_view part) {
        const auto number = readNumber(part);
        if (number) numbers.push_back(*number);
        return number.has_value();
    });
    if (!fine) return std::nullopt;
    return numbers;
}

}  // namespace hw
