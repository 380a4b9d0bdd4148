// SPDX-License-Identifier: MIT
// Sentence encoders and cross-encoders, compared with sentence-transformers, and classes of decoders, compared with
// transformers (tests/model/make/sentences.py).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <filesystem>
#include <numeric>
#include <utility>

#include "model/checkpoint.h"
#include "model/run/read_out.h"
#include "model/sentence/sentence.h"
#include "model/session/session.h"

namespace hw::model {
namespace {

using Catch::Matchers::ContainsSubstring;

const std::string sentenceFolder = HW_TEST_DATA "/model/sentences/";

/// All files of a folder, with the folders of modules. `with` replaces those of the same name.
std::vector<Part> sentenceParts(const std::string& path, const std::vector<Part>& with = {}) {
    std::vector<Part> parts = with;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
        const std::string name = entry.path().lexically_relative(path).generic_string();
        if (!entry.is_regular_file() || name == "expected.json") continue;
        if (std::ranges::find(with, name, &Part::name) == with.end())
            parts.push_back(test::part(name, test::readBytes(entry.path().string())));
    }
    return parts;
}

Session opened(const std::string& name) {
    auto session = Session::open(sentenceParts(sentenceFolder + name));
    INFO((session ? "" : sentence(session.error())));
    REQUIRE(session);
    return std::move(*session);
}

void checkNear(std::span<const float> found, const std::vector<double>& wanted) {
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        CHECK(std::abs(found[i] - wanted[i]) < 2e-5 * (1 + std::abs(wanted[i])));
}

std::optional<std::string> given(const test::JsonReference& expected, io::NodeId node,
                                 std::string_view key) {
    if (expected.json.find(node, key) == io::none) return std::nullopt;
    return expected.text(node, key);
}

}  // namespace

TEST_CASE("sentence encoders, cross-encoders and classes give the library's numbers") {
    const std::string name = GENERATE(
        "labse", "distiluse", "sentence-t5", "all-mpnet", "last", "instructor", "side-by-side",
        "lowered", "cross", "cross-plain", "padded-llama", "padded-gpt2", "padded-gemma2");
    INFO(name);
    Session session = opened(name);
    const test::JsonReference expected(sentenceFolder + name + "/expected.json");
    for (const io::NodeId node : expected.json.children(io::Tree::root)) {
        const auto prompt = given(expected, node, "prompt");
        INFO(expected.text(node, "text") << " " << prompt.value_or("-"));
        REQUIRE(session.takePrompt(prompt));
        const auto pair = given(expected, node, "pair");
        const auto run = session.run(expected.text(node, "text"), pair);
        INFO((run ? "" : sentence(run.error())));
        if (!run) {
            // The library truncates such a text. This program does not.
            CHECK(name == "lowered");
            CHECK_THAT(sentence(run.error()), ContainsSubstring("at most 12"));
            continue;
        }
        CHECK(std::vector<int>(run->encoding.ids.begin(), run->encoding.ids.end()) ==
              expected.whole(node, "ids"));
        const std::vector<float> outputs = session.outputs(*run, 0);
        if (expected.json.find(node, "score") != io::none) {
            checkNear(std::vector{session.scoreOf(outputs[0])}, expected.numbers(node, "score"));
            const Choice answer = session.topOf(outputs, 1).front();
            CHECK(answer.isScore == (name == "cross-plain"));
            if (!answer.isScore)
                CHECK(std::abs(answer.probability - expected.numbers(node, "score")[0]) < 1e-5);
        } else if (expected.json.find(node, "logits") != io::none) {
            checkNear(outputs, expected.numbers(node, "logits"));
            // The last token is padding.
            CHECK(session.usualPosition(*run) == run->tokens() - 2);
        } else {
            checkNear(sentenceVector(session.network().spec, outputs),
                      expected.numbers(node, "vector"));
        }
    }
}

TEST_CASE("what is pooled has the gradients of what is pooled") {
    const Session session = opened("side-by-side");
    Network network = session.network();
    // Other tests cover the modules after it.
    network.head.stages.clear();
    const int width = network.spec.width;
    Batch batch(std::vector<TextInput>{{.ids = {2, 4, 5, 6, 3}, .skipped = 2}, {.ids = {2, 4, 3}}});
    std::vector<float> stream = test::randomFloats(std::size_t{1} * batch.tokens() * width, 3);
    Workspace workspace;
    const ReadOut out = readOut(network, batch, stream, {}, {}, workspace);
    REQUIRE(out.width == 6 * width);
    const std::vector<float> seed = test::randomFloats(out.values.size(), 4);
    const auto value = [&] {
        const ReadOut made = readOut(network, batch, stream, {}, {}, workspace);
        double sum = 0;
        for (std::size_t i = 0; i < seed.size(); ++i) sum += double{seed[i]} * made.values[i];
        return sum;
    };
    const std::vector<float> gradient = readOutBackward(network, batch, out, {}, seed, workspace);
    constexpr float step = 1e-3F;
    for (std::size_t i = 0; i < stream.size(); ++i) {
        const float before = std::exchange(stream[i], stream[i] + step);
        const double above = value();
        stream[i] = before - step;
        const double below = value();
        stream[i] = before;
        CHECK(std::abs((above - below) / (2 * step) - gradient[i]) < 2e-3);
    }
    // Two tokens belong to the prompt.
    CHECK(std::ranges::all_of(std::span(gradient).first(std::size_t{2} * width),
                              [](float one) { return one == 0; }));
    const std::vector<double> shares = readAt(network.spec, {}, batch);
    CHECK(shares[0] + shares[1] == 0);
    CHECK(std::abs(std::accumulate(shares.begin(), shares.end(), 0.0) - 1) < 1e-6);
}

TEST_CASE("modules and settings that are not known are refused by name") {
    const auto refusal = [](const std::string& name, const std::string& file,
                            const std::string& from, const std::string& to) {
        std::string text = test::readBytes(sentenceFolder + name + "/" + file);
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        const auto session = Session::open(sentenceParts(
            sentenceFolder + name, {test::part(file, text.replace(at, from.size(), to))}));
        return session ? std::string() : sentence(session.error());
    };
    CHECK_THAT(refusal("labse", "modules.json", "models.Dense", "models.LSTM"),
               ContainsSubstring("LSTM"));
    CHECK_THAT(refusal("labse", "modules.json", "sentence_transformers.models.Dense", "mine.Dense"),
               ContainsSubstring("mine.Dense"));
    CHECK_THAT(refusal("labse", "modules.json", "models.Transformer", "models.BoW"),
               ContainsSubstring("BoW"));
    CHECK_THAT(refusal("labse", "modules.json", "2_Dense", "../2_Dense"),
               ContainsSubstring("not one of the model’s folders"));
    CHECK_THAT(refusal("labse", "modules.json", "1_Pooling", "5_Pooling"),
               ContainsSubstring("5_Pooling/config.json"));
    const auto apart =
        Session::open({test::part("modules.json",
                                  R"([{"type": "sentence_transformers.models.StaticEmbedding"}])"),
                       test::part("0_StaticEmbedding/model.safetensors", "")});
    REQUIRE_FALSE(apart);
    CHECK_THAT(sentence(apart.error()), ContainsSubstring("StaticEmbedding"));
    CHECK_THAT(refusal("labse", "modules.json", "[", "{"), ContainsSubstring("modules.json"));
    CHECK_THAT(refusal("distiluse", "2_Dense/config.json", "Tanh", "Softplus"),
               ContainsSubstring("Softplus"));
    CHECK_THAT(refusal("distiluse", "2_Dense/config.json", "{", "{\"use_residual\": true,"),
               ContainsSubstring("use_residual"));
    CHECK_THAT(refusal("side-by-side", "2_Normalize/config.json", "\"sentence_embedding\"",
                       "\"token_embeddings\""),
               ContainsSubstring("token_embeddings"));
    CHECK_THAT(refusal("distiluse", "1_Pooling/config.json", "\"mean\"", "\"median\""),
               ContainsSubstring("median"));
    CHECK_THAT(refusal("cross-plain", "config_sentence_transformers.json", "Identity", "Softplus"),
               ContainsSubstring("Softplus"));
    CHECK_THAT(refusal("all-mpnet", "config.json", "\"model_type\": \"mpnet\"",
                       "\"model_type\": \"bart\", \"d_model\": 16"),
               ContainsSubstring("config.json") || ContainsSubstring("BART"));
}

TEST_CASE("a text has at most as many tokens as the encoder's files say") {
    CHECK(opened("labse").facts().mostTokens == 32);  // of tokenizer_config.json
    const Session session = opened("lowered");
    CHECK(session.facts().mostTokens == 12);
    // A longer text is cut there, as in sentence-transformers, and reported.
    std::string text;
    for (int i = 0; i < 10; ++i) text += "cat ";
    const auto fits = session.run(text);
    const auto tooLong = session.run(text + text + text);
    REQUIRE(fits);
    REQUIRE(tooLong);
    CHECK(fits->tokens() == 12);
    CHECK(tooLong->encoding.ids == fits->encoding.ids);
    CHECK(session.outputs(*tooLong, 0) == session.outputs(*fits, 0));
    CHECK(session.cutNote(*tooLong) == "The model reads the first 12 of 32 tokens.");
    CHECK(session.cutNote(*fits).empty());
}

TEST_CASE("a prompt is named, and another name is refused with those that there are") {
    Session session = opened("last");
    CHECK(session.facts().spec.usualPrompt == "query");
    REQUIRE(session.takePrompt("passage"));
    CHECK(session.encoded("a cat")->text == "passage: a cat");
    REQUIRE(session.takePrompt(""));
    CHECK(session.encoded("a cat")->text == "a cat");
    REQUIRE(session.takePrompt({}));
    CHECK(session.encoded("a cat")->text == "query: a cat");
    const auto refused = session.takePrompt("title");
    REQUIRE_FALSE(refused);
    CHECK_THAT(sentence(refused.error()),
               ContainsSubstring("title") && ContainsSubstring("passage"));
}

}  // namespace hw::model
