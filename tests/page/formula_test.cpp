// SPDX-License-Identifier: MIT
// The formula next to the settings, and the caption below a figure, state the settings and nothing else.
#include <catch2/catch_test_macros.hpp>

#include "engine/engine_harness.h"
#include "page/address/address.h"
#include "page/answers/questions.h"
#include "page/models/controls_model.h"
#include "page/models/formula.h"
#include "page/sample_documents.h"
#include "panels/about.h"
#include "panels/caption.h"
#include "panels/page_model.h"
#include "protocol/can_make.h"

using namespace hw;
using namespace hw::test;

namespace {

AppState withGradients(const std::string& fields) {
    EngineHarness page;
    AppState state;
    open(state, page.openReference("toy_negation_gradients.json"), sample,
         "v=1&sample=x&layer=3&" + fields);
    return state;
}

std::vector<std::string> formulaOf(const AppState& state) {
    ResultStore results;
    return pageModel(state, results).controls.formula;
}

}  // namespace

TEST_CASE("the formula of gradient rollout shows residual, form and order", "[app][formula]") {
    CHECK(formulaOf(withGradients("method=gradient-rollout")) ==
          std::vector<std::string>{"E = mean relu(G W)", "A = 0.50 I + 0.50 E",
                                   "rows divided by their sum", "R = A_3 A_2 A_1"});
    CHECK(formulaOf(
              withGradients("method=gradient-rollout&residual=0.3&gradient-form=mean-then-positive&"
                            "gradient-normalise=rows-first&start=2")) ==
          std::vector<std::string>{"E = relu(mean G W)", "E: rows divided by their sum",
                                   "A = 0.30 I + 0.70 E", "rows divided by their sum",
                                   "R = A_3 A_2"});
    CHECK(formulaOf(withGradients("method=relevance&gradient-form=mean-then-positive")).front() ==
          "E = relu(mean G W)");
    CHECK(formulaOf(withGradients("method=grad-sam")) ==
          std::vector<std::string>{"E = mean relu(G W)", "R = mean(E_3, E_2, E_1)"});
    CHECK(formulaOf(withGradients("method=grad-sam&start=2")) ==
          std::vector<std::string>{"E = mean relu(G W)", "R = mean(E_3, E_2)"});
}

TEST_CASE("heads weighed by gradients, a head of one layer and discarding below a threshold say so",
          "[app][formula]") {
    const ControlsModel weighed =
        controlsModel(withGradients("method=rollout&fusion=gradient-norm"));
    CHECK(weighed.headsText == "gradient-weighted mean of 8");
    CHECK(weighed.formula == std::vector<std::string>{"M = sum w W in each layer",
                                                      "w = |G| / sum of |G|, L2",
                                                      "A = 0.50 I + 0.50 M", "R = A_3 A_2 A_1"});
    CHECK(weighed.citation.starts_with("M: GMAR 2025"));
    CHECK(formulaOf(withGradients("method=raw&fusion=gradient-norm&gradient-norm=l1"))[1] ==
          "w = |G| / sum of |G|, L1");
    const ControlsModel own = controlsModel(withGradients("method=rollout&head-of-layer=3:0"));
    CHECK(own.headsText == "mean of 8; only head 1 of layer 3");
    CHECK(own.formula.front() == "layer 3: only W_1");
    CHECK(own.citation.find("Appendix A.1") != std::string::npos);
    CHECK(formulaOf(withGradients("method=rollout&preset=tutorial-discard-0.1")) ==
          std::vector<std::string>{"A = 0.50 I + 0.50 mean W", "rows divided by their sum",
                                   "below 10% quantile to 0", "rows divided by their sum",
                                   "R = A_3 A_2 A_1"});
    CHECK(formulaOf(withGradients("method=relevance&own-one=drop")).back() == "shown: R - I");
    const ControlsModel single =
        controlsModel(withGradients("method=rollout&heads-at=1:0.2;3:max;2:gradient-norm"));
    CHECK(single.headsText == "mean of 8; different in layer 1, 2, 3");
    CHECK(single.formula == std::vector<std::string>{"layer 1: mean W of 1, 3", "layer 2: sum w W",
                                                     "layer 3: max W", "A = 0.50 I + 0.50 mean W",
                                                     "R = A_3 A_2 A_1"});
    CHECK(single.citation.starts_with("M: GMAR 2025"));
}

TEST_CASE("joint attribution shows its capacities, its barrier and its proof", "[app][formula]") {
    const ControlsModel joint = controlsModel(
        withGradients("method=joint&form=product&capacity-scale=largest&barrier=0.01"));
    CHECK(joint.formula.front() == "u = mean relu(W G) / max");
    CHECK(joint.formula[2] == "µ = 0.01");
    CHECK(joint.citation.starts_with("After Azarkhalili"));
    CHECK(joint.citation.find("Abnar") == std::string::npos);
    EngineHarness page;
    AppState state;
    ResultStore results;
    open(state, page.openReference("toy_negation_gradients.json"), sample,
         "v=1&sample=x&method=joint");
    results.put(page.ask(profileQuery(state, Method::joint)));
    bool said = false;
    for (const std::string& limit : limitsOfData(state, results))
        said |= limit.find("the exact maximum flow is") != std::string::npos;
    CHECK(said);
}

TEST_CASE("a choice that needs gradients is grey with its reason where there are none",
          "[app][formula]") {
    EngineHarness page;
    AppState state;
    const DocumentSummary plain = page.openReference("toy_agreement_keys.json");
    open(state, plain, sample, "v=1&sample=x");
    CHECK(controlsModel(state).whyNotThere[1] == "The file has no gradients.");
    CHECK(applyShare(parseShare("fusion=gradient-norm"), state.view, plain).dropped.size() == 1);
    CHECK(applyShare(parseShare("method=joint&form=product"), state.view, plain).dropped.size() ==
          1);
    CHECK(applyShare(parseShare("method=joint&form=attention"), state.view, plain).dropped.empty());
    CHECK(applyShare(parseShare("head-of-layer=9:0"), state.view, plain).dropped.size() == 1);
    CHECK(applyShare(parseShare("head-of-layer=6:7"), state.view, plain).dropped.empty());
    CHECK(applyShare(parseShare("heads-at=6:7;1:max"), state.view, plain).dropped.empty());
    for (const char* wrong : {"heads-at=7:max", "heads-at=1:8", "heads-at=1:w1,2", "heads-at=1"})
        CHECK(applyShare(parseShare(wrong), state.view, plain).dropped.size() == 1);
}

TEST_CASE("methods of gradients cite who weighed by them, and say which heads and layers they take",
          "[app][formula]") {
    const ControlsModel relevance = controlsModel(withGradients("method=relevance&start=2"));
    CHECK(relevance.formula ==
          std::vector<std::string>{"E = mean relu(G W)", "R = R + E R, from R = I", "layers 2–3"});
    CHECK(relevance.citation.starts_with("Chefer, Gur & Wolf 2021"));
    CHECK(relevance.citation.find("Abnar") == std::string::npos);
    const ControlsModel rollout =
        controlsModel(withGradients("method=gradient-rollout&fusion=max"));
    CHECK(rollout.headsText == "mean of 8");
    CHECK(controlsModel(withGradients("method=rollout&fusion=max")).headsText == "max of 8");
    CHECK(
        controlsModel(withGradients("method=gradient-rollout")).citation.starts_with("E: Chefer"));
    CHECK(controlsModel(withGradients("method=relevance&layers=1,3")).formula.back() ==
          "layers other than 1, 3: E = 0");
}

TEST_CASE("a method that cannot be chosen says what is missing", "[app][formula]") {
    const auto why = [](const DocumentSummary& document, const std::string& fields, Method method) {
        AppState state;
        open(state, document, local, fields);
        for (const MethodChoice& choice : controlsModel(state).methods) {
            if (choice.method == method) return choice.available ? "" : choice.why;
        }
        return std::string("not offered");
    };
    const DocumentSummary one = encoderDocument();
    CHECK(why(one, "", Method::flow).empty());
    CHECK(why(one, "", Method::relevance) == "The file has no gradients.");
    DocumentSummary run = encoderDocument();  // of a model, with no answer requested yet
    run.current.recipe = {"prompt", "the keys"};
    CHECK(why(run, "", Method::relevance) == std::string(waysToGradients({"prompt", ""})));
    CHECK(std::string(waysToGradients({"prompt", ""})).find("ask about one") != std::string::npos);
    // A method that the model can still add keeps its place, greyed out. A method that a file lacks has none.
    const auto isShown = [](const DocumentSummary& document) {
        AppState state;
        open(state, document, local, "");
        const auto choices = controlsModel(state).methods;
        return std::ranges::find(choices, Method::relevance, &MethodChoice::method)->isShown;
    };
    CHECK(isShown(run));
    CHECK_FALSE(isShown(one));
    CHECK(waysToGradients({"draft", ""}).empty());
    CHECK(waysToGradients({}).empty());
    run.current.hasGradients = true;
    CHECK(why(run, "", Method::relevance).empty());
    DocumentSummary two = translationDocument();
    CHECK(why(two, "side=cross", Method::flow).empty());
    CHECK(why(two, "side=cross", Method::joint) ==
          "Joint attribution is defined only for one stack of self-attention.");
    CHECK(why(two, "side=cross", Method::relevance) ==
          "This needs gradients of encoder, decoder and cross-attention.");
    CHECK(why(two, "side=cross", Method::gradientRollout)
              .ends_with("Use relevance across encoder and decoder."));
    CHECK(why(two, "side=decoder", Method::relevance) ==
          "The file has no gradients for the decoder.");
    two.current.hasGradients = true;
    CHECK(why(two, "side=decoder", Method::gradientRollout).ends_with(". Choose the encoder."));
    CHECK(why(two, "side=encoder", Method::gradientRollout).empty());
    two.current.hasDecoderGradients = true;
    two.current.hasRelevance = true;
    CHECK(why(two, "side=decoder", Method::relevance).empty());
    CHECK(why(two, "side=cross", Method::relevance).empty());
}

TEST_CASE("formulas across encoder and decoder name both sides", "[app][formula]") {
    DocumentSummary document = translationDocument();
    document.current.hasGradients = document.current.hasDecoderGradients = true;
    document.current.hasRelevance = true;
    const auto formula = [&](const std::string& fields) {
        AppState state;
        open(state, document, local, "side=cross&layer=2&" + fields);
        return controlsModel(state).formula;
    };
    const auto has = [](const std::vector<std::string>& lines, const std::string& line) {
        return std::find(lines.begin(), lines.end(), line) != lines.end();
    };
    CHECK(has(formula("method=rollout"), "C_2 = mean W (cross)"));
    CHECK(has(formula("method=rollout"), "R = R_q C_2 R_i"));
    CHECK(has(formula("method=relevance"), "E = mean relu(G W)"));
    CHECK(has(formula("method=relevance"), "R_qi = R_qi + N_qᵀ E N_i"));
    CHECK(formula("method=relevance&start=2").back() == "layer 2");
    CHECK(formula("method=flow&residual=0.3") ==
          std::vector<std::string>{"A = 0.30 I + 0.70 mean W", "C = mean W (cross)",
                                   "A, C: in each layer", "up to 0.30 stays, then A",
                                   "0.70 C to the encoder’s A", "F = max flow, layers 1–2"});
    const auto caption = [&](const std::string& fields) {
        AppState state;
        open(state, document, local, "side=cross&layer=2&" + fields);
        return figureCaption(state, FigureSubject::eachLayer);
    };
    CHECK(caption("method=rollout").find("R = Rq C Ri; q decoder, i encoder") != std::string::npos);
    CHECK(caption("method=raw").find("in layer 2") == std::string::npos);
    CHECK(caption("method=flow").find("our construction after Metzger et al. 2022") !=
          std::string::npos);
    document.current.hasSelf = false;
    CHECK(has(formula("method=rollout"), "R = R_q C_2"));
}

TEST_CASE("a caption names the method by its source and the layers by their numbers",
          "[app][formula]") {
    const std::string relevance =
        figureCaption(withGradients("method=relevance"), FigureSubject::layer);
    CHECK(relevance.starts_with("Relevance (Chefer, Gur & Wolf 2021), layers 1–3, output [CLS]. "));
    CHECK(relevance.find("R = R + E R, from R = I") != std::string::npos);
    const std::string hidden = figureCaption(withGradients("method=raw&hidden=0,9&renormalise=on"),
                                             FigureSubject::eachLayer);
    CHECK(hidden.starts_with("Raw attention, layers 1–6 each"));
    CHECK(hidden.find("2 tokens hidden, the rest divided by its sum.") != std::string::npos);
}

TEST_CASE("what differs from a preset is said beside it", "[app][formula]") {
    Settings settings;
    const auto changes = [&](Method method = Method::rollout) {
        return presetChanges(settings, method, 4);
    };
    CHECK(changes() == "");
    settings.headOfLayer = {1, 2};
    CHECK(changes() == "only head 3 of layer 2");
    CHECK(changes(Method::relevance) == "");
    settings.heads = {0, 3};
    settings.layers = {0, 2};
    CHECK(changes() == "2 of 4 heads, only head 3 of layer 2, layers 1, 3");
    settings = {};
    settings.residual = 0.3;
    CHECK(changes() == "Abnar & Zuidema 2020, but: Residual weight");
    settings.heads = {1};
    CHECK(changes() == "Abnar & Zuidema 2020, but: Residual weight, head 2 in every layer");
    // Nearest to the one that it shares most with.
    settings = {};
    settings.startLayer = 1;
    settings.discard = 0.2;
    CHECK(changes() == "Chefer 2021 start layer, but: Discard ratio");
    // Settings without effect make no difference.
    settings = {};
    settings.order = StepOrder::discardFirst;
    CHECK(changes() == "");
}
