// SPDX-License-Identifier: MIT
// A file of contributions on the page. Covers the first view, the formula, refusals with their reasons, the caption,
// the methods sentence, compared columns, predictions.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/report/cited.h"
#include "engine/engine_harness.h"
#include "page/address/address.h"
#include "page/answers/questions.h"
#include "page/models/controls_model.h"
#include "page/models/model_text.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/sample_documents.h"
#include "panels/about.h"
#include "panels/caption.h"
#include "panels/faithfulness/model.h"
#include "session/api_state.h"

using namespace hw;
using namespace hw::test;

namespace {

DocumentSummary contributed(bool withAttention, const std::string& kind = "alti") {
    DocumentSummary document = encoderDocument();
    ExampleSummary& example = document.current;
    example.contributionLayers = example.layers;
    example.contributionKind = kind;
    example.isGlobal = kind == "decompx";
    if (!withAttention) {
        example.layers = example.heads = 0;
        example.hasSelf = false;
    }
    return document;
}

AppState opened(const DocumentSummary& document, const std::string& fields = "v=1&layer=3") {
    AppState state;
    open(state, document, local, fields);
    return state;
}

std::string whyNot(const AppState& state, Method method) {
    return whyUnavailable(state.document->current, state.view.side, method);
}

}  // namespace

TEST_CASE("a file of contributions opens on them; the attention beside them is a choice",
          "[app][contributions]") {
    const AppState state = opened(contributed(true));
    CHECK(state.view.side == Side::contributions);
    CHECK(state.headCount() == 1);
    CHECK(availableSides(state.document->current) ==
          std::vector<Side>{Side::contributions, Side::encoder});
    const AppState attention = opened(contributed(true), "v=1&side=encoder&layer=3");
    CHECK(attention.view.side == Side::encoder);
    CHECK(attention.headCount() == state.document->current.heads);
    CHECK(writeShare(attention).find("side=encoder") != std::string::npos);
    CHECK(writeShare(state).find("side=") == std::string::npos);
    CHECK(opened(contributed(false)).view.side == Side::contributions);
}

TEST_CASE("no setting of heads or steps reaches contributions", "[app][contributions]") {
    const AppState state =
        opened(contributed(true), "v=1&residual=0.3&discard=0.1&start=2&layer=3");
    const Query query = profileQuery(state, Method::rollout);
    CHECK(query.settings.residual == Settings{}.residual);
    CHECK(query.settings.discard == 0);
    CHECK(query.settings.startLayer == 1);
    CHECK(state.view.settings.residual == 0.3);  // stored for the attention next to them
    const AppState global = opened(contributed(true, "decompx"), "v=1&start=2&layer=3");
    CHECK(global.view.settings.startLayer == 0);
}

TEST_CASE("the formula of contributions adds nothing and divides nothing", "[app][contributions]") {
    const auto formula = [](const std::string& kind, const std::string& fields) {
        return controlsModel(opened(contributed(true, kind), fields)).formula;
    };
    using Lines = std::vector<std::string>;
    CHECK(formula("alti", "v=1&layer=3") ==
          Lines{"T = ALTI", "no residual added", "nothing divided", "R = T_3 T_2 T_1"});
    CHECK(
        formula("norms", "v=1&method=flow&panel=bars&layer=3") ==
        Lines{"T = vector norms", "capacities T", "no residual added", "F = max flow, layers 1–3"});
    CHECK(formula("mine", "v=1&method=raw&layer=2") == Lines{"T = mine", "T in layer 2"});
    CHECK(formula("decompx", "v=1&layer=4") ==
          Lines{"T = DecompX", "global: of the input", "not multiplied", "R = T_4"});
    CHECK(formula("a name longer than the card is", "v=1&layer=4").front() == "T as in the file");
    CHECK(controlsModel(opened(contributed(true))).citation.starts_with("T: Ferrando"));
}

TEST_CASE("methods without a meaning for contributions say why", "[app][contributions]") {
    DocumentSummary document = contributed(true);
    document.current.hasGradients = true;
    const AppState state = opened(document);
    CHECK(isAvailable(document.current, Side::contributions, Method::flow));
    for (const Method method : {Method::gradientRollout, Method::relevance, Method::joint}) {
        CHECK_FALSE(isAvailable(document.current, Side::contributions, method));
        CHECK(whyNot(state, method).ends_with(". Choose attention."));
    }
    const AppState global = opened(contributed(false, "decompx"));
    CHECK_FALSE(isAvailable(global.document->current, Side::contributions, Method::flow));
    CHECK(whyNot(global, Method::flow).find("already refer to the input") != std::string::npos);
    CHECK(whyNot(global, Method::relevance) == "The file has no gradients.");
    CHECK(opened(contributed(false, "decompx"), "v=1&method=flow").view.method == Method::rollout);
}

TEST_CASE("the table of faithfulness says why it has no flow of global contributions",
          "[app][contributions]") {
    DocumentSummary document = contributed(false, "decompx");
    document.current.importance.push_back({"blankout", {1, 2, 3}});
    const AppState state = opened(document);
    ResultStore results;
    const FaithfulnessModel model = faithfulnessModel(state, results);
    CHECK(model.caption.find(whyUnavailable(document.current, Side::contributions, Method::flow)) !=
          std::string::npos);
}

TEST_CASE("caption, explanation and methods sentence speak of contributions",
          "[app][contributions]") {
    const AppState state = opened(contributed(true));
    const std::string caption = figureCaption(state, FigureSubject::layer);
    CHECK(
        caption.starts_with("Attention rollout (Abnar & Zuidema 2020) of contributions, ALTI "
                            "(Ferrando et al. 2022)"));
    CHECK(caption.find("no residual added") != std::string::npos);
    CHECK(caption.find("Heads:") == std::string::npos);
    ResultStore results;
    const AboutModel about = aboutModel(state, results, Panel::bars);
    REQUIRE(about.paragraphs.size() == 3);
    CHECK(about.paragraphs[1].find("plain product") != std::string::npos);
    const std::string cited = citationJson(state, "", "2026-11-22");
    CHECK(cited.find("rollout is their plain product, no residual was added") != std::string::npos);
    CHECK(cited.find("ferrando-2022") != std::string::npos);
    CHECK(cited.find("0.5 I") == std::string::npos);
    const std::string global = citationJson(opened(contributed(true, "decompx")), "", "");
    CHECK(global.find("were not multiplied") != std::string::npos);
    CHECK(global.find("abnar") == std::string::npos);
}

TEST_CASE("compared columns can have other weights", "[app][contributions]") {
    const std::string text = "rollout/rollout,weights:attentions";
    const AppState state = opened(contributed(true), "v=1&panel=compare&layer=3&compare=" + text);
    REQUIRE(state.view.compared.size() == 2);
    CHECK(comparedText(state.view.compared) == text);
    const auto own = stateElsewhere(state, state.view.compared[1]);
    REQUIRE(own.has_value());
    CHECK(own->view.side == Side::encoder);
    CHECK(own->headCount() == state.document->current.heads);
    CHECK_FALSE(stateElsewhere(state, state.view.compared[0]).has_value());
    CHECK_FALSE(readCompared(opened(contributed(false)), text).has_value());
    CHECK_FALSE(
        readCompared(opened(encoderDocument()), "raw/rollout,weights:contributions").has_value());
}

TEST_CASE("what the model predicts stands with the chosen output", "[app][contributions]") {
    DocumentSummary document = encoderDocument();
    for (const std::string& token : document.current.tokens)
        document.current.predicted.push_back("after " + token);
    const AppState state = opened(document, "v=1&token=1");
    CHECK(predictedAtOutput(state) == hw::quoted("after " + document.current.tokens[1]));
    CHECK(controlsModel(state).predicted == predictedAtOutput(state));
    CHECK(controlsModel(opened(document, "v=1&token=1,2")).predicted.empty());
    DocumentSummary translation = translationDocument();
    translation.current.predicted.assign(translation.current.decoderTokens.size(), "x");
    CHECK(predictedAt(opened(translation), 0) == quoted("x"));
    CHECK(predictedAt(opened(translation, "v=1&side=encoder"), 0).empty());
}

TEST_CASE("how surely it is predicted stands behind the prediction, and nothing where nothing is",
          "[app][contributions]") {
    DocumentSummary document = encoderDocument();
    const auto told = [&](const std::string& predicted, float probability) {
        document.current.predicted.assign(document.current.tokens.size(), predicted);
        document.current.predictedProbability.assign(document.current.tokens.size(), probability);
        return predictedAt(opened(document), 0);
    };
    CHECK(told("plural", 0.974F) == "“plural” (0.974)");
    CHECK(told("4", 1.0F) == "“4” (1.000)");
    CHECK(told("4", std::nanf("")) == "“4”");
    CHECK(told("", 1.0F).empty());
    CHECK(told("f (0.9)", std::nanf("")) == "“f (0.9)”");
    document.current.predictedProbability.clear();
    CHECK(predictedAt(opened(document), 0) == "“f (0.9)”");
}
