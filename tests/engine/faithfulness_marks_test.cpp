// SPDX-License-Identifier: MIT
// The highlighted correlations and the rows of the table.
#include <algorithm>
#include <cmath>

#include "engine/faithfulness_shown.h"

using namespace hw;
using namespace hw::test;

namespace {

/// {"scores", "attentions"} of one head that attends to token i with weight i, and scores that agree or not.
std::string examplesOf(const std::vector<std::vector<double>>& scores, int layers = 1) {
    std::string text = R"({"format":"headwaters/1","examples":[)";
    for (std::size_t i = 0; i < scores.size(); ++i) {
        const std::size_t n = scores[i].size();
        std::string tokens;
        std::string values;
        std::string row;
        for (std::size_t k = 0; k < n; ++k) {
            const std::string comma = k > 0 ? "," : "";
            tokens += comma + "\"t" + std::to_string(k) + "\"";
            values += comma + std::to_string(scores[i][k]);
            row += comma + std::to_string(2.0 * (k + 1) / (n * (n + 1)));
        }
        std::string rows;
        for (std::size_t k = 0; k < n; ++k) rows += (k > 0 ? ",[" : "[") + row + "]";
        std::string all;
        for (int layer = 0; layer < layers; ++layer)
            all += (layer > 0 ? ",[[" : "[[") + rows + "]]";
        text += (i > 0 ? "," : "") + std::string("{\"tokens\":[") + tokens +
                "],\"importance\":{\"truth\":[" + values + "]},\"attentions\":[" + all + "]}";
    }
    return text + "]}";
}

}  // namespace

TEST_CASE("one example's best of a layer is marked if it is more than chance",
          "[app][faithfulness]") {
    const auto shownOf = [&](const std::vector<double>& scores) {
        EngineHarness page;
        page.open(examplesOf({scores}, 2));
        REQUIRE(page.last<wire::Opened>());
        Shown shown;
        show(shown, page, page.last<wire::Opened>()->document, "");
        REQUIRE(shown.model.tables.size() == 1);
        return shown.model;
    };
    // The last layer attends most to the last token, and these scores rank it first.
    const FaithfulnessModel sure = shownOf({1, 2, 3, 4, 5, 6, 7, 8});
    const FaithfulnessCell& raw = sure.tables[0].methods[0][1];
    CHECK(raw.mean == 1);
    CHECK(raw.best);
    CHECK(raw.p < 0.001);
    CHECK(raw.pOfTable < 0.05);
    CHECK(underCell(sure, raw) == "<.001");
    CHECK(sure.caption.find("the share of shuffles of the 8 tokens that agree at least as well") !=
          std::string::npos);
    const FaithfulnessModel noise = shownOf({5, 2, 6, 1, 7, 3, 8, 4});
    for (const auto& row : noise.tables[0].methods) {
        for (const FaithfulnessCell& cell : row) CHECK_FALSE(cell.best);
    }
    CHECK(noise.tables[0].methods[0][1].mean > 0.2);
    // Three tokens can never be significant, because one of six orders agrees completely.
    const FaithfulnessModel three = shownOf({1, 2, 3});
    for (const auto& row : three.tables[0].methods) {
        for (const FaithfulnessCell& cell : row) CHECK_FALSE(cell.best);
    }
}

TEST_CASE("over many examples the best of a layer is marked if a paired test tells it from all",
          "[app][faithfulness]") {
    EngineHarness page;
    const DocumentSummary document = page.openReference("agreement/agreement_6.json");
    Shown shown;
    show(shown, page, document, "");
    for (const FaithfulnessTable& table : shown.model.tables) {
        CHECK(table.rows == std::vector{0, 1, 2, 6});
        for (std::size_t layer = 0; layer < 6; ++layer) {
            double best = -2;
            for (const auto& row : table.methods) best = std::max(best, row[layer].mean);
            for (const auto& row : table.methods) {
                const FaithfulnessCell& cell = row[layer];
                CHECK((cell.low <= cell.mean && cell.mean <= cell.high));
                // Six examples have 64 patterns of signs. The smallest p is 2 / 64, times three others.
                CHECK((std::isnan(cell.p) || cell.p >= 2.0 / 64));
                CHECK_FALSE(cell.best);
            }
        }
    }
    // Raw attention finds the truth in each of ten examples. Rollout's own weight prevents it.
    std::vector<std::vector<double>> many;
    for (int i = 0; i < 10; ++i) many.push_back({1, 2, 3, 4, 5, 6 + 0.1 * i});
    EngineHarness ten;
    ten.open(examplesOf(many, 2));
    Shown clear;
    show(clear, ten, ten.last<wire::Opened>()->document, "");
    REQUIRE(clear.model.tables.size() == 1);
    const FaithfulnessTable& table = clear.model.tables[0];
    CHECK(table.methods[0][1].mean == 1);
    CHECK(table.methods[0][1].best);
    CHECK(table.methods[0][1].low == 1);
    CHECK(table.methods[1][1].mean < 1);
    CHECK_FALSE(table.methods[1][1].best);
    // Rollout differs in the same way each time, in 2 / 1024 of the patterns, adjusted for its rivals.
    CHECK(table.methods[1][1].p >= 2.0 / 1024);
    CHECK(table.methods[1][1].p <= 4 * 2.0 / 1024);
}

TEST_CASE("gradients and contributions have rows where the file holds them",
          "[app][faithfulness]") {
    const std::string weights = "[[[[0.5,0.3,0.2],[0.2,0.5,0.3],[0.1,0.2,0.7]]]]";
    const auto rowsOf = [&](const std::string& more) {
        EngineHarness page;
        page.open(R"({"format":"headwaters/1","tokens":["a","b","c"],"importance":{"s":[3,1,2]},)" +
                  more + R"("attentions":)" + weights + "}");
        REQUIRE(page.last<wire::Opened>());
        Shown shown;
        show(shown, page, page.last<wire::Opened>()->document, "&side=encoder");
        REQUIRE(shown.model.ready);
        std::vector<std::string> names;
        const FaithfulnessTable& table = shown.model.tables[0];
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            names.emplace_back(table.row(i).name);
            CHECK_FALSE(std::isnan(table.methods[i][0].mean));
        }
        return names;
    };
    using Names = std::vector<std::string>;
    CHECK(rowsOf("") == Names{"raw", "rollout", "flow", "joint"});
    CHECK(rowsOf(R"("gradients":)" + weights + ",") ==
          Names{"raw", "rollout", "flow", "gradient rollout", "relevance", "Grad-SAM", "joint"});
    CHECK(rowsOf(R"("contributions":[[[0.6,0.3,0.1],[0.2,0.5,0.3],[0.1,0.2,0.7]]],)") ==
          Names{"raw", "rollout", "flow", "joint", "contributions"});
}
