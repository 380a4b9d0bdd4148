// SPDX-License-Identifier: MIT
#include "panels/graph/model.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <set>
#include <string>

#include "core/number_text.h"
#include "page/shown_page.h"
#include "panels/flow/model.h"
#include "panels/graph/trace.h"

using namespace hw;
using namespace hw::test;

namespace {

constexpr double third = 1.0 / 3;
/// The weights of threeLayers, written out again.
constexpr double weights[3][3][3] = {{{0.5, 0.3, 0.2}, {0.1, 0.6, 0.3}, {0.2, 0.2, 0.6}},
                                     {{0.1, 0.1, 0.8}, {0.7, 0.2, 0.1}, {0, 0.5, 0.5}},
                                     {{third, third, third}, {0, 1, 0}, {0.25, 0.25, 0.5}}};

double joined(int layer, int query, int key) {
    return 0.5 * weights[layer][query][key] + (query == key ? 0.5 : 0);
}

GraphModel graphOf(ShownPage& page) { return page.model().of<GraphModel>(); }

bool says(const GraphModel& model, const std::string& part) {
    INFO(model.caption);
    return model.caption.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("what was cut is dashed in the graph of its layers", "[app][graph]") {
    ShownPage page(threeLayers, "panel=graph&method=rollout&layer=2&token=0&edges=0.5");
    CHECK(graphOf(page).graph.cuts.empty());
    CHECK_FALSE(says(graphOf(page), "Dashed"));
    // Layers 1 and 3. The third is above the graph's.
    page.state.document->current.cuts = {{0, 1, 2, 1}, {1, 2, 2, 0}, {2, 0, 1, 1}};
    const GraphModel model = graphOf(page);
    REQUIRE(model.graph.cuts.size() == 2);
    CHECK(model.graph.cuts[0].layer == 0);
    CHECK(model.graph.rows[model.graph.cuts[0].queryRow] == 1);
    CHECK(model.graph.rows[model.graph.cuts[0].keyRow] == 2);
    CHECK(model.graph.cuts[0].label == "c → b, layer 1, cut in every head");
    CHECK(model.graph.cuts[1].label == "layer 2, residual of c cut");
    CHECK(says(model, "Dashed"));
}

TEST_CASE("traced rollout divides the output's rollout among the edges of every layer",
          "[app][graph]") {
    ShownPage page(threeLayers, "panel=graph&method=rollout&layer=3&token=0&edges=0.001");
    const GraphModel model = graphOf(page);
    REQUIRE(model.standing.text.empty());
    // As fractions, 147/400, 39/160, 311/800.
    REQUIRE(model.graph.sinkValues.size() == 3);
    CHECK(near(model.graph.sinkValues[0], 147.0 / 400));
    CHECK(near(model.graph.sinkValues[1], 39.0 / 160));
    CHECK(near(model.graph.sinkValues[2], 311.0 / 800));
    double above[3] = {1, 0, 0};
    for (int layer = 2; layer >= 0; --layer) {
        double below[3] = {0, 0, 0};
        double sum = 0;
        int drawn = 0;
        for (const FlowRibbon& ribbon : model.graph.ribbons) {
            if (ribbon.layer != layer) continue;
            CHECK(near(ribbon.capacity, joined(layer, ribbon.query, ribbon.key)));
            CHECK(near(ribbon.amount, above[ribbon.query] * ribbon.capacity));
            below[ribbon.key] += ribbon.amount;
            sum += ribbon.amount;
            ++drawn;
        }
        CHECK(near(sum, 1));
        int expected = 0;
        for (int query = 0; query < 3; ++query) {
            for (int key = 0; key < 3; ++key)
                expected += above[query] * joined(layer, query, key) > 0 ? 1 : 0;
        }
        CHECK(drawn == expected);
        std::copy(below, below + 3, above);
    }
    CHECK(says(model, "In every layer they carry the whole rollout"));
}

TEST_CASE("traced raw attention has the weights, and only what drawn edges lead to",
          "[app][graph]") {
    ShownPage page(threeLayers, "panel=graph&method=raw&layer=3&token=2&edges=0.5");
    const GraphModel model = graphOf(page);
    // From c in layer 3, only c has 0.5. From c in layer 2, b and c. Below, b has b, and c has c.
    std::vector<std::array<int, 3>> drawn;
    for (const FlowRibbon& ribbon : model.graph.ribbons) {
        drawn.push_back({ribbon.layer, ribbon.query, ribbon.key});
        CHECK(near(ribbon.amount, weights[ribbon.layer][ribbon.query][ribbon.key]));
        CHECK(near(ribbon.capacity, ribbon.amount));
    }
    std::ranges::sort(drawn);
    const std::vector<std::array<int, 3>> known{
        {0, 1, 1}, {0, 2, 2}, {1, 2, 1}, {1, 2, 2}, {2, 2, 2}};
    CHECK(drawn == known);
    CHECK(model.graph.sinkValues.empty());
    // 3 + 2 + 6 edges leave c, c, and b and c. In layer 3 half of c's attention is drawn.
    CHECK(says(model, "5 of 11 that lead to drawn tokens"));
    CHECK(says(model, "at least 50.0 %"));
}

TEST_CASE("without a size the graph draws as many edges as can be told apart", "[app][graph]") {
    CHECK(fittingSize({0.3, 0.045, 0.045, 0.03}, 1) == 0.05);
    CHECK(fittingSize({0.3, 0.045, 0.045, 0.035}, 3) == 0.04);
    CHECK(fittingSize({0.3, 0.045, 0.045, 0.03}, 4) == 1e-4);
    CHECK(fittingSize({0.95, 0.95, 0.95}, 2) == 0.9);
    ShownPage page(fileText(reference("use_lite_keys_cabinet.json")), "panel=graph&method=raw");
    const GraphModel model = graphOf(page);
    CHECK(model.graph.ribbons.size() <= 240);
    CHECK(model.graph.ribbons.size() > 10);
    for (const FlowRibbon& ribbon : model.graph.ribbons) CHECK(ribbon.amount >= model.smallest);
}

TEST_CASE("a share that is kept is kept in every layer, with as few edges as can be",
          "[app][graph]") {
    const std::string text = fileText(reference("use_lite_keys_cabinet.json"));
    for (const char* method : {"rollout", "raw"}) {
        std::size_t before = 0;
        for (const double kept : {0.3, 0.6, 0.9, 1.0}) {
            ShownPage page(text, "panel=graph&keep=" + numberText(kept) + "&method=" + method);
            const GraphModel model = graphOf(page);
            INFO(method << ' ' << kept);
            REQUIRE(model.standing.text.empty());
            CHECK(model.kept == kept);
            CHECK(model.graph.ribbons.size() > before);
            before = model.graph.ribbons.size();
            const bool share = model.graph.carries == WidthMeaning::share;
            for (int layer = 0; layer <= model.graph.layer; ++layer) {
                double sum = 0;
                double least = 1;
                std::set<int> upper;
                for (const FlowRibbon& ribbon : model.graph.ribbons) {
                    if (ribbon.layer == layer + 1) upper.insert(ribbon.key);
                    if (ribbon.layer != layer) continue;
                    sum += ribbon.amount;
                    least = std::min(least, ribbon.amount);
                }
                const double whole =
                    share || layer == model.graph.layer ? 1 : static_cast<double>(upper.size());
                CHECK(sum >= kept * whole - 1e-5);
                // Without its narrowest edge the sum would be too small.
                CHECK(sum - least < kept * whole + 1e-5);
            }
        }
    }
}

TEST_CASE("a long input is traced down to its inputs", "[app][graph]") {
    // Causal, and every token attends equally to all before it. Any size that fits the last layer is too large below.
    constexpr int tokens = 200;
    std::string text = R"({"tokens":[)";
    for (int i = 0; i < tokens; ++i) text += (i > 0 ? ",\"t" : "\"t") + std::to_string(i) + '"';
    std::string layer = "[[";
    for (int q = 0; q < tokens; ++q) {
        layer += q > 0 ? ",[" : "[";
        for (int k = 0; k < tokens; ++k) {
            if (k > 0) layer += ',';
            layer += k > q ? "0" : std::to_string(1.0 / (q + 1));
        }
        layer += ']';
    }
    layer += "]]";
    text += R"(],"attentions":[)" + layer + ',' + layer + ',' + layer + ',' + layer + "]}";
    for (const char* method : {"rollout", "raw"}) {
        ShownPage page(text, std::string("panel=graph&residual=0&token=199&method=") + method);
        const GraphModel model = graphOf(page);
        INFO(method << ' ' << model.caption);
        int drawn[4] = {};
        for (const FlowRibbon& ribbon : model.graph.ribbons) ++drawn[ribbon.layer];
        for (const int count : drawn) CHECK(count > 0);
        CHECK(model.graph.ribbons.size() <= 240);
        CHECK(model.graph.rows.size() <= 40);
        CHECK(says(model, "The widest edges of each layer"));
        CHECK_FALSE(says(model, "at least 0.0 %"));
        // Every edge connects to one above it.
        for (const FlowRibbon& ribbon : model.graph.ribbons) {
            const bool hangs =
                ribbon.layer == model.graph.layer
                    ? ribbon.query == model.graph.source
                    : std::ranges::any_of(model.graph.ribbons, [&](const auto& other) {
                          return other.layer == ribbon.layer + 1 && other.key == ribbon.query;
                      });
            CHECK(hangs);
        }
        // More edges are requested than can be distinguished. As many are drawn as fit into the picture.
        page.set("keep=0.95");
        const GraphModel more = graphOf(page);
        CHECK(more.graph.ribbons.size() > model.graph.ribbons.size());
        CHECK(more.graph.rows.size() <= 40);
        CHECK(says(more, "More edges would be indistinguishable."));
        page.set("keep=0&edges=0.5");
        CHECK(graphOf(page).graph.ribbons.size() < model.graph.ribbons.size());
    }
}

TEST_CASE("the slider of the share undoes a chosen size", "[app][graph]") {
    ShownPage page(threeLayers, "panel=graph&method=rollout&edges=0.2");
    update(page.state, Command(Set{&ViewState::edges, {0, 0.8}, false}));
    CHECK(page.state.view.edges.kept == 0.8);
    CHECK(page.state.view.edges.from == 0);
    update(page.state, Command(Set{&ViewState::edges, {0, 3}}));
    CHECK(page.state.view.edges.kept == 1);
    CHECK(graphOf(page).byShare);
    page.set("edges=0&keep=0");
    CHECK_FALSE(graphOf(page).byShare);
}

TEST_CASE("traced rollout arrives at the inputs as the bars have it", "[app][graph]") {
    const std::string gaps = R"({"tokens":["a","b","c"],"attentions":[)"
                             R"([[[0.5,0.3,0.2],[null,null,null],[0.2,0.2,0.6]]],)"
                             R"([[[0.1,0.1,0.8],[0.7,0.2,0.1],[0,null,0.5]]],)"
                             R"([[[0.3,0.3,0.4],[0,1,0],[null,null,null]]]]})";
    for (const std::string& text :
         {fileText(reference("use_lite_keys_cabinet.json")),
          fileText(reference("vit_digit_4.json")), std::string(threeLayers), gaps}) {
        for (const char* fields : {"", "&start=2", "&residual=0.2&discard=0.3", "&fusion=max"}) {
            ShownPage page(text, std::string("panel=graph&method=rollout&token=1") + fields);
            const GraphModel model = graphOf(page);
            INFO(fields << ' ' << model.standing.text);
            const Answer* profile = page.results.find(profileQuery(page.state, Method::rollout));
            REQUIRE(profile != nullptr);
            REQUIRE_FALSE(model.graph.rows.empty());
            for (std::size_t row = 0; row < model.graph.rows.size(); ++row) {
                const std::size_t at =
                    page.state.view.layer * profile->cols + model.graph.rows[row];
                const auto known = static_cast<double>(profile->values[at]);
                CHECK((near(model.graph.sinkValues[row], known) ||
                       (std::isnan(known) && std::isnan(model.graph.sinkValues[row]))));
            }
        }
    }
}

TEST_CASE("lines are the matrix that is chosen, or each head's weights", "[app][graph]") {
    const std::string text = fileText(reference("use_lite_keys_cabinet.json"));
    for (const char* method : {"rollout", "flow"}) {
        ShownPage page(text, std::string("panel=graph&graph=lines&edges=0.05&method=") + method);
        const GraphModel model = graphOf(page);
        const Query query = matrixQuery(page.state, page.state.view.method, page.state.view.layer);
        const Answer* matrix = shownMatrix(page.state, page.results, query);
        REQUIRE(matrix != nullptr);
        std::size_t expected = 0;
        for (const float value : matrix->values)
            expected += static_cast<double>(value) >= 0.05 ? 1 : 0;
        CHECK(model.lines.size() == expected);
        CHECK(model.heads == 0);
        for (const GraphLine& line : model.lines)
            CHECK(line.value == matrix->values[line.query * matrix->cols + line.key]);
        CHECK(std::ranges::is_sorted(model.lines, {}, &GraphLine::value));
    }
    ShownPage page(text, "panel=graph&graph=lines&edges=0.2&method=raw&heads=1,2");
    const GraphModel model = graphOf(page);
    CHECK(model.usedHeads == std::vector<int>{1, 2});
    REQUIRE_FALSE(model.lines.empty());
    for (const GraphLine& line : model.lines) {
        Query query = matrixQuery(page.state, Method::raw, page.state.view.layer);
        query.what = Query::What::headMatrix;
        query.settings = {};
        query.head = line.head;
        const Answer answer = page.engine.ask(query);
        CHECK(line.value == answer.values[line.query * answer.cols + line.key]);
    }
}

TEST_CASE("the graph says what it cannot draw, and what it does not merge", "[app][graph]") {
    ShownPage page(threeLayers, "panel=graph&method=flow");
    CHECK(graphOf(page).standing.text.find("cannot be traced. Choose") != std::string::npos);
    CHECK(graphOf(page).graph.ribbons.empty());
    page.set("method=rollout&hidden=1");
    CHECK(says(graphOf(page), "without merging or hiding"));
    page.set("edges=0.05&graph=lines");
    CHECK(page.state.view.edges.from == 0.05);
    CHECK(graphOf(page).keyLabels == std::vector<std::string>{"a", "c"});
    page.set("edges=0&graph=traced");
    CHECK(page.state.view.edges.from == 0);
    update(page.state, Command(ApplyFields{"edges=2"}));
    CHECK(page.state.view.edges.from == 0);
}
