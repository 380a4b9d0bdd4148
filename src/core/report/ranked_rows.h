// SPDX-License-Identifier: MIT
// The rankings of tokens that are compared with an example's scores, one row each. There is one for every method, and
// for contributions in addition to attention. A row without its gradients or contributions stays empty.
#pragma once

#include <array>
#include <iterator>
#include <optional>
#include <string_view>

#include "core/model/methods.h"

namespace hw {

struct RankedRow {
    LocalizedText name;  ///< in the table, short
    Method method;
    /// From the example's contributions, rolled out if they belong to single layers, else from its attention.
    bool ofContributions = false;
};

/// In the order of tables and of the answer to Query::What::correlation. The first three are those of Abnar & Zuidema.
inline constexpr RankedRow rankedRows[] = {
    {.name = "raw"_tr, .method = Method::raw},
    {.name = "rollout"_tr, .method = Method::rollout},
    {.name = "flow"_tr, .method = Method::flow},
    {.name = "gradient rollout"_tr, .method = Method::gradientRollout},
    {.name = "relevance"_tr, .method = Method::relevance},
    {.name = "Grad-SAM"_tr, .method = Method::gradSam},
    {.name = "joint"_tr, .method = Method::joint},
    {.name = "contributions"_tr, .method = Method::rollout, .ofContributions = true},
};
inline constexpr int rankedRowCount = static_cast<int>(std::size(rankedRows));

/// The row in files, exports and on the command line, such as "raw", "gradient-rollout", "contributions".
constexpr std::string_view rankedKey(int row) {
    const RankedRow& one = rankedRows[row];
    return one.ofContributions ? "contributions" : specOf(one.method).name;
}
/// For people, in English, such as "gradient rollout", "Grad-SAM".
constexpr std::string_view rankedName(int row) { return rankedRows[row].name.english(); }
constexpr std::optional<int> rankedRowOf(std::string_view key) {
    for (int row = 0; row < rankedRowCount; ++row) {
        if (rankedKey(row) == key) return row;
    }
    return std::nullopt;
}

/// The rows in the order in which they are computed. Flow is last, since helpers share it and it takes longest.
inline constexpr std::array<int, rankedRowCount> rankedOrder = [] {
    std::array<int, rankedRowCount> order{};
    int next = 0;
    for (int row = 0; row < rankedRowCount; ++row) {
        if (rankedRows[row].method != Method::flow) order[next++] = row;
    }
    for (int row = 0; row < rankedRowCount; ++row) {
        if (rankedRows[row].method == Method::flow) order[next++] = row;
    }
    return order;
}();

/// The blocks of an answer to Query::What::correlation, each [rankedRows * scores][layers], for one example and for
/// all. core/report/correlation_tests.h describes the numbers.
enum class ExampleBlock { correlation, p, pOfTable, count };
enum class TableBlock { mean, deviation, examples, constant, low, high, paired, pOfTable, count };

}  // namespace hw
