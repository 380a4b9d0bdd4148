// SPDX-License-Identifier: MIT
// The numbers exported with figures, compared with the references and the engine's own answers.
#include "panels/figures.h"

#include "figure/drawn_figure.h"
#include "panels/heads/model.h"

using namespace hw;
using namespace hw::test;

namespace {

std::string numbers(Drawn& drawn, std::string_view name) {
    drawn.svg(name);  // asks
    return figure::figureNumbers(drawn.state, drawn.results, name).value();
}

double numberOf(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

/// The numbers of a flat list after each `"key":`.
std::vector<std::vector<double>> listsOf(const std::string& json, const std::string& key) {
    std::vector<std::vector<double>> lists;
    for (const std::string& list : between(json, '"' + key + "\":[", "]")) {
        lists.emplace_back();
        for (const std::string& item : between("," + list, ",", ","))
            lists.back().push_back(numberOf(item));
    }
    return lists;
}

/// Ranks from the smallest, of values without ties.
std::vector<double> ranksOf(const std::vector<double>& row) {
    std::vector<double> ranks;
    for (const double value : row) {
        ranks.push_back(static_cast<double>(
            std::ranges::count_if(row, [&](double other) { return other < value; })));
    }
    return ranks;
}

}  // namespace

TEST_CASE("numbers of the comparison: columns, difference, rank correlations", "[figure]") {
    Drawn drawn("layer=6&compare=raw/rollout");
    const std::string json = numbers(drawn, "compare");
    const std::vector<double> raw = lastRow("raw_mean_source_rows");
    const std::vector<double> rollout = lastRow("rollout_source_rows");
    const auto values = listsOf(json, "values");
    REQUIRE(values.size() == 3);
    double squares = 0;
    for (std::size_t t = 0; t < 11; ++t) {
        CHECK(std::abs(values[0].at(t) - raw[t]) < 1e-6);
        CHECK(std::abs(values[1].at(t) - rollout[t]) < 1e-6);
        CHECK(std::abs(values[2].at(t) - (raw[t] - rollout[t])) < 1e-6);
        squares += std::pow(ranksOf(raw)[t] - ranksOf(rollout)[t], 2);
    }
    // Spearman's own formula, for ranks without ties.
    const std::string spearman = between(json, "\"spearman\":[[1,", "]").front();
    CHECK(std::abs(numberOf(spearman) - (1 - 6 * squares / (11 * (11 * 11 - 1)))) < 1e-9);
    CHECK(holds(json, R"({"columns":[{"method":"raw","detail":"layer 6","layer":6,"values":[)"));
    CHECK(holds(json, R"("tokens":["[CLS]","the","keys")"));
    CHECK(holds(json, R"("rows":[0,1,2,3,4,5,6,7,8,9,10])"));
    CHECK(holds(json, R"("difference":{"of":0,"from":1,"name":"Raw − Rollout","values":[)"));
}

TEST_CASE("numbers of the heads are the engine's statistics", "[figure]") {
    Drawn drawn("heads=0,2");
    const std::string json = numbers(drawn, "heads");
    REQUIRE(json.starts_with("{\"heads\":[["));
    const auto heads = between(json.substr(10), "[", "]");
    REQUIRE(heads.size() == 48);
    const Answer known = drawn.page.ask(headStatisticsQuery(drawn.state));
    for (std::size_t i = 0; i < 48; ++i) {
        const auto cells = between("," + heads[i], ",", ",");
        REQUIRE(cells.size() == 6);
        CHECK(cells[0] == std::to_string(i / 8 + 1));
        CHECK(cells[1] == std::to_string(i % 8));
        for (std::size_t column = 0; column < 3; ++column) {
            CHECK(std::strtof(cells[column + 2].c_str(), nullptr) ==
                  known.values[i * std::size_t(known.cols) + column]);
        }
        CHECK(cells[5] == (i % 8 == 0 || i % 8 == 2 ? "1" : "0"));
    }
}

TEST_CASE("numbers of the table of faithfulness are those of the reference", "[figure]") {
    Drawn drawn("among=all&leave-out=[CLS]", "agreement/agreement_6.json");
    const std::string json = numbers(drawn, "faithfulness");
    CHECK(json.starts_with(
        R"({"examples":6,"done":6,"among":"all","ranked":"Includes all tokens except [CLS].","leftOut":["[CLS]"])"));
    // The figure states it twice, under the table and in the caption that goes with the file.
    const std::string said = "Includes all tokens except [CLS]";
    const std::string svg = drawn.svg("faithfulness");
    CHECK(between(svg, "<desc>", "</desc>").front().find(said) != std::string::npos);
    CHECK(between(svg, said, "<").size() >= 2);
    const std::string text = fileText(reference("agreement/agreement_6.expected.json"));
    const std::string left = text.substr(text.find("\"cls_excluded\""));
    for (const std::string score : {"blankout", "input_gradient", "grad_x_input"}) {
        for (const std::string method : {"raw", "rollout", "flow"}) {
            CAPTURE(score, method);
            // There {method: {score: [one per layer]}}, here {score: {method: [...]}}.
            const auto part = [](const std::string& whole, const std::string& a,
                                 const std::string& b) {
                const std::size_t at = whole.find('"' + b + '"', whole.find('"' + a + "\":{"));
                return whole.substr(at, whole.find(']', at) - at);
            };
            const std::string ours = part(json, score, method);
            const std::string theirs = part(left, method, score);
            const auto means = between(ours, "\"mean\":", ",");
            const auto known = between(theirs, "\"mean\":", ",");
            REQUIRE(means.size() == 6);
            REQUIRE(known.size() == 6);
            for (std::size_t layer = 0; layer < 6; ++layer) {
                CHECK(std::abs(numberOf(means[layer]) - numberOf(known[layer])) < 1e-6);
                CHECK(std::abs(numberOf(between(ours, "\"sd\":", ",")[layer]) -
                               numberOf(between(theirs, "\"sd_ddof0\":", ",")[layer])) < 1e-6);
            }
        }
    }
}

TEST_CASE("numbers of a pair's flow are its edges, conserved, and the cut", "[figure]") {
    Drawn drawn("layer=6&sink=2");
    const std::string json = numbers(drawn, "flow");
    const double value = lastRow("values")[2];
    CHECK(holds(json, R"({"layer":6,"source":0,"sink":2,"value":)"));
    const auto edgesOf = [&](const std::string& key) {
        const std::string list = between(json, '"' + key + "\":[", "]]").front() + "]";
        return between(list, "[", "]");
    };
    std::map<std::pair<int, int>, double> balance;  // (level, token)
    for (const std::string& edge : edgesOf("edges")) {
        int layer = 0;
        int query = 0;
        int key = 0;
        double amount = 0;
        double capacity = 0;
        REQUIRE(std::sscanf(edge.c_str(), "%d,%d,%d,%lf,%lf", &layer, &query, &key, &amount,
                            &capacity) == 5);
        CHECK(amount <= capacity);
        balance[{layer, query}] -= amount;
        balance[{layer - 1, key}] += amount;
    }
    for (const auto& [node, rest] : balance) {
        const bool source = node == std::pair{6, 0};
        const bool sink = node == std::pair{0, 2};
        CHECK(std::abs(rest - (source ? -value : sink ? value : 0)) < 1e-6);
    }
    double cut = 0;
    for (const std::string& edge : edgesOf("cut"))
        cut += numberOf(edge.substr(edge.rfind(',') + 1));
    CHECK(std::abs(cut - value) < 1e-6);
}

TEST_CASE("other figures have no numbers of their own", "[figure]") {
    Drawn drawn("");
    CHECK_FALSE(figure::figureNumbers(drawn.state, drawn.results, "bars").has_value());
}
