// SPDX-License-Identifier: MIT
#include "panels/about.h"

#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "holds.h"
#include "page/shown_page.h"
#include "panels/method_limits.h"

using namespace hw;
using namespace hw::test;

namespace {

struct ShownLimits : ShownPage {
    using ShownPage::ShownPage;
    std::string limits() {
        std::string all;
        for (const std::string& limit : limitsOfData(state, results)) all += limit + "\n";
        return all;
    }
};

/// One head, all layers equal, as a JSON file.
std::string modelOf(const std::string& matrix, int layers, const std::string& tokens,
                    const std::string& more = "") {
    std::string text = R"({"tokens":)" + tokens + more + R"(,"attentions":[)";
    for (int i = 0; i < layers; ++i) text += (i > 0 ? ",[" : "[") + matrix + "]";
    return text + "]}";
}

const std::string uniform3 = "[[0.25,0.25,0.5],[0.25,0.25,0.5],[0.25,0.25,0.5]]";

}  // namespace

TEST_CASE("each view says what it shows, where it stands, and its limits", "[app][about]") {
    ShownLimits shown(fileText(reference("toy_agreement_keys.json")), "layer=6&residual=0.3");
    for (int i = 0; i <= static_cast<int>(Panel::faithfulness); ++i) {
        const AboutModel about = aboutModel(shown.state, shown.results, static_cast<Panel>(i));
        CHECK_FALSE(about.title.empty());
        REQUIRE(about.paragraphs.size() == 2);
        // The flow graph shows flow, with any chosen method.
        const std::string method =
            i == static_cast<int>(Panel::flow) ? "attention flow" : "rollout";
        INFO(about.paragraphs[1]);
        CHECK(holds(about.paragraphs[1],
                    "Now showing " + method + ", layers 1–6, for [CLS] (mean of 8)."));
        CHECK(holds(about.paragraphs[1], "A = 0.30 I + 0.70 mean W"));
        CHECK_FALSE(about.limits.empty());
    }
    CHECK(aboutModel({}, shown.results, Panel::bars).paragraphs.size() == 1);
}

TEST_CASE("each method says its own limits", "[app][about]") {
    constexpr const char* text = R"({"tokens":["a","b"],"attentions":[[[[0.5,0.5],[0.1,0.9]]]],)"
                                 R"("gradients":[[[[0.1,0.2],[0.1,0.1]]]]})";
    std::set<std::string> firsts;
    for (const Method method : every<Method>()) {
        ShownLimits shown(text, "layer=1&method=" + std::string(nameOf(method)));
        REQUIRE(shown.state.view.method == method);
        const auto all = [&] {
            std::string words;
            const AboutModel about = aboutModel(shown.state, shown.results, Panel::overview);
            for (const std::string& limit : about.limits) words += limit + "\n";
            return words;
        };
        const std::vector<std::string> own = limitsOfMethod(shown.state);
        REQUIRE(own.size() > 1);
        firsts.insert(own.front());
        INFO(all());
        CHECK(holds(all(), own.back()));
        const bool owes = specOf(method).needsGradients;
        CHECK(holds(all(), "very small changes in attention") == owes);
        CHECK(holds(all(), "would be the same for any answer") == !owes);
        CHECK(holds(all(), "starts with its own 1") == (method == Method::relevance));
        if (method == Method::joint) {
            shown.state.view.settings.jointForm = JointForm::product;
            CHECK(holds(all(), "very small changes in attention"));
        }
        if (method == Method::relevance) {
            shown.state.view.settings.ownOne = IdentityTerm::drop;
            CHECK_FALSE(holds(all(), "starts with its own 1"));
        }
    }
    CHECK(firsts.size() == every<Method>().size());
}

TEST_CASE("what the numbers say at most stands beside the formula, with the number of limits",
          "[app][about]") {
    ShownLimits shown(fileText(reference("toy_agreement_keys.json")), "layer=6&method=flow");
    const std::set<std::string_view> words = [&] {
        std::set<std::string_view> all;
        for (const Method method :
             {Method::raw, Method::rollout, Method::flow, Method::relevance}) {
            shown.state.view.method = method;
            all.insert(limitInShort(shown.state));
        }
        return all;
    }();
    CHECK(words.size() == 4);
    shown.state.view.method = Method::flow;
    const ControlsModel controls = pageModel(shown.state, shown.results).controls;
    CHECK(controls.limit == limitInShort(shown.state));
    CHECK(controls.limitCount == static_cast<int>(limitsOfData(shown.state, shown.results).size()));
    CHECK(controls.limitCount > 0);
    CHECK(controls.limitDialog == "about-" + std::string(nameOf(shown.state.view.panel)));
}

TEST_CASE("ties are counted among the values that are shown", "[app][about]") {
    // Keys 0 and 1 get the same from every query, key 2 more.
    ShownLimits shown(modelOf(uniform3, 1, R"(["a","b","c"])"), "method=raw&layer=1&token=0");
    CHECK(holds(shown.limits(), "2 of 3 values are tied"));
    update(shown.state, Command(Set{&ViewState::hidden, {1}}));
    CHECK_FALSE(holds(shown.limits(), "tied"));
    CHECK(holds(shown.limits(), "1 token hidden, the rest unchanged with sum 0.750."));
    update(shown.state, Command(Set{&ViewState::renormaliseHidden, true}));
    CHECK(holds(shown.limits(), "1 token hidden, the rest divided by its sum."));
}

TEST_CASE("rows that become alike are measured", "[app][about]") {
    // With the same attention for all queries and residual 0.5, row q of the rollout after L layers is the common row
    // plus 2^-L (I - row), so its distance from the mean row is 2^-L times that of the identity.
    ShownLimits shown(modelOf(uniform3, 6, R"(["a","b","c"])"), "method=rollout&layer=6");
    // Half the sum of |delta(q,k) - 1/3| is 2/3 for every q.
    char text[32];
    std::snprintf(text, sizeof text, "%.3f", 2.0 / 3 / std::pow(2, 6));
    CHECK(holds(shown.limits(), "mean distance from the mean row is " + std::string(text)));
    ShownLimits first(modelOf(uniform3, 6, R"(["a","b","c"])"), "method=rollout&layer=1");
    CHECK_FALSE(holds(first.limits(), "from the mean row"));
}

TEST_CASE("flow says how many inputs are saturated", "[app][about]") {
    ShownLimits shown(fileText(reference("toy_agreement_keys.json")), "method=flow&layer=6");
    const Answer* answer = shown.results.find(profileQuery(shown.state, Method::flow));
    REQUIRE(answer != nullptr);
    REQUIRE(answer->saturated.size() == 6);
    const int full = answer->saturated[5];
    CHECK(holds(shown.limits(), " are saturated") == (full > 0));
}

TEST_CASE("a causal model says how much position alone explains", "[app][about]") {
    const std::string causal = "[[1,0,0],[0.5,0.5,0],[0.3333333333,0.3333333333,0.3333333333]]";
    ShownLimits shown(modelOf(causal, 3, R"(["a","b","c"])", R"(,"kind":"causal")"),
                      "method=flow&layer=3&token=2");
    REQUIRE(shown.state.document->current.kind == AttentionKind::causal);
    // It equals the uniform causal model.
    CHECK(holds(shown.limits(), "has rank correlation 1.00 with this one"));
    ShownLimits rollout(modelOf(causal, 3, R"(["a","b","c"])", R"(,"kind":"causal")"),
                        "method=rollout&layer=3&token=2");
    CHECK(holds(rollout.limits(), "early tokens always have more paths"));
    CHECK_FALSE(holds(rollout.limits(), "rank correlation"));
}
