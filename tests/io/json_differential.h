// SPDX-License-Identifier: MIT
// The same text through this project's parser and RapidJSON's. Both accept it and find the same values, or both refuse
// it. Needs RapidJSON (Debian: rapidjson-dev). Without it nothing is compared.
#pragma once

#if __has_include(<rapidjson/reader.h>)
#define HW_HAS_RAPIDJSON 1
#if defined(__clang__)
// RapidJSON adds to null pointers, which is not our fault.
#pragma clang attribute push(__attribute__((no_sanitize("undefined"))), apply_to = function)
#endif
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#if defined(__clang__)
#pragma clang attribute pop
#endif

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/json_parser.h"

namespace hw::test {

// Every value in document order, as text. "m" means null or a number beyond float32, which blocks store as NaN.
using Values = std::vector<std::string>;

inline std::string valueText(float value) {
    if (!std::isfinite(value)) return "m";
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%a", static_cast<double>(value));
    return buffer;
}

inline void collect(const io::Tree& tree, io::NodeId node, Values& out) {
    using io::Kind;
    switch (tree.kind(node)) {
        case Kind::null: out.push_back("m"); break;
        case Kind::boolean: out.push_back(tree.truth(node) ? "true" : "false"); break;
        case Kind::number: {
            // Stored as double. It is rounded twice on the way to float32, so it is marked for a looser comparison.
            char buffer[40];
            std::snprintf(buffer, sizeof buffer, "d%a", tree.number(node));
            out.emplace_back(buffer);
            break;
        }
        case Kind::string: out.push_back("s" + std::string(tree.string(node))); break;
        case Kind::numbers:
            for (const float value : tree.values(node)) out.push_back(valueText(value));
            break;
        case Kind::array:
        case Kind::object:
            for (const io::NodeId child : tree.children(node)) collect(tree, child, out);
            break;
    }
}

struct RapidValues : rapidjson::BaseReaderHandler<rapidjson::UTF8<>, RapidValues> {
    Values values;
    bool Null() { return values.push_back("m"), true; }
    bool Bool(bool truth) { return values.push_back(truth ? "true" : "false"), true; }
    bool RawNumber(const char* text, rapidjson::SizeType length, bool) {
        return values.push_back(valueText(std::strtof(std::string(text, length).c_str(), nullptr))),
               true;
    }
    bool Key(const char*, rapidjson::SizeType, bool) { return true; }
    bool String(const char* text, rapidjson::SizeType length, bool) {
        return values.push_back("s" + std::string(text, length)), true;
    }
};

inline bool sameValue(const std::string& own, const std::string& other) {
    if (own == other) return true;
    if (own.empty() || own[0] != 'd') return false;
    const double value = std::strtod(own.c_str() + 1, nullptr);
    if (other == "m") return !(std::fabs(value) < 3.4e38);
    const double expected = std::strtod(other.c_str(), nullptr);
    return std::fabs(value - expected) <= 1e-7 * std::fabs(value) + 1e-45;
}

enum class Verdict { same, different, notComparable };

inline Verdict compareWithRapidJson(std::string_view text) {
    // Extensions, and places where the two differ on purpose. RapidJSON stops at a zero byte.
    if (text.find("NaN") != text.npos || text.find("Infinity") != text.npos ||
        text.find('\0') != text.npos) {
        return Verdict::notComparable;
    }
    io::JsonParser parser;
    Result<io::Tree> tree = std::unexpected(Problem{});
    if (auto used = parser.push(text)) {
        tree = parser.finish();
    } else {
        tree = std::unexpected(used.error());
    }
    if (!tree && (tree.error().code == Code::tooDeep || tree.error().code == Code::tooLarge))
        return Verdict::notComparable;
    if (tree && tree->repairedText > 0)
        return Verdict::notComparable;  // RapidJSON refuses lone surrogates
    if (tree) {
        for (const auto& block : tree->blocks) {
            if (block.dropped) return Verdict::notComparable;
        }
    }
    RapidValues rapid;
    rapidjson::MemoryStream stream(text.data(), text.size());
    rapidjson::Reader reader;
    const auto result = reader.Parse < rapidjson::kParseIterativeFlag |
                        rapidjson::kParseNumbersAsStringsFlag > (stream, rapid);
    if (result.IsError() &&
        (result.Code() == rapidjson::kParseErrorNumberTooBig ||
         result.Code() == rapidjson::kParseErrorStringUnicodeSurrogateInvalid)) {
        return Verdict::notComparable;
    }
    if (tree.has_value() == result.IsError()) return Verdict::different;
    if (!tree) return Verdict::same;
    Values own;
    collect(*tree, io::Tree::root, own);
    bool same = own.size() == rapid.values.size();
    for (std::size_t i = 0; same && i < own.size(); ++i) same = sameValue(own[i], rapid.values[i]);
    return same ? Verdict::same : Verdict::different;
}

}  // namespace hw::test
#endif
