// SPDX-License-Identifier: MIT
// The effect of rounding on rank correlations is reported with a link.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/flow/flow_capacities.h"
#include "core/flow/max_flow.h"
#include "core/number_text.h"
#include "core/statistics/spearman.h"
#include "io/link/pack.h"
#include "io/packed_support.h"

namespace hw::test {

TEST_CASE("link: how far rank correlations with the scores are off is measured, sent and told") {
    const Document document = reference("toy_agreement_keys");
    const io::Packed link = packed(document, {.maxError = 0.002});
    const Document read = opened(link);
    const Example& one = document.examples[0];
    const Example& two = read.examples[0];
    REQUIRE(one.importance.size() == two.importance.size());
    // The same by the flows of every pair.
    double most = 0;
    const auto flowsAt = [](const Example& example) {
        const auto graph = flowNetwork(example.attentions, {});
        REQUIRE(graph.has_value());
        const auto table = maxFlows(*graph, {.lastLayer = graph->layers() - 1});
        REQUIRE(table.has_value());
        std::vector<std::vector<double>> rows;
        for (int layer = 0; layer < table->layers; ++layer) {
            const auto from =
                table->values.begin() + static_cast<std::ptrdiff_t>(table->index(
                                            layer, std::max(example.outputToken, 0), 0));
            rows.emplace_back(from, from + static_cast<std::ptrdiff_t>(example.tokens.size()));
        }
        return rows;
    };
    const auto before = flowsAt(one);
    const auto after = flowsAt(two);
    for (std::size_t i = 0; i < one.importance.size(); ++i) {
        for (std::size_t layer = 0; layer < before.size(); ++layer) {
            const RankOptions ties{.epsilon = 1e-9};
            const double a = spearman(before[layer], one.importance[i].values, ties);
            const double b = spearman(after[layer], two.importance[i].values, ties);
            most = std::max(most, std::fabs(a - b));
        }
    }
    CHECK(most > 0.01);
    CHECK(link.rankError >= most - 1e-9);
    CHECK(link.rankError < 0.5);
    REQUIRE_FALSE(read.warnings.empty());
    const std::string told = numberText(std::ceil(link.rankError * 1000) / 1000);
    INFO(read.warnings[0].finding);
    CHECK(read.warnings[0].finding.find("Rank correlations with scores are off by at most " +
                                        told) != std::string::npos);
    // Without scores there is nothing to report.
    Document bare = document;
    bare.examples[0].importance.clear();
    const io::Packed silent = packed(bare, {.maxError = 0.002});
    CHECK(silent.rankError == 0);
    CHECK(opened(silent).warnings[0].finding.find("Rank") == std::string::npos);
}

}  // namespace hw::test
