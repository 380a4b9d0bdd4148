// SPDX-License-Identifier: MIT
// A file with words of several pieces, and the definition of merging them.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "page/rules/fit_view.h"
#include "page/shown_page.h"

namespace hw::test {

/// Tokens and layers of wordFile(), and its tokens word by word.
inline constexpr int wordTokens = 7;
inline constexpr int wordLayers = 3;
inline const std::vector<std::vector<int>> words{{0}, {1, 2}, {3}, {4, 5}, {6}};

/// Random attention of three layers and two heads over `n` tokens, with rows that sum to 1. `fields` are the file's
/// others.
inline std::string fileWith(const std::string& fields, int n, unsigned seed = 7) {
    std::mt19937 random(seed);
    std::string text = "{" + fields + R"(,"attentions":[)";
    for (int layer = 0; layer < wordLayers; ++layer) {
        text += layer > 0 ? ",[" : "[";
        for (int head = 0; head < 2; ++head) {
            text += head > 0 ? ",[" : "[";
            for (int q = 0; q < n; ++q) {
                std::vector<double> row;
                double sum = 0;
                for (int k = 0; k < n; ++k) row.push_back(1 + random() % 50), sum += row.back();
                text += q > 0 ? ",[" : "[";
                for (int k = 0; k < n; ++k) {
                    text += (k > 0 ? "," : "") + std::to_string(row[std::size_t(k)] / sum);
                }
                text += "]";
            }
            text += "]";
        }
        text += "]";
    }
    return text + "]}";
}

/// Two texts, two words of two pieces.
inline std::string wordFile(unsigned seed = 7) {
    return fileWith(R"("tokens":["[CLS]","play","##ing","[SEP]","che","##ss","[SEP]"],)"
                    R"("segments":[0,0,0,0,1,1,1])",
                    wordTokens, seed);
}

struct WordPage : ShownPage {
    explicit WordPage(const std::string& fields = "")
        : ShownPage(wordFile(), "layer=3&token=0&" + fields) {}

    /// Token by token, as in the engine without words.
    std::vector<float> matrix(Method method, int layer) {
        AppState plain = state;
        plain.view = defaultView(*plain.document);
        plain.view.settings = state.view.settings;
        const Query query = matrixQuery(plain, method, layer);
        REQUIRE(query.grouping.isEmpty());
        return engine.ask(query).values;
    }
};

/// The definition, written out: the mean over queries of the sums over keys, in a matrix of `n` columns.
inline double merged(const std::vector<float>& matrix, const std::vector<int>& queries,
                     const std::vector<int>& keys, int n = wordTokens) {
    double value = 0;
    for (const int q : queries) {
        for (const int k : keys) value += double(matrix[std::size_t(q * n + k)]);
    }
    return value / double(queries.size());
}

inline std::string labelsOf(const BarsModel& bars) {
    std::string text;
    for (const TokenRow& row : bars.rows) text += row.label + "|";
    return text;
}

}  // namespace hw::test
