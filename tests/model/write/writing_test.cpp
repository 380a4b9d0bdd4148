// SPDX-License-Identifier: MIT
// A session that writes. Covers its end, its steps back, and a run of the written text.
#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/files/safetensors_header.h"
#include "model/session/writing.h"

namespace hw::model {
namespace {

const std::string folder = HW_TEST_DATA "/model/gpt2_bare";

/// The model, with another generation_config.json if there is one.
Session opened(const std::string& settings = "") {
    std::vector<Part> parts = test::partsOf(folder);
    std::erase_if(parts, [](const Part& part) { return part.name == "generation_config.json"; });
    if (!settings.empty()) parts.push_back(test::part("generation_config.json", settings));
    auto session = Session::open(std::move(parts));
    REQUIRE(session);
    return std::move(*session);
}

Writing begun(const Session& session, const std::string& text) {
    auto writing = Writing::of(session);
    REQUIRE(writing);
    const auto ids = writing->idsOf(text);
    REQUIRE(ids);
    REQUIRE(writing->set(*ids));
    return std::move(*writing);
}

std::vector<int> written(Writing& writing, const Sampling& sampling, int count) {
    std::vector<int> ids;
    for (int i = 0; i < count; ++i) {
        const auto next = writing.next(sampling);
        REQUIRE(next);
        if (!*next) break;
        ids.push_back(**next);
    }
    return ids;
}

}  // namespace

TEST_CASE("what is written can be run like any text, with the same numbers", "[model][write]") {
    const Session session = opened();
    Writing writing = begun(session, "the old fox");
    const Sampling sampling{.temperature = 1, .seed = 5};
    const std::size_t before = writing.ids().size();
    REQUIRE(written(writing, sampling, 8).size() == 8);
    const auto run = session.runGenerated(writing.ids());
    REQUIRE(run);
    CHECK(run->tokens() == static_cast<int>(before) + 8);
    CHECK(run->text == session.tokenizer()->decode(run->encoding.ids, true));
    CHECK(run->text.starts_with("the old fox"));
    for (int position = static_cast<int>(before) - 1; position + 1 < run->tokens(); ++position) {
        const int chosen = run->encoding.ids[position + 1];
        CHECK(chooseToken(session.outputs(*run, position), sampling, position + 1) == chosen);
        const auto top = session.top(*run, position, 3);
        const auto own = writing.top(position, 3);
        REQUIRE(own.size() == 3);
        CHECK(own[0].index == top[0].index);
        CHECK(own[0].probability == Catch::Approx(top[0].probability).epsilon(1e-4));
        CHECK(writing.probability(position, top[1].index) ==
              Catch::Approx(top[1].probability).epsilon(1e-4));
    }
    CHECK(writing.probability(0, -1) == 0);
}

TEST_CASE("a run of what was written is put together from what is kept", "[model][write]") {
    const Session session = opened();
    Writing writing = begun(session, "the old fox");
    REQUIRE(written(writing, {.temperature = 1, .seed = 5}, 8).size() == 8);
    const std::vector<int> all = writing.ids();
    const auto check = [&](const std::vector<int>& ids) {
        CAPTURE(ids);
        auto encoded = session.encodeGenerated(ids);
        REQUIRE(encoded);
        const auto made = writing.traced(std::move(*encoded));
        const auto whole = session.runGenerated(ids);
        REQUIRE(made);
        REQUIRE(whole);
        CHECK(made->text == whole->text);
        CHECK(made->encoding.tokens == whole->encoding.tokens);
        CHECK(made->trace.texts[0].ids == ids);
        for (std::size_t layer = 0; layer < whole->trace.weights.size(); ++layer)
            CHECK(test::largestDifference(made->trace.weights[layer],
                                          whole->trace.weights[layer]) <= 2e-5);
        const int last = made->tokens() - 1;
        const auto logits = session.outputs(*whole, last);
        CHECK(test::largestDifference(session.outputs(*made, last), logits) <=
              5e-5 * test::largestOf(logits));
    };
    check(all);
    check({all.begin(), all.end() - 3});  // a step back
    CHECK(writing.ids() == all);
    std::vector<int> other = all;
    other.back() = (other.back() + 1) % session.facts().spec.vocabulary;
    check(other);
    CHECK(writing.ids() == other);  // the cache is of this text now
    check({all.rbegin(), all.rend()});
    CHECK(writing.ids() == other);
    auto stopped = session.encodeGenerated(other);
    REQUIRE(stopped);
    CHECK(writing.traced(std::move(*stopped), [] { return true; }).error().code == Code::cancelled);
}

TEST_CASE("who steps back and goes on gets the same again, another seed something else",
          "[model][write]") {
    const Session session = opened();
    Writing writing = begun(session, "the old fox");
    const Sampling sampling{.temperature = 1.5, .seed = 9};
    const auto first = written(writing, sampling, 10);
    std::vector<int> back = writing.ids();
    back.resize(back.size() - 6);
    REQUIRE(writing.set(back));
    CHECK(std::ranges::equal(written(writing, sampling, 6), std::span(first).subspan(4)));
    REQUIRE(writing.set(back));
    CHECK_FALSE(std::ranges::equal(written(writing, {.temperature = 1.5, .seed = 10}, 6),
                                   std::span(first).subspan(4)));
    // With another token instead.
    std::vector<int> other = back;
    other.back() = (other.back() + 1) % session.facts().spec.vocabulary;
    REQUIRE(writing.set(other));
    const auto branch = written(writing, {}, 4);
    Writing fresh = begun(session, "x");
    REQUIRE(fresh.set(other));
    CHECK(written(fresh, {}, 4) == branch);
}

TEST_CASE("a text ends where the model ends it", "[model][write]") {
    const auto first = [](const Session& session) {
        Writing writing = begun(session, "the old fox");
        return writing.top(static_cast<int>(writing.ids().size()) - 1, 2);
    };
    const auto top = first(opened(R"({"eos_token_id": []})"));
    for (const std::string& list :
         {std::to_string(top[0].index), "[1, " + std::to_string(top[0].index) + ", 99999999]"}) {
        const Session session = opened("{\"eos_token_id\": " + list + "}");
        CHECK(session.endTokens().back() == top[0].index);
        Writing writing = begun(session, "the old fox");
        const auto ids = writing.ids();
        CHECK(written(writing, {}, 5).empty());
        CHECK(writing.ended() == WriteEnd::token);
        CHECK(writing.ids() == ids);
        // The same request gives the same text. Another text continues.
        CHECK(written(writing, {}, 5).empty());
        std::vector<int> other = ids;
        other.push_back(top[1].index);
        REQUIRE(writing.set(other));
        CHECK(writing.ended() == WriteEnd::none);
    }
    std::vector<Part> parts = test::partsOf(folder);
    std::erase_if(parts, [](const Part& part) { return part.name == "generation_config.json"; });
    parts.push_back(test::part("generation_config.json", "{\"eos_token_id\": 1"));
    const auto broken = Session::open(std::move(parts));
    REQUIRE(!broken);
    CHECK(broken.error().place.contains("generation_config.json"));
}

TEST_CASE("a model whose numbers overflow writes nothing, and says why", "[model][write]") {
    // Only the final norm's weights. Streams are finite, logits are not.
    std::vector<Part> parts = test::partsOf(folder);
    const auto weights = std::ranges::find(parts, "model.safetensors", &Part::name);
    REQUIRE(weights != parts.end());
    std::string bytes = test::readBytes(folder + "/model.safetensors");
    const auto header = readSafetensorsHeader(*weights->bytes, weights->name);
    REQUIRE(header);
    const auto norm = std::ranges::find_if(header->tensors, [](const StoredTensor& tensor) {
        return tensor.name.ends_with("ln_f.weight");
    });
    REQUIRE(norm != header->tensors.end());
    for (std::uint64_t at = 0; at < norm->bytes; at += sizeof(float)) {
        constexpr float huge = 3e38F;
        std::memcpy(bytes.data() + norm->offset + at, &huge, sizeof huge);
    }
    *weights = test::part("model.safetensors", bytes);
    const auto session = Session::open(std::move(parts));
    REQUIRE(session);
    Writing writing = begun(*session, "the keys");
    const auto next = writing.next({});
    REQUIRE_FALSE(next);
    CHECK(next.error().code == Code::badNumber);
    const auto run = session->run("the keys");
    REQUIRE(run);
    const Target target;
    const auto gradients = backward(session->network(), run->trace, {&target, 1});
    REQUIRE_FALSE(gradients);
    CHECK(gradients.error().code == Code::badNumber);
}

TEST_CASE("a text is not longer than the model reads", "[model][write]") {
    const Session session = opened(R"({"eos_token_id": []})");
    Writing writing = begun(session, "a");
    const std::vector<int> ids(writing.mostTokens() - 2, writing.ids().front());
    REQUIRE(writing.set(ids));
    CHECK(written(writing, {.temperature = 1, .seed = 1}, 10).size() == 2);
    CHECK(writing.ended() == WriteEnd::length);
    CHECK(session.runGenerated(writing.ids()));
    CHECK(writing.set(std::vector<int>(writing.mostTokens() + 1, 1)).error().code ==
          Code::tooLarge);
    CHECK(writing.next({.temperature = -1}).error().code == Code::badArgument);
}

TEST_CASE("a model writes what generate() writes by its repository's settings") {
    // tests/model/make/generation.py
    const std::string own = HW_TEST_DATA "/model/generation";
    const test::JsonReference expected(own + "/expected.json");
    for (const io::NodeId node : expected.json.children(io::Tree::root)) {
        const std::string settings = expected.text(node, "config");
        CAPTURE(settings, expected.text(node, "text"));
        std::vector<Part> parts = test::partsOf(own);
        parts.push_back(test::part("generation_config.json", settings));
        auto session = Session::open(std::move(parts));
        REQUIRE(session);
        Writing writing = begun(*session, expected.text(node, "text"));
        const int most = static_cast<int>(expected.number(node, "most"));
        writing.endAt(static_cast<int>(writing.ids().size()) + most);
        std::vector<int> wanted = expected.whole(node, "ids");
        std::vector<int> first;
        for (int i = 0; i < most && writing.ended() == WriteEnd::none; ++i) {
            const auto next = writing.next({});
            REQUIRE(next);
            if (i == 3) first = writing.ids();
        }
        if (writing.ended() == WriteEnd::token) {
            CHECK(wanted.back() == 3);
            wanted.pop_back();
        }
        CHECK(writing.ids() == wanted);
        // A text restored by a step back still counts as written, so the rules for a beginning do not apply again.
        REQUIRE(writing.set(first));
        REQUIRE(writing.next({}));
        CHECK(writing.ids().size() == first.size() + 1);
        CHECK(writing.ids().back() == wanted[first.size()]);
    }
}

TEST_CASE("a setting of writing that is not supported is refused by name when the model writes") {
    const auto refusal = [](const std::string& settings) {
        const auto writing = Writing::of(opened(settings));
        return writing ? std::string() : sentence(writing.error());
    };
    CHECK(refusal("{}").empty());
    CHECK(
        refusal(R"({"guidance_scale": 1, "stop_strings": null, "token_healing": false})").empty());
    CHECK(refusal(R"({"guidance_scale": 1.5})").find("generation_config.json, guidance_scale") ==
          0);
    CHECK(refusal(R"({"sequence_bias": [[[1], 2.0]]})").find("sequence_bias") != std::string::npos);
    CHECK(refusal(R"({"repetition_penalty": "much"})").find("repetition_penalty") !=
          std::string::npos);
}

}  // namespace hw::model
