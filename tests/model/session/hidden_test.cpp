// SPDX-License-Identifier: MIT
// Hidden tokens, compared with the real library (tests/model/make/interventions.py), with code from the definition
// (tests/model/make/hidden_patches.py), and with the references of shared/data/default_picture. They also equal cuts of
// all their edges one by one, in every kind of attention.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <filesystem>

#include "model/ask/blank_out.h"
#include "model/families/checkpoint_case.h"
#include "model/reference.h"
#include "model/run/read_out.h"
#include "model/sight/patch_rows.h"

namespace hw::model {
namespace {

/// Cuts every edge to the token before the softmax, in each layer and head from the first on.
Edits edgesTo(const Spec& spec, int tokens, LayerToken hidden) {
    Edits edits;
    edits.rule = CutRule::renormalise;
    for (int layer = hidden.layer; layer < spec.layerCount(); ++layer)
        for (int head = 0; head < spec.heads; ++head)
            for (int query = 0; query < tokens; ++query)
                if (query != hidden.token)
                    edits.edges.push_back({layer, head, query, hidden.token});
    return edits;
}

std::vector<Edits> eachHidden(const std::vector<int>& tokens, int layer) {
    std::vector<Edits> edits;
    for (const int token : tokens) edits.push_back({.hidden = {{layer, token}}});
    return edits;
}

}  // namespace

TEST_CASE("hidden tokens are the library's") {
    const Reference reference(GENERATE("distilbert_cls", "qwen3"));
    const Trace trace = reference.run(reference.text);
    std::vector<Edits> edits;
    for (int layer = 0; layer < reference.network.spec.layerCount(); ++layer)
        for (int token = 0; token < reference.text.length(); ++token)
            edits.push_back({.hidden = {{layer, token}}});
    const auto values = editedValues(reference.network, trace, edits, reference.target);
    REQUIRE(values);
    reference.near(*values, reference.json.find(reference.node, "hidden"), 2e-4);
}

TEST_CASE("hidden patches of a picture are those of code from the definition") {
    const std::string folder = HW_TEST_DATA "/model/families/vit";
    const auto network = test::openNetwork(test::partsOf(folder));
    REQUIRE(network);
    const TextInput input = pictureInput(*network, test::Expected(folder).tensor("t.pixels"));
    const auto trace = forward(*network, {input}, {.keepsRecords = true});
    REQUIRE(trace);
    const test::JsonReference reference(HW_TEST_DATA "/model/hidden_patches.json");
    for (const io::NodeId node : reference.json.children(0)) {
        const std::vector<int> hidden = reference.whole(node, "hidden");
        const std::vector<double> logits = reference.numbers(node, "logits");
        for (int output = 0; output < std::ssize(logits); ++output)
            for (const Trace* base : {static_cast<const Trace*>(nullptr), &*trace}) {
                const auto values =
                    blankOut(*network, input, {hidden}, {}, {.index = output}, {.base = base});
                REQUIRE(values);
                CHECK(std::abs(values->front() - logits[output]) < 1e-5);
            }
    }
}

TEST_CASE("hiding a token is cutting each edge to it, in every kind of attention") {
    const std::string folder =
        std::string(HW_TEST_DATA "/model/families/") +
        GENERATE("albert", "deberta-v3", "deberta-keys", "electra", "gemma2", "gemma3_text",
                 "gpt_neo", "gpt_neox", "mistral", "modernbert", "mpnet", "phi3");
    CAPTURE(folder);
    const auto opened = test::openNetwork(test::partsOf(folder));
    REQUIRE(opened);
    const test::Expected expected(folder);
    const io::NodeId node = expected.cases().front();
    const TextInput text{expected.whole(node, "ids"), expected.whole(node, "types")};
    const int n = text.length();
    REQUIRE(n > 3);
    const auto base = forward(*opened, {text}, {.keepsRecords = true});
    REQUIRE(base);
    const int layers = opened->spec.layerCount();
    std::vector<Edits> all;
    for (const LayerToken hidden : {LayerToken{0, 1}, {layers - 1, n - 2}, {0, 0}})
        for (const bool isHidden : {true, false})
            all.push_back(isHidden ? Edits{.hidden = {hidden}} : edgesTo(opened->spec, n, hidden));
    const auto made = forward(*opened, std::vector<TextInput>(all.size(), text), {.edits = all});
    REQUIRE(made);
    const auto same = [&](int a, int b, float allowed) {
        float largest = 0;
        for (int i = 0; i < n * opened->spec.width; ++i) {
            const std::size_t row = std::size_t{1} * n * opened->spec.width;
            largest =
                std::max(largest, std::abs(made->last()[a * row + i] - made->last()[b * row + i]));
        }
        return largest <= allowed;
    };
    for (int pair = 0; pair < 3; ++pair) CHECK(same(2 * pair, 2 * pair + 1, 0));
    CHECK_FALSE(same(0, 2, 1e-4F));
    for (int layer = 0; layer < layers; ++layer)
        for (int head = 0; head < opened->spec.heads; ++head)
            for (int query = 0; query < n; ++query) {
                const float* row = made->weights[layer].data() +
                                   made->batch.matrix(0, head, opened->spec.heads) +
                                   std::size_t{1} * query * n;
                CHECK((query == 1 || row[1] == 0));
            }
    // The same next to the run without changes, which supplies most of a layer.
    const auto side = forward(*opened, {text}, {.edits = {&all[2], 1}, .base = &*base});
    REQUIRE(side);
    for (int i = 0; i < n * opened->spec.width; ++i)
        CHECK(std::abs(side->last()[i] -
                       made->last()[std::size_t{2} * n * opened->spec.width + i]) < 1e-5F);
}

TEST_CASE("a head that averages leaves hidden tokens out") {
    const Reference reference("distilbert_cls");
    Network network =
        test::openNetwork(test::partsOf(HW_TEST_DATA "/model/distilbert_cls")).value();
    const Pool pool = GENERATE(Pool::mean, Pool::max);
    network.spec.head.pool = pool;
    const Trace base = forward(network, {reference.text}).value();
    const int layers = network.spec.layerCount();
    const int n = reference.text.length();
    // Hidden only from the head. The other tokens' rows are those of the run, and only the head sees them.
    const auto values = editedValues(network, base, eachHidden({2, 0}, layers), reference.target);
    REQUIRE(values);
    std::vector<float> rows;
    Batch fewer;
    fewer.add(n - 1);
    for (int token = 0; token < n; ++token)
        if (token != 2)
            rows.insert(rows.end(), base.last().begin() + token * network.spec.width,
                        base.last().begin() + (token + 1) * network.spec.width);
    Workspace workspace;
    const int output = reference.target.index;
    CHECK(std::abs(readOut(network, fewer, rows, {}, {&output, 1}, workspace).values[0] -
                   (*values)[0]) < 1e-5);
    CHECK(std::abs((*values)[0] - (*values)[1]) > 1e-4);
    Edits all;
    for (int token = 0; token < n; ++token) all.hidden.push_back({0, token});
    const auto none = forward(network, {reference.text}, {.edits = {&all, 1}});
    REQUIRE_FALSE(none);
    CHECK(none.error().place == "hide");
    network.spec.head.pool = Pool::first;
    CHECK(forward(network, {reference.text}, {.edits = {&all, 1}}));
}

TEST_CASE("tokens and layers that are not there cannot be hidden") {
    const Reference reference("qwen3");
    const int layers = reference.network.spec.layerCount();
    for (const LayerToken bad :
         {LayerToken{0, -1}, {0, reference.text.length()}, {-1, 0}, {layers + 1, 0}}) {
        const Edits edits{.hidden = {bad}};
        CHECK_FALSE(forward(reference.network, {reference.text}, {.edits = {&edits, 1}}));
    }
}

TEST_CASE("what hidden tokens take from the shipped encoder are the references") {
    const std::string folder = std::string(HW_SHARED_DATA) + "/default_picture";
    if (!std::filesystem::is_directory(folder))
        SKIP("shared/data/default_picture is not beside the checkout");
    const test::JsonReference expected(folder + "/expected.json");
    const test::JsonReference prompts(folder + "/prompts.json");
    const auto network =
        test::openNetwork(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(network);
    auto ids = prompts.idsByText("agreement");
    int compared = 0;
    for (const io::NodeId node : expected.json.children(expected.json.find(0, "agreement"))) {
        const std::string text = expected.text(node, "text");
        CAPTURE(text);
        const auto trace = forward(*network, {{ids.at(text), {}}});
        REQUIRE(trace);
        Target target{.index = static_cast<int>(expected.number(node, "answer_id")),
                      .minus = static_cast<int>(expected.number(node, "against_id")),
                      .position = static_cast<int>(expected.number(node, "position"))};
        const double value = valuesOf(*network, *trace, target).front();
        CHECK(std::abs(value - expected.number(node, "value")) < 1e-3);
        const std::vector<int> asked = expected.whole(node, "tokens_asked");
        const io::NodeId hidden = expected.json.find(node, "hidden");
        const std::vector<double> leftOut = expected.numbers(hidden, "left_out");
        const std::vector<double> rows = expected.numbers(hidden, "read_up_to");
        REQUIRE(rows.size() == asked.size() * network->spec.layerCount());
        for (int layer = 0; layer < network->spec.layerCount(); ++layer) {
            const auto values = editedValues(*network, *trace, eachHidden(asked, layer), target);
            REQUIRE(values);
            for (std::size_t i = 0; i < asked.size(); ++i, ++compared) {
                const double before = layer == 0 ? 0 : rows[(layer - 1) * asked.size() + i];
                CHECK(std::abs(value - (*values)[i] - (leftOut[i] - before)) < 1e-3);
            }
        }
    }
    CHECK(compared > 2000);
}

}  // namespace hw::model
