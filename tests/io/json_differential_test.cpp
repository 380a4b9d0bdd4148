// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include <cctype>
#include <random>

#include "io/json_differential.h"
#include "io/support.h"

#if HW_HAS_RAPIDJSON
namespace hw::test {
namespace {

// Random JSON with the shapes that the tree treats specially, which are rows, ragged rows, indexed objects.
class Generator {
public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    std::string value(int depth) {
        switch (random_() % (depth > 4 ? 6 : 12)) {
            case 0: return "null";
            case 1: return "true";
            case 2: return text();
            case 3:
            case 4:
            case 5: return number();
            case 6:
            case 7: return row(random_() % 40);
            case 8: return matrix();
            case 9: return list(depth);
            case 10: return object(depth, false);
            default: return object(depth, true);
        }
    }

    // Replaces, removes or doubles a few bytes.
    std::string damaged(std::string text) {
        constexpr std::string_view bytes = "[]{},:\"\\0123456789.eE+-ntf u\t/";
        for (std::size_t i = random_() % 4; i-- > 0 && !text.empty();) {
            const std::size_t at = random_() % text.size();
            const char byte = bytes[random_() % bytes.size()];
            switch (random_() % 3) {
                case 0: text[at] = byte; break;
                case 1: text.erase(at, 1); break;
                default: text.insert(at, 1, byte); break;
            }
        }
        return text;
    }

private:
    std::string space() { return random_() % 4 == 0 ? (random_() % 2 == 0 ? " " : "\n\t ") : ""; }

    std::string digits(std::size_t most) {
        std::string result;
        for (std::size_t i = 1 + random_() % most; i-- > 0;)
            result += static_cast<char>('0' + random_() % 10);
        return result;
    }

    std::string number() {
        std::string result = random_() % 4 == 0 ? "-" : "";
        result += random_() % 2 == 0 ? "0"
                                     : std::string(1, static_cast<char>('1' + random_() % 9)) +
                                           (random_() % 2 == 0 ? digits(4) : "");
        if (random_() % 4 != 0) result += "." + digits(random_() % 10 == 0 ? 40 : 20);
        if (random_() % 4 == 0) result += (random_() % 2 == 0 ? "e-" : "E") + digits(2);
        return result;
    }

    std::string text() {
        constexpr const char* parts[] = {
            "a", "the", "\\n", "\\u00e9", "\xC3\xA9", "\\\"", "\\ud83d\\ude00", "#", " "};
        std::string result = "\"";
        for (std::size_t i = random_() % 5; i-- > 0;) result += parts[random_() % std::size(parts)];
        return result + "\"";
    }

    std::string row(std::size_t length) {
        std::string result = "[" + space();
        for (std::size_t i = 0; i < length; ++i)
            result +=
                (i > 0 ? "," + space() : "") + (random_() % 50 == 0 ? "null" : number()) + space();
        return result + "]";
    }

    std::string matrix() {
        const std::size_t width = random_() % 12;
        std::string result = "[";
        for (std::size_t i = 0, rows = random_() % 6; i < rows; ++i) {
            result += (i > 0 ? "," : "") + row(random_() % 20 == 0 ? width + 1 : width);
        }
        return result + "]";
    }

    std::string list(int depth) {
        std::string result = "[";
        for (std::size_t i = 0, size = random_() % 5; i < size; ++i)
            result += (i > 0 ? "," : "") + value(depth + 1);
        return result + "]";
    }

    std::string object(int depth, bool indexed) {
        std::string result = "{";
        for (std::size_t i = 0, size = random_() % (indexed ? 40 : 6); i < size; ++i) {
            const std::string key = indexed ? "\"" + std::to_string(i) + "\"" : text();
            result += (i > 0 ? "," + space() : "") + key + ":" + space() +
                      (indexed && random_() % 32 != 0 ? number() : value(depth + 1));
        }
        return result + "}";
    }

    std::mt19937_64 random_;
};

}  // namespace

TEST_CASE("Random JSON, valid and damaged, is judged and read as by RapidJSON",
          "[json][differential]") {
    Generator generator(7);
    int compared = 0;
    int valid = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = generator.value(0);
        if (i % 2 == 1) text = generator.damaged(std::move(text));
        const Verdict verdict = compareWithRapidJson(text);
        if (verdict == Verdict::different) FAIL_CHECK(text);
        compared += verdict == Verdict::same;
        valid += parse(text).has_value();
    }
    CHECK(compared > 10'000);
    CHECK(valid > 5'000);
}

}  // namespace hw::test
#endif
