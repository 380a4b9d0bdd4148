// SPDX-License-Identifier: MIT
#include "core/report/cited.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "core/model/presets.h"
#include "holds.h"

namespace hw {
namespace {

using test::holds;

CitedAnalysis analysis(Method method, Settings settings = {}) {
    CitedAnalysis it;
    it.method = method;
    it.settings = std::move(settings);
    it.layers = 6;
    it.heads = 8;
    it.program = "Headwaters 1.2.0";
    it.address = "https://example.org/h/";
    it.accessed = "2026-11-22";
    return it;
}

}  // namespace

TEST_CASE("the methods sentence states every setting, at its default too") {
    CHECK(methodsSentence(analysis(Method::rollout)) ==
          "Attention rollout (Abnar and Zuidema, 2020) was computed with Headwaters 1.2.0 over "
          "layers 1 to 6 of 6. All 8 heads were averaged with equal weights, which gives W; the "
          "residual connection entered as A = 0.5 I + 0.5 W; no entries were discarded; each row "
          "was then divided by its sum.");
    CHECK(methodsSentence(analysis(Method::raw)) ==
          "Raw attention of each layer was computed with Headwaters 1.2.0; all 8 heads were "
          "averaged with equal weights.");
}

TEST_CASE("whatever is set otherwise changes the sentence, where the method uses it") {
    Settings s;
    s.fusion = HeadFusion::max;
    s.heads = {0, 3, 5};
    s.residual = 0.25;
    s.discard = 0.9;
    s.scope = DiscardScope::row;
    s.protect = DiscardProtect::token;
    s.protectedToken = 2;
    s.order = StepOrder::discardFirst;
    s.normalise = Normalise::columnsByRowSums;
    s.startLayer = 1;
    s.layers = {1, 4};
    const std::string text = methodsSentence(analysis(Method::flow, s));
    for (const char* part :
         {"Heads 1, 4 and 6 of 8 were fused by their maximum", "A = 0.25 I + 0.75 W",
          "the smallest 90 % of the entries of each row were set to 0 before the residual entered, "
          "row and column of token 3 excepted",
          "column j was then divided by the sum of row j", "layers 2 to 6 of 6",
          "of which 2 and 5 took part", "flow is given as it is"}) {
        INFO(part << " in " << text);
        CHECK(holds(text, part));
    }
    CitedAnalysis relative = analysis(Method::flow);
    relative.relativeFlow = true;
    CHECK(holds(methodsSentence(relative), "each row of the flow was divided by its sum"));
    // Each single setting changes the text, so that no two analyses read the same.
    std::vector<std::string> all{methodsSentence(analysis(Method::rollout))};
    const auto vary = [&](auto change) {
        Settings one;
        one.discard = 0.5;
        change(one);
        all.push_back(methodsSentence(analysis(Method::rollout, one)));
    };
    vary([](Settings&) {});
    vary([](Settings& one) { one.fusion = HeadFusion::max; });
    vary([](Settings& one) { one.fusion = HeadFusion::min; });
    vary([](Settings& one) { one.fusion = HeadFusion::gradientNorm; });
    vary([](Settings& one) {
        one.fusion = HeadFusion::gradientNorm;
        one.gradientNorm = GradientNorm::l1;
    });
    vary([](Settings& one) { one.headOfLayer = {3, 1}; });
    vary([](Settings& one) { one.ties = DiscardTies::keep; });
    vary([](Settings& one) { one.heads = {1}; });
    vary([](Settings& one) { one.headWeights = {1, 2, 1, 1, 1, 1, 1, 1}; });
    vary([](Settings& one) { one.residual = 0.125; });
    vary([](Settings& one) { one.residualKind = Residual::fixed; });
    vary([](Settings& one) { one.discard = 0.25; });
    vary([](Settings& one) { one.scope = DiscardScope::row; });
    vary([](Settings& one) { one.protect = DiscardProtect::diagonal; });
    vary([](Settings& one) { one.protect = DiscardProtect::corner; });
    vary([](Settings& one) { one.protect = DiscardProtect::token; });
    vary([](Settings& one) { one.order = StepOrder::discardFirst; });
    vary([](Settings& one) { one.normalise = Normalise::none; });
    vary([](Settings& one) { one.startLayer = 2; });
    vary([](Settings& one) { one.layers = {0}; });
    std::ranges::sort(all);
    CHECK(std::ranges::adjacent_find(all) == all.end());
}

TEST_CASE("gradients are stated where they count") {
    Settings s;
    s.gradientForm = GradientForm::meanThenPositive;
    s.gradientNormalise = GradientNormalise::rowsFirst;
    const std::string rollout = methodsSentence(analysis(Method::gradientRollout, s));
    CHECK(holds(rollout, "E is the positive part of the mean over all 8 heads"));
    CHECK(holds(rollout, "each of its rows was divided by its sum"));
    CHECK(holds(rollout, "A = 0.5 I + 0.5 E"));
    const std::string relevance = methodsSentence(analysis(Method::relevance));
    CHECK(holds(relevance, "the mean over all 8 heads of the positive part"));
    CHECK(!holds(relevance, "residual"));
    const std::string gradSam = methodsSentence(analysis(Method::gradSam));
    CHECK(holds(gradSam, "gradient times attention, and E was averaged over the layers."));
    CHECK(!holds(gradSam, "residual"));
    CHECK(holds(bibtex(analysis(Method::gradSam)), "barkan-2021"));
    CHECK(!holds(bibtex(analysis(Method::gradSam)), "chefer"));
}

TEST_CASE("joint attribution states its capacities, their scale and the barrier") {
    Settings s;
    s.jointForm = JointForm::product;
    s.jointScale = JointScale::largest;
    s.barrier = 0.01;
    s.residual = 0.25;  // plays no part
    const std::string text = methodsSentence(analysis(Method::joint, s));
    for (const char* part :
         {"after Azarkhalili and Libbrecht", "mean over all 8 heads of relu(W G)",
          "divided by the largest one", "no residual", "weight was 0.01"}) {
        INFO(part << " in " << text);
        CHECK(holds(text, part));
    }
    CHECK(!holds(text, "0.25"));
    CHECK(holds(bibtex(analysis(Method::joint, s)), "azarkhalili-libbrecht-2025"));
    Settings own;
    own.ownOne = IdentityTerm::drop;
    CHECK(methodsSentence(analysis(Method::relevance, own)) !=
          methodsSentence(analysis(Method::relevance)));
}

TEST_CASE("BibTeX has the sources of method and settings, and the program") {
    const std::string rollout = bibtex(analysis(Method::rollout));
    CHECK(holds(rollout, "@inproceedings{abnar-zuidema-2020,"));
    CHECK(holds(rollout, "@software{headwaters,"));
    CHECK(holds(rollout, "version = {1.2.0}"));
    CHECK(holds(rollout, "urldate = {2026-11-22}"));
    CHECK(!holds(rollout, "chefer"));
    CHECK(holds(bibtex(analysis(Method::relevance)), "chefer-2021-generic"));
    for (const Preset& preset : presets()) {
        const std::string text = bibtex(analysis(Method::rollout, preset.settings));
        INFO(preset.id << '\n' << text);
        CHECK(holds(text, "gildenblat") == preset.id.starts_with("vit-explain"));
        CHECK(holds(text, "modarressi") == (preset.id == "globenc-fixed-residual"));
        CHECK(std::ranges::count(text, '{') == std::ranges::count(text, '}'));
        CHECK(!holds(text, ",\n}"));
    }
}

}  // namespace hw
