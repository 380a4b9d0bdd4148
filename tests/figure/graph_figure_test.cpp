// SPDX-License-Identifier: MIT
#include "figure/drawn_figure.h"
#include "panels/graph/model.h"

using namespace hw;
using namespace hw::test;

namespace {

std::size_t countOf(const std::string& text, const std::string& part) {
    return between(text, part, "\n").size();
}

}  // namespace

TEST_CASE("a traced graph is a ribbon for each edge, with its numbers", "[figure][graph]") {
    Drawn drawn("layer=6&method=rollout&edges=0.02");
    const std::string svg = drawn.svg("graph");
    const GraphModel model = graphModel(drawn.state, drawn.results);
    REQUIRE_FALSE(model.graph.ribbons.empty());
    const std::string group = between(svg, "<g class=\"ribbons\"", "</g>").front();
    CHECK(countOf(group, "<path ") == model.graph.ribbons.size());
    CHECK(holds(svg, "Edges of at least 0.02"));
    const std::string json = figure::figureNumbers(drawn.state, drawn.results, "graph").value();
    CHECK(holds(json, R"("columns":["layer","query","key","share","weight"])"));
    CHECK(between(json, ",[", "]").size() + 1 == model.graph.ribbons.size());
}

TEST_CASE("a matrix as lines has a line for each value, in the colours of the heads",
          "[figure][graph]") {
    Drawn drawn("layer=2&method=raw&graph=lines&edges=0.1&heads=0,3");
    const std::string svg = drawn.svg("graph");
    const GraphModel model = graphModel(drawn.state, drawn.results);
    REQUIRE_FALSE(model.lines.empty());
    const std::string group = between(svg, "<g class=\"lines\">", "</g>\n</g>").front();
    CHECK(countOf(group + "\n", "<line ") == model.lines.size());
    CHECK(holds(svg, ">head 1</text>"));
    CHECK(holds(svg, ">head 4</text>"));
    CHECK_FALSE(holds(svg, ">head 2</text>"));
    const std::string json = figure::figureNumbers(drawn.state, drawn.results, "graph").value();
    CHECK(holds(json, R"("columns":["layer","query","key","value","head"])"));
}
