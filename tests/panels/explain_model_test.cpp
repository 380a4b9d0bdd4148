// SPDX-License-Identifier: MIT
#include "core/model/methods.h"
#include "panels/explain/model.h"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "page/rules/opened_terms.h"
#include "page/shown_page.h"

using namespace hw;
using namespace hw::test;

namespace {

ExplainModel explained(ShownPage& page) { return page.model().of<ExplainModel>(); }

/// The value of a written number, in units of the last digit of a set.
long long units(const std::string& text, int decimals) {
    std::string plain = text;
    if (plain.starts_with('<') || plain.starts_with('>')) return 0;  // "<0.0001"
    const std::string minus = "−";
    if (plain.starts_with(minus)) plain = '-' + plain.substr(minus.size());
    return std::llround(std::stod(plain) * std::pow(10.0, decimals));
}

/// Every column of written numbers adds up to the written value.
void checkAddsUp(const ExplainModel& model) {
    INFO(model.title << " / " << model.lead);
    REQUIRE(model.standing.text.empty());
    if (model.isFlow) {
        double sent = 0;
        for (const ExplainedEdge& edge : model.edges) sent += edge.capacity;
        // With all paths, the cut equals the flow.
        CHECK(std::abs(sent - std::stod(model.value)) <=
              0.5000001 * std::pow(10.0, -model.decimals));
        return;
    }
    if (model.terms.empty()) return;
    long long sum = 0;
    for (const ExplainedTerm& term : model.terms) {
        sum += units(term.product.text, model.decimals);
        CHECK(std::abs(term.product.value - term.weight.value * term.factor.value) < 1e-12);
    }
    for (const ExplainedLine& line : model.more) sum += units(line.text, model.decimals);
    CHECK(sum == units(model.value, model.decimals));
}

/// Opens the largest factor repeatedly, down to a weight and its heads.
int checkDownToHeads(ShownPage& page) {
    int opened = 0;
    for (; opened < 80; ++opened) {
        const ExplainModel model = explained(page);
        checkAddsUp(model);
        if (model.nextFields.empty()) return opened;
        const double wanted = model.terms.empty() || model.terms.front().factor.fields.empty()
                                  ? NAN
                                  : model.terms.front().factor.value;
        page.set(model.nextFields);
        const ExplainModel below = explained(page);
        if (!std::isnan(wanted)) {
            double sum = 0;
            for (const ExplainedTerm& term : below.terms) sum += term.product.value;
            for (const ExplainedLine& line : below.more) {
                if (!line.label.starts_with("rounding")) sum += line.value;
            }
            INFO(below.title << " / " << below.lead << " / " << termsText(page.state.view.opened));
            CHECK(std::abs(sum - wanted) < 1e-9 * std::max(1.0, std::abs(wanted)));
        }
    }
    return opened;
}

std::string randomText(int tokens, int layers, int heads, bool causal) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(0, 1);
    std::ostringstream out;
    out << R"({"tokens":[)";
    for (int t = 0; t < tokens; ++t) out << (t > 0 ? "," : "") << "\"t" << t << '"';
    out << R"(],"attentions":[)";
    for (int layer = 0; layer < layers; ++layer) {
        out << (layer > 0 ? ",[" : "[");
        for (int head = 0; head < heads; ++head) {
            out << (head > 0 ? ",[" : "[");
            for (int q = 0; q < tokens; ++q) {
                std::vector<double> row(tokens, 0.0);
                double sum = 0;
                for (int k = 0; k < (causal ? q + 1 : tokens); ++k)
                    sum += row[k] = std::pow(uniform(random), 4);
                out << (q > 0 ? ",[" : "[");
                for (int k = 0; k < tokens; ++k) {
                    char text[24];
                    std::snprintf(text, sizeof text, "%s%.6g", k > 0 ? "," : "", row[k] / sum);
                    out << text;
                }
                out << ']';
            }
            out << ']';
        }
        out << ']';
    }
    out << "]}";
    return out.str();
}

}  // namespace

TEST_CASE("rollout arises as a row times a column, down to the heads of the first layer",
          "[app][explain]") {
    ShownPage page(threeLayers, "panel=explain&method=rollout&layer=3&token=0&sink=2");
    const ExplainModel top = explained(page);
    // 311/800, in which a takes 2/3 of itself, and 1/6 each of b and c.
    CHECK(top.value == "0.3888");
    REQUIRE(top.terms.size() == 3);
    double sum = 0;
    for (const ExplainedTerm& term : top.terms) sum += term.product.value;
    CHECK(near(sum, 311.0 / 800));
    CHECK(top.terms[0].label == "“a”");
    CHECK(near(top.terms[0].weight.value, 2.0 / 3));
    CHECK(top.backFields.empty());
    CHECK(top.nextFields == "terms=0");
    page.set(top.nextFields);
    const ExplainModel below = explained(page);
    // Rollout of c for a after two layers is 0.55 * 0.1 + 0.05 * 0.15 + 0.4 * 0.8.
    CHECK(below.value == "0.3825");
    CHECK(below.crumbs.size() == 2);
    CHECK(below.backFields == "terms=");
    page.set("terms=0,2,w0");
    const ExplainModel weight = explained(page);
    // In layer 1, c attends to a with 0.2. Half of it remains, in a row that sums to 1.
    REQUIRE(weight.steps.size() == 3);
    CHECK(weight.steps[0].text == "0.2000");
    CHECK(weight.steps[1].text == "0.1000");
    CHECK(weight.steps[2].text == "0.1000");
    CHECK(weight.nextFields == "terms=0,2,h0");
    page.set(weight.nextFields);
    const ExplainModel heads = explained(page);
    REQUIRE(heads.terms.size() == 1);
    CHECK(heads.terms[0].label == "head 1");
    CHECK(heads.nextFields.empty());
    CHECK(heads.backFields == "terms=0,2,w0");
}

TEST_CASE("a flow arises path by path until the cut stands", "[app][explain]") {
    ShownPage page(threeLayers, "panel=explain&method=flow&layer=3&token=0&sink=2&paths=0");
    ExplainModel model = explained(page);
    REQUIRE(model.isFlow);
    CHECK(model.shown == 0);
    CHECK(model.backFields.empty());
    double before = -1;
    for (int i = 1; i <= model.paths; ++i) {
        page.set(model.nextFields);
        model = explained(page);
        CHECK(model.shown == i);
        double sent = 0;
        for (const FlowRibbon& ribbon : model.graph.ribbons) {
            CHECK(ribbon.amount <= ribbon.capacity + 1e-12);
            if (ribbon.layer == 0 && ribbon.key == 2) sent += ribbon.amount;
            CHECK_FALSE(ribbon.inCut);
        }
        CHECK(sent > before);
        before = sent;
        const auto narrowest = std::ranges::find(model.edges, true, &ExplainedEdge::isNarrowest);
        REQUIRE(narrowest != model.edges.end());
        if (!narrowest->takesBack) CHECK(near(narrowest->capacity, narrowest->amount));
    }
    CHECK(model.nextFields == "paths=all");
    page.set(model.nextFields);
    model = explained(page);
    CHECK(model.nextFields.empty());
    CHECK(std::abs(before - std::stod(model.value)) < 1e-4);
    double cut = 0;
    for (const ExplainedEdge& edge : model.edges) {
        CHECK(near(edge.capacity, edge.amount));
        cut += edge.capacity;
    }
    CHECK(std::abs(cut - before) < 1e-12);
    CHECK(std::ranges::count(model.graph.ribbons, true, &FlowRibbon::inCut) ==
          std::ssize(model.edges));  // few enough to be listed
    page.set(model.backFields);
    CHECK(explained(page).nextFields == "paths=all");
}

TEST_CASE("of a large cut the largest edges are listed, and the others together",
          "[app][explain]") {
    ShownPage page(randomText(60, 2, 1, false), "panel=explain&method=flow&layer=2&token=3&sink=5");
    const ExplainModel model = explained(page);
    REQUIRE(model.edges.size() == mostTerms + 1);
    CHECK(model.edges.back().label.ends_with(" more edges"));
    for (std::size_t i = 1; i + 1 < model.edges.size(); ++i)
        CHECK(model.edges[i].capacity <= model.edges[i - 1].capacity);
    double cut = 0;
    for (const ExplainedEdge& edge : model.edges) cut += edge.capacity;
    CHECK(std::abs(cut - std::stod(model.value)) < 1e-4);
}

TEST_CASE("what is opened is forgotten with its number, but not when an address says it",
          "[app][explain]") {
    ShownPage page(threeLayers, "panel=explain&method=rollout&layer=3&token=0&sink=2&terms=0,1");
    CHECK(page.state.view.opened.down == std::vector{0, 1});
    update(page.state, Command(Set{&ViewState::ghost, false}));
    CHECK(page.state.view.opened.down.size() == 2);
    update(page.state, Command(SetLayer{1}));
    CHECK(page.state.view.opened == OpenedTerms{});
    page.set("terms=w1");
    CHECK(page.state.view.opened.kind == NumberKind::weight);
    page.set("layer=3&terms=w1");
    CHECK(termsText(page.state.view.opened) == "w1");
    page.set("sink=1");
    CHECK(page.state.view.opened == OpenedTerms{});
    // Terms that the text lacks are ignored.
    page.set("terms=7");
    page.set("terms=0,1,2,0");
    page.set("terms=w1,0");
    CHECK(page.state.view.opened == OpenedTerms{});
}

TEST_CASE("without a choice the largest input but the output itself is explained",
          "[app][explain]") {
    ShownPage page(threeLayers, "panel=explain&method=rollout&layer=3&token=0");
    CHECK(explained(page).key == 2);  // 311/800 against 39/160
}

TEST_CASE("joint attribution says why it is no sum", "[app][explain]") {
    ShownPage page(threeLayers, "panel=explain&method=joint&layer=3&token=0&sink=2");
    CHECK(explained(page).standing.text.find("optimisation") != std::string::npos);
}

TEST_CASE("numbers add up as they are written, on every sample", "[app][explain][samples]") {
    int seen = 0;
    for (const auto& file :
         std::filesystem::directory_iterator(std::string(HW_TEST_DATA) + "/../../web/samples")) {
        if (file.path().extension() != ".json" || file.path().stem() == "index") continue;
        std::ifstream in(file.path());
        std::stringstream text;
        text << in.rdbuf();
        INFO(file.path());
        ShownPage page(text.str(), "panel=explain");
        for (const Method method : every<Method>()) {
            if (!textsOf(method).notExplained.empty()) continue;
            page.set("method=" + std::string(nameOf(method)));
            if (page.state.view.method != method) continue;
            page.set("panel=explain&paths=all&terms=&layer=" +
                     std::to_string(page.state.layerCount()));
            if ((method == Method::relevance || method == Method::flow) &&
                page.state.view.side == Side::cross)
                continue;
            ++seen;
            checkDownToHeads(page);
        }
    }
    CHECK(seen > 20);
}

TEST_CASE("numbers add up for texts of 3 to 512 tokens", "[app][explain]") {
    const auto [tokens, layers, heads] = GENERATE(std::array{3, 3, 2}, std::array{17, 4, 3},
                                                  std::array{128, 3, 2}, std::array{512, 2, 1});
    const bool causal = GENERATE(false, true);
    ShownPage page(randomText(tokens, layers, heads, causal),
                   "panel=explain&token=" + std::to_string(tokens - 1));
    for (const char* method : {"raw", "rollout", "flow"}) {
        page.set(std::string("method=") + method);
        page.set("panel=explain&paths=all&terms=&sink=1");
        checkDownToHeads(page);
        if (page.state.view.method == Method::rollout && tokens > mostTerms && !causal) {
            page.set("terms=");
            CHECK(explained(page).terms.size() == mostTerms);
            CHECK(explained(page).more.front().label.find("more tokens") != std::string::npos);
        }
    }
}
