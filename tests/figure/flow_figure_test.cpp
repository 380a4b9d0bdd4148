// SPDX-License-Identifier: MIT
// The flow graph as a figure. Compares its ribbons, cut and numbers with the reference and the engine's own flow.
#include "figure/drawn_figure.h"
#include "page/models/model_text.h"
#include "page/models/number_phrases.h"
#include "panels/flow/model.h"

using namespace hw;
using namespace hw::test;

namespace {

constexpr std::size_t tokens = 11;

double numberAfter(const std::string& text, const std::string& mark) {
    return std::atof(between(text, mark, "\"").front().c_str());
}

/// The widths of a figure's ribbons, in the order of the model's.
std::vector<double> widthsOf(const std::string& svg) {
    std::vector<double> widths;
    const std::string group = between(svg, "<g class=\"ribbons\"", "</g>").front();
    for (const std::string& path : between(group, "<path ", "/>"))
        widths.push_back(numberAfter(path, "stroke-width=\""));
    return widths;
}

/// A figure's texts in fixed width, which are the numbers at the right, from the top down.
std::vector<std::string> numbersOf(const std::string& svg) {
    std::vector<std::string> numbers;
    for (const std::string& text : between(svg, "<text", "</text>")) {
        if (holds(text, "JetBrains Mono")) numbers.push_back(text.substr(text.rfind('>') + 1));
    }
    return numbers;
}

}  // namespace

TEST_CASE("a pair's flow is ribbons as wide as its edges carry, and marks where it is cut",
          "[figure]") {
    Drawn drawn("layer=6&flow=raw&sink=2");
    const std::string svg = drawn.svg("flow");
    // Maximum flows of [CLS] after the last layer, from exact integers elsewhere.
    const std::vector<double> known = lastRow("values");
    const FlowModel model = flowModel(drawn.state, drawn.results);
    REQUIRE(model.flow != nullptr);
    CHECK(std::abs(model.flow->value - known[2]) < 1e-6);

    const std::vector<double> widths = widthsOf(svg);
    REQUIRE(widths.size() == model.flow->edges.size());
    REQUIRE(model.ribbons.size() == widths.size());
    const std::string key = between(svg, "<g class=\"key\"", "</g>").front();
    double widest = 0;
    for (const FlowEdge& edge : model.flow->edges) widest = std::max(widest, edge.amount);
    CHECK(holds(svg, ">" + shownNumber(widest) + ", the widest ribbon</text>"));
    const double unit = numberAfter(key, "height=\"") / widest;
    std::vector<double> carried(6, 0.0);
    for (std::size_t i = 0; i < widths.size(); ++i) {
        const FlowRibbon& ribbon = model.ribbons[i];
        const double share = ribbon.amount * unit;
        CHECK(std::abs(widths[i] - std::max(share, 0.5)) < 0.01 + share * 1e-3);
        carried[std::size_t(ribbon.layer)] += ribbon.amount;
    }
    // Everything that leaves the source arrives. Every layer carries the reference's value.
    for (const double layer : carried) CHECK(std::abs(layer - known[2]) < 1e-6);

    double cut = 0;
    for (const FlowEdge& edge : model.flow->nearSource.edges) cut += edge.capacity;
    CHECK(std::abs(cut - known[2]) < 1e-6);
    const auto marks = between(svg, "stroke=\"#a3195b\" stroke-width=\"2\"", "/>");
    // One of them is in the key.
    CHECK(marks.size() == model.flow->nearSource.edges.size() + 1);

    const std::vector<std::string> numbers = numbersOf(svg);
    REQUIRE(numbers.size() == tokens);
    const int decimals = decimalsFor(*std::ranges::max_element(known));
    for (std::size_t t = 0; t < tokens; ++t) CHECK(numbers[t] == shownNumber(known[t], decimals));
    CHECK(holds(svg, ">Maximum flow from “keys” to [CLS] after layer 6</text>"));
    CHECK(holds(svg,
                "<desc>Maximum flow from “keys” to [CLS] after layer 6. Attention flow "
                "(Abnar &amp; Zuidema 2020), layers 1–6. Heads: mean of 8"));
    CHECK(holds(svg, ">maximum flow from each input</text>"));
}

TEST_CASE("a flow says how free it is in its paths", "[figure]") {
    const auto caption = [](const std::string& fields) {
        Drawn drawn("method=flow&panel=flow&" + fields);
        drawn.svg("flow");
        return flowModel(drawn.state, drawn.results).caption;
    };
    // One layer is one edge. Two are one edge per token each way, all of them full.
    CHECK(holds(caption("layer=1"), "One edge carries the whole flow."));
    CHECK(holds(caption("layer=2"), "No other set of paths carries the same flow."));
    CHECK(holds(caption("layer=3"), "Many other sets of paths could carry the same flow."));
    CHECK(holds(caption("layer=3&start=3"), "One edge carries the whole flow."));
}

TEST_CASE("a joint flow as a figure says rollout's numbers", "[figure]") {
    Drawn drawn("layer=6&flow=raw&sink=all");
    const std::string svg = drawn.svg("flow");
    const std::vector<double> known = lastRow("rollout_source_rows");
    const std::vector<std::string> numbers = numbersOf(svg);
    REQUIRE(numbers.size() == tokens);
    const int decimals = decimalsFor(*std::ranges::max_element(known));
    for (std::size_t t = 0; t < tokens; ++t) CHECK(numbers[t] == shownNumber(known[t], decimals));
    CHECK(holds(svg, "Joint attention flow (Metzger et al. 2022), layers 1–6"));
    CHECK_FALSE(holds(svg, ">minimum cut</text>"));
}

TEST_CASE("without a chosen input the figure is about the one with the largest flow", "[figure]") {
    // Independent of the page's view, and before it has requested any flow.
    Drawn drawn("layer=6&method=rollout&panel=matrix");
    const std::string svg = drawn.svg("flow");
    const std::vector<double> known = lastRow("values");
    const auto largest = std::max_element(known.begin() + 1, known.end()) - known.begin();
    const std::string& token = drawn.state.keyTokens()[std::size_t(largest)];
    CHECK(holds(svg, "Maximum flow from " + quoted(token) + " to [CLS] after layer 6</text>"));
    CHECK(holds(svg, ">share of the flow from all inputs</text>"));
}

TEST_CASE("of many tokens those with most flow are drawn, and the caption says so", "[figure]") {
    Drawn drawn("");
    drawn.openText(syntheticFile(3, 64), "v=1&token=5&sink=60");
    const std::string svg = drawn.svg("flow");
    CHECK(numbersOf(svg).size() == 40);
    CHECK(holds(flowModel(drawn.state, drawn.results).caption, "40 of 64 tokens"));
}
