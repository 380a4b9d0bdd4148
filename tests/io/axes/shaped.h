// SPDX-License-Identifier: MIT
// Nested lists of given sizes, with numbers that are all different, for the tests of the axes.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "io/support.h"

namespace hw::test {

/// Numbers 1/4096, 2/4096, ... in the order in which they are written. They are all different and exact in float32.
struct Numbers {
    std::vector<float> values;

    /// Such as "[[1,2],[3,4]]". Where `zero` is true for the indices, it writes 0, which is not counted.
    std::string block(const std::vector<int>& sizes,
                      const std::function<bool(const std::vector<int>&)>& zero = nullptr) {
        std::vector<int> at;
        return nested(sizes, at, zero);
    }
    /// The number `index` places after the first of a text.
    float first(const std::string& text, std::size_t index) const {
        std::size_t begin = text.find_first_of("0123456789", text.find_last_of('{') + 1);
        if (text[0] == '{')
            begin = text.find('[') + text.substr(text.find('[')).find_first_of("0123456789");
        const float value = std::stof(text.substr(begin));
        return value + static_cast<float>(index) / 4096;
    }

private:
    std::string nested(const std::vector<int>& sizes, std::vector<int>& at,
                       const std::function<bool(const std::vector<int>&)>& zero) {
        if (at.size() == sizes.size()) {
            values.push_back(static_cast<float>(values.size() + 1) / 4096);
            if (zero && zero(at)) return "0";
            char digits[32];
            std::snprintf(digits, sizeof digits, "%.10g", static_cast<double>(values.back()));
            return digits;
        }
        std::string text;
        for (int i = 0; i < sizes[at.size()]; ++i) {
            at.push_back(i);
            text += (i > 0 ? "," : "[") + nested(sizes, at, zero);
            at.pop_back();
        }
        return text + "]";
    }
};

/// ["t0","t1",...]
inline std::string tokens(int number) {
    std::string text;
    for (int i = 0; i < number; ++i) text += (i > 0 ? ",\"t" : "[\"t") + std::to_string(i) + "\"";
    return text + "]";
}

/// {"tokens": ..., "attentions": ...}. A single list of tokens is written without an outer list.
inline std::string file(const std::string& attentions, const std::vector<std::string>& lists) {
    std::string text;
    for (const std::string& one : lists) text += (text.empty() ? "" : ",") + one;
    if (lists.size() > 1) text = "[" + text + "]";
    if (!lists.empty()) text = "\"tokens\":" + text + ",";
    return "{" + text + "\"attentions\":" + attentions + "}";
}

inline std::string said(const Document& document) {
    std::string all;
    for (const Problem& warning : document.warnings) all += sentence(warning) + "\n";
    return all;
}

inline bool offers(const Document& document, Offer offer) {
    for (const Problem& warning : document.warnings) {
        if (warning.offer == offer) return true;
    }
    return false;
}

inline Document read(const std::string& text, OpenOptions options = {}) {
    auto document = open(text, options);
    if (!document) FAIL(sentence(document.error()) << "\n" << text.substr(0, 200));
    return std::move(*document);
}

inline std::string number(double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.9g", value);
    return digits;
}

/// A causal matrix of 9 tokens whose rows sum to 1, with each weight different from its neighbours.
inline double causal(int layer, int row, int key) {
    if (key > row) return 0;
    double sum = 0;
    for (int k = 0; k <= row; ++k) sum += 1 + (layer + row * 3 + k * 5) % 7;
    return (1 + (layer + row * 3 + key * 5) % 7) / sum;
}

}  // namespace hw::test
