// SPDX-License-Identifier: MIT
// A shipped model as the page and the command line use it. Its answers match its card.
#include <algorithm>
#include <atomic>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "model/ask/cut_text.h"
#include "model/checkpoint.h"
#include "model/session/session.h"

namespace hw::model {
namespace {

const std::string folder = std::string(HW_TEST_DATA) + "/../../web/models/agreement";
const std::string keys = "the keys to the cabinet [MASK] on the table";

Session opened() {
    auto session = Session::open(test::partsOf(folder));
    REQUIRE(session);
    return std::move(*session);
}

}  // namespace

TEST_CASE("a model says what it is from headers alone", "[model][session]") {
    const auto facts = look(test::partsOf(folder));
    REQUIRE(facts);
    CHECK(facts->spec.familyName == "BERT");
    CHECK(facts->task() == Task::maskedWord);
    CHECK(facts->isPostNorm());
    CHECK(facts->takesPairs);
    CHECK(facts->mostTokens == 64);
    CHECK(facts->stored == std::vector<std::string>{"F16"});
    CHECK(memoryFor(*facts, 16, true) > memoryFor(*facts, 16, false));
    CHECK(memoryFor(*facts, 16, false) > facts->storedBytes);
}

TEST_CASE("a sentence gives the answers of the model's card", "[model][session]") {
    const Session session = opened();
    const auto run = session.run(keys);
    REQUIRE(run);
    CHECK(session.usualPosition(*run) == 6);
    const auto top = session.top(*run, 6, 3);
    REQUIRE(top.size() == 3);
    CHECK(top[0].name == " are");
    CHECK(top[0].probability == Catch::Approx(0.6447).margin(1e-4));
    CHECK(top[1].name == " were");
    CHECK(top[1].probability == Catch::Approx(0.3418).margin(1e-4));
    CHECK(session.search(*run, 6, "WER", 5).front().name == " were");
    CHECK(session.surprisals(*run).empty());
    const auto without = session.run("the keys");
    REQUIRE(without);
    CHECK(session.usualPosition(*without) == -1);
    CHECK(session.top(*without, -1, 3).empty());
}

TEST_CASE("a GGUF, which has no config.json, opens and runs", "[model][session]") {
    const std::string path = std::string(HW_TEST_DATA) + "/model/gguf/qwen2-Q5_0.gguf";
    const auto facts = look({test::partOf(path)});
    REQUIRE(facts);
    CHECK(facts->isGguf);
    const auto session = Session::open({test::partOf(path)});
    REQUIRE(session);
    const auto run = session->run("the old lighthouse");
    REQUIRE(run);
    const auto top = session->top(*run, run->tokens() - 1, 3);
    REQUIRE(top.size() == 3);
    CHECK(top[0].probability >= top[1].probability);
    CHECK(top[2].probability > 0);
}

#if !defined(__EMSCRIPTEN__)
TEST_CASE("threads that split texts at once get what one gets", "[model][session]") {
    const Session session = opened();
    const std::vector<std::string> texts{keys, "the zebras near the lake [MASK] hungry",
                                         "the movie was [MASK].", "anna thanked tom"};
    std::vector<std::vector<std::int32_t>> wanted;
    for (const std::string& text : texts) wanted.push_back(session.tokenizer()->encode(text)->ids);
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            // Each has its own tokenizer, so that its cache is empty.
            const Session fresh = opened();
            std::vector<std::thread> inner;
            for (int k = 0; k < 4; ++k) {
                inner.emplace_back([&, k] {
                    for (int round = 0; round < 20; ++round) {
                        const auto at = static_cast<std::size_t>(k + round) % texts.size();
                        const auto made = fresh.tokenizer()->encode(texts[at]);
                        if (!made || made->ids != wanted[at]) ++wrong;
                    }
                });
            }
            for (std::thread& one : inner) one.join();
        });
    }
    for (std::thread& one : threads) one.join();
    CHECK(wrong == 0);
}
#endif

TEST_CASE("a run becomes an example of the page", "[model][session]") {
    const Session session = opened();
    const auto run = session.run(keys, "the movie was good");
    REQUIRE(run);
    const Example example = session.toExample(*run);
    CHECK(example.title == keys + " / the movie was good");
    CHECK(example.attentions.layers == 4);
    CHECK(example.attentions.heads == 4);
    CHECK(example.attentions.queries == run->tokens());
    CHECK(example.attentions.count() == std::size_t{1} * 16 * run->tokens() * run->tokens());
    CHECK(example.outputToken == 6);
    CHECK(example.specialTokens == std::vector<std::string>{"[CLS]", "[SEP]"});
    CHECK(std::ranges::count(example.segments, 1) == 5);
    std::vector<float> room;
    for (const float weight : example.attentions.row(2, 3, 4, room)) CHECK(weight >= 0);
}

TEST_CASE("the edge that decides turns the answer, and gradients say so", "[model][session]") {
    const Session session = opened();
    const auto base = session.run(keys);
    REQUIRE(base);
    Edits edits;
    REQUIRE(addEdges("1:0:6>2", session.facts().spec, base->tokens(), edits.edges));
    REQUIRE(edits.edges == std::vector<Edge>{{0, 0, 6, 2}});
    const auto cut = session.cut(*base, edits);
    REQUIRE(cut);
    CHECK(session.top(*cut, 6, 1).front().name == " is");
    const Example example = session.toExample(*cut);
    std::vector<float> room;
    CHECK(example.attentions.row(0, 0, 6, room)[2] == 0);
    CHECK(example.attentions.row(0, 1, 6, room)[2] ==
          session.toExample(*base).attentions.row(0, 1, 6, room)[2]);
    const Target target{
        .index = *session.outputNamed("are"), .minus = *session.outputNamed("is"), .position = 6};
    const auto gradients = backward(session.network(), base->trace, std::span(&target, 1));
    REQUIRE(gradients);
    CHECK(session.toExample(*base, &*gradients).gradients.count() == example.attentions.count());
}

TEST_CASE("texts that cannot be run are refused", "[model][session]") {
    const Session session = opened();
    std::string text;
    for (int i = 0; i < 80; ++i) text += "key ";
    const auto longText = session.run(text);
    REQUIRE(!longText);
    CHECK(longText.error().finding.find("82 tokens") != std::string::npos);
    CHECK(!session.outputNamed("no such word at all"));
    CHECK(*session.outputNamed("good") == *session.outputNamed(" good"));
    auto parts = test::partsOf(folder);
    std::erase_if(parts, [](const Part& part) { return part.name.starts_with("tokenizer"); });
    const auto bare = Session::open(std::move(parts));
    REQUIRE(bare);
    CHECK(!bare->run(keys));
    CHECK(bare->runIds({2, 903, 4, 3}));
}

TEST_CASE("cuts are read as people write them", "[model][ask]") {
    Spec spec;
    spec.heads = 2;
    spec.layers.resize(3);
    for (LayerKind& layer : spec.layers) layer.ahead = 0;
    const auto edges = [&](std::string_view text) {
        std::vector<Edge> list;
        const auto added = addEdges(text, spec, 4, list);
        return added ? static_cast<int>(list.size()) : -1;
    };
    CHECK(edges("") == 0);
    CHECK(edges("1:0:3>2") == 1);
    CHECK(edges(" 1:0:3>2, 2>1 ; 2:*:3>0 ") == 4);
    CHECK(edges("*:*:3>0") == 6);
    CHECK(edges("1:0:*>1") == 3);  // queries 1, 2 and 3 of a causal model
    CHECK(edges("1:0:*>*") == 10);
    for (const char* bad : {"0:0:1>0", "4:0:1>0", "1:2:1>0", "1:0:4>0", "1:0:1", "1:0", "1",
                            "a:b:c>d", "1:0:1>0>2", "1:0:99999999999>0"})
        CHECK(edges(bad) == -1);
    std::vector<HeadCut> heads;
    REQUIRE(addHeads("2:1; 3:*", HeadRule::mean, spec, heads));
    CHECK(heads.size() == 3);
    CHECK(!addHeads("1:0:1>0", HeadRule::zero, spec, heads));
    std::vector<LayerToken> residuals;
    REQUIRE(addResiduals("2:3", spec, 4, residuals));
    CHECK(residuals == std::vector<LayerToken>{{1, 3}});
    CHECK(!addResiduals("2:9", spec, 4, residuals));
}

}  // namespace hw::model
