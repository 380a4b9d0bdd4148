// SPDX-License-Identifier: MIT
#include "model/train/task.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <set>
#include <string>
#include <vector>

#include "model/train/trainer.h"

namespace {

using namespace hw::train;
using Catch::Matchers::ContainsSubstring;

/// The words of a sequence, and below each position its target or a dash.
std::pair<std::string, std::string> shown(const Task& task, const Sequence& sequence) {
    std::string words;
    std::string targets;
    for (int i = 0; i < sequence.tokens; ++i) {
        words += (i > 0 ? " " : "") + task.words[sequence.ids[i]];
        targets += (i > 0 ? " " : "") +
                   (sequence.targets[i] < 0 ? std::string("-") : task.words[sequence.targets[i]]);
    }
    return {words, targets};
}

struct Sample {
    const char* recipe;
    Purpose purpose;
    std::uint64_t number;
    const char* words;
    const char* targets;
};

// Made by the recipes' independent program in Python, with seed 3.
constexpr Sample samples[] = {
    {"copy", Purpose::training, 7,
     "x d q f p m o y x d q f p m o y x d q f p m o y x d q f p m o y",
     "- - - - - - - - d q f p m o y x d q f p m o y x d q f p m o y -"},
    {"copy", Purpose::test, 1234567,
     "x f c p d n u s m t b z g x f c p d n u s m t b z g x f c p d n",
     "- - - - - - - - - - - - - f c p d n u s m t b z g x f c p d n -"},
    {"recall", Purpose::training, 7, "b 3 h 4 c 8 g 2 e 3 d 3 h 4 d 3 e 3 g 2 b 3 c",
     "- - - - - - - - - - - - 4 - 3 - 3 - 2 - 3 - 8"},
    {"recall", Purpose::test, 1234567, "g 4 h 6 d 5 c 3 a 6 e 2 e 2 a 6 h 6 d 5 g 4 c",
     "- - - - - - - - - - - - 2 - 6 - 6 - 5 - 4 - 3"},
    {"add", Purpose::training, 7, "2 3 + 8 8 = 1 1", "- - - - - 1 1 1"},
    {"add", Purpose::test, 1234567, "8 1 + 9 0 = 1 7", "- - - - - - - -"},
    {"largest", Purpose::training, 7, "d o a l f k j e >", "- - - - - - - - o"},
    {"largest", Purpose::test, 1234567, "n o e d k c f a >", "- - - - - - - - o"},
    {"first", Purpose::training, 7, "d o a l f k j e >", "- - - - - - - - d"},
    {"first", Purpose::test, 1234567, "n o e d k c f a >", "- - - - - - - - n"},
    {"sort", Purpose::training, 7, "d o a l f k j e > a d e f j k l",
     "- - - - - - - - a d e f j k l o"},
    {"sort", Purpose::test, 1234567, "n o e d k c f a > a c d e f k n",
     "- - - - - - - - a c d e f k n o"},
    {"reverse", Purpose::training, 7, "d o a l f k j e > e j k f l a o",
     "- - - - - - - - e j k f l a o d"},
    {"reverse", Purpose::test, 1234567, "n o e d k c f a > a f c k d e o",
     "- - - - - - - - a f c k d e o n"},
    {"agreement", Purpose::training, 7,
     "to the old key , the red book to the red book behind the dogs _",
     "- - - - - - - - - - - - - - - is"},
    {"agreement", Purpose::test, 1234567, "the key behind the book behind the teacher _",
     "- - - - - - - - is"},
    {"agreement", Purpose::hard, 5,
     "behind the keys , the teacher to the small cabinets to the pictures _",
     "- - - - - - - - - - - - - is"},
    {"agreement-no-attractors", Purpose::training, 7,
     "to the old key , the red book to the red book behind the dog _",
     "- - - - - - - - - - - - - - - is"},
    {"agreement-no-attractors", Purpose::test, 1234567,
     "the key behind the book behind the teacher _", "- - - - - - - - is"},
    {"copy-fixed-length", Purpose::training, 7,
     "x d q f p m o y k g e j a u c n x d q f p m o y k g e j a u c n",
     "- - - - - - - - - - - - - - - - d q f p m o y k g e j a u c n -"},
    {"copy-fixed-length", Purpose::test, 1234567,
     "x f c p d n u s m t b z g v i w x f c p d n u s m t b z g v i w",
     "- - - - - - - - - - - - - - - - f c p d n u s m t b z g v i w -"},
    {"copy-fixed-length", Purpose::hard, 5,
     "q k m d i t n l y q k m d i t n l y q k m d i t n l y q k m d i",
     "- - - - - - - - - k m d i t n l y q k m d i t n l y q k m d i -"},
};

TEST_CASE("sequences of all tasks are those of an independent program") {
    for (const Sample& sample : samples) {
        CAPTURE(sample.recipe, sample.number);
        const auto recipe = recipeNamed(sample.recipe);
        REQUIRE(recipe);
        const auto [words, targets] =
            shown(recipe->task, recipe->task.sequence(3, sample.purpose, sample.number));
        CHECK(words == sample.words);
        CHECK(targets == sample.targets);
    }
}

TEST_CASE("every recipe makes sequences within its network") {
    for (const std::string_view name : recipeNames()) {
        CAPTURE(name);
        const auto recipe = recipeNamed(name);
        REQUIRE(recipe);
        const Task& task = recipe->task;
        CHECK(std::set(task.words.begin(), task.words.end()).size() == task.words.size());
        int counted = 0;
        for (std::uint64_t i = 0; i < 600; ++i) {
            const Sequence sequence = task.sequence(9, Purpose::training, i);
            REQUIRE(std::cmp_equal(sequence.ids.size(), task.length));
            counted += sequence.counts() ? 1 : 0;
            for (int at = 0; at < task.length; ++at) {
                REQUIRE(sequence.ids[at] >= 0);
                REQUIRE(sequence.ids[at] < recipe->shape.vocabulary);
                REQUIRE(sequence.targets[at] < recipe->shape.vocabulary);
                for (const int source : sequence.sources[at]) REQUIRE(source <= at);
            }
        }
        CHECK(counted > 200);
        // What the test counts, the training does not, if pairs are held out.
        CHECK(recipe->task.sequence(9, Purpose::test, 0).ids.size() > 0);
    }
}

TEST_CASE("the right source holds the answer where the task copies") {
    for (const char* name : {"copy", "recall", "first", "largest", "reverse", "sort"}) {
        CAPTURE(name);
        const auto recipe = recipeNamed(name);
        REQUIRE(recipe);
        for (std::uint64_t i = 0; i < 50; ++i) {
            const Sequence sequence = recipe->task.sequence(1, Purpose::test, i);
            for (int at = 0; at < sequence.tokens; ++at)
                if (sequence.targets[at] >= 0)
                    CHECK(sequence.ids[sequence.sources[at][0]] == sequence.targets[at]);
        }
    }
}

TEST_CASE("held-out sums are tested and not trained") {
    for (const char* name : {"add", "add23"}) {
        CAPTURE(name);
        const auto recipe = recipeNamed(name);
        REQUIRE(recipe);
        std::set<std::vector<int>> trained;
        std::set<std::vector<int>> tested;
        for (std::uint64_t i = 0; i < 2000; ++i) {
            const Sequence one = recipe->task.sequence(1, Purpose::training, i);
            if (one.counts()) trained.insert(one.ids);
            const Sequence other = recipe->task.sequence(1, Purpose::test, i);
            if (other.counts()) tested.insert(other.ids);
        }
        CHECK(trained.size() > 100);
        CHECK(tested.size() > 100);
        // Sums of add start with their two numbers, which decide whether they are held out.
        for (const auto& ids : tested) CHECK_FALSE(trained.contains(ids));
    }
}

TEST_CASE("a grammar makes sentences with labelled choices and answers") {
    const auto recipe = readRecipe(R"({
        "name": "mirror",
        "grammar": {"sentence": ["<letter:1> <letter:2> | *<letter:2> *<letter:1>", "<letter> ! *yes"],
                    "letter": ["a", "b", "c"]},
        "layers": 1, "heads": 2, "width": 16, "steps": 40, "batch": 8, "positions": false})");
    REQUIRE(recipe);
    CHECK(recipe->name == "mirror");
    CHECK(recipe->task.length == 4);
    CHECK(recipe->shape.vocabulary == 7);  // | ! yes a b c <pad>
    CHECK_FALSE(recipe->shape.hasPositions);
    int mirrored = 0;
    for (std::uint64_t i = 0; i < 100; ++i) {
        const Sequence sequence = recipe->task.sequence(1, Purpose::training, i);
        const auto [words, targets] = shown(recipe->task, sequence);
        if (sequence.tokens == 2) {
            CHECK(words.substr(1) == " !");
            CHECK(targets == "- yes");
            continue;
        }
        ++mirrored;
        CHECK(words[0] != words[2]);
        CHECK(words[6] == words[2]);
        CHECK(targets == std::string("- - ") + words[2] + ' ' + words[0]);
        CHECK(sequence.sources[2][0] == 1);
        CHECK(sequence.sources[3][0] == 0);
    }
    CHECK(mirrored > 20);
    CHECK(mirrored < 80);
    auto trainer = Trainer::create(*recipe, 1);
    REQUIRE(trainer);
    while (!trainer->isFinished()) REQUIRE(trainer->advance());
    CHECK(trainer->records().back().loss < trainer->records().front().loss);
}

TEST_CASE("pairs of texts and letters of a text are learned") {
    const auto pairs = readRecipe(
        R"({"pairs": [["hot is not", "cold"], ["big is not", "small"], ["up is not", "down"]],
            "steps": 120, "batch": 8, "width": 16, "layers": 1})");
    REQUIRE(pairs);
    const auto text = readRecipe(
        R"({"text": "abc  abc\nabd abc abc abd", "length": 8, "steps": 200, "batch": 8, "width": 16, "rate": 0.01})");
    REQUIRE(text);
    CHECK(text->task.words == std::vector<std::string>{"a", "b", "c", "␣", "d"});
    for (const auto& recipe : {*pairs, *text}) {
        auto trainer = Trainer::create(recipe, 1);
        REQUIRE(trainer);
        while (!trainer->isFinished()) REQUIRE(trainer->advance());
        CHECK(trainer->accuracy(trainer->weights()).share() > 0.85);
    }
    const auto heldOut = readRecipe(
        R"({"pairs": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["e", "f"], ["f", "a"]], "held_out": 0.5})");
    REQUIRE(heldOut);
    std::set<std::vector<int>> trained;
    std::set<std::vector<int>> tested;
    for (std::uint64_t i = 0; i < 100; ++i) {
        trained.insert(heldOut->task.sequence(1, Purpose::training, i).ids);
        tested.insert(heldOut->task.sequence(1, Purpose::test, i).ids);
    }
    CHECK(trained.size() + tested.size() == 6);
}

TEST_CASE("a recipe can change a named one") {
    const auto recipe = recipeFrom(R"( {"recipe": "copy", "heads": 4, "warm_up": 0, "steps": 20})");
    REQUIRE(recipe);
    CHECK(recipe->name == "copy");
    CHECK(recipe->shape.heads == 4);
    CHECK(recipe->optimiser.warmUp == 0);
    CHECK(recipe->optimiser.rate == 3e-3);
    CHECK(recipe->task.length == 32);
    CHECK(recipe->optimiser.rateAt(0) == 3e-3);
}

TEST_CASE("wrong recipes are refused with the place") {
    const std::pair<const char*, const char*> cases[] = {
        {"copied", "copied"},
        {"{", "bracket open"},
        {R"({"steps": 5})", "no task"},
        {R"({"recipe": "copied"})", "copied"},
        {R"({"recipe": "copy", "text": "abc"})", "two tasks"},
        {R"({"recipe": "copy", "step": 5})", "no such key"},
        {R"({"recipe": "copy", "steps": 0})", "1 to 20000"},
        {R"({"recipe": "copy", "steps": 1.5})", "1 to 20000"},
        {R"({"recipe": "copy", "steps": "5"})", "1 to 20000"},
        {R"({"recipe": "copy", "heads": 3})", "multiple of 12"},
        {R"({"recipe": "copy", "positions": 1})", "true or false"},
        {R"({"recipe": "copy", "batch": 1024})", "tokens"},
        {R"({"grammar": {}})", "sentence"},
        {R"({"grammar": {"sentence": []}})", "no alternatives"},
        {R"({"grammar": {"sentence": [true]}})", "not a text"},
        {R"({"grammar": {"sentence": ["a b"]}})", "No text has a word"},
        {R"({"grammar": {"sentence": ["*a"]}})", "No text has a word"},
        {R"({"grammar": {"sentence": ["a <b>"]}})", "no rule b"},
        {R"({"grammar": {"sentence": ["a *<sentence>", "b"]}})", "contains itself"},
        {R"({"grammar": {"sentence": ["<a> <a> <a>"], "a": ["<b> <b> <b> <b>"], "b": ["<c> <c> <c> <c>"], "c": ["x *y z z z z z"]}})",
         "more than 128 words"},
        {R"({"grammar": {"sentence": ["<a> <a> x *y"], "a": ["<b> <b> <b> <b> <b> <b>"], "b": ["<c> <c> <c> <c> <c> <c>"], "c": ["<d> <d> <d> <d> <d> <d> <d> <d> <d> <d> <d> <d> <d> <d> <d>"], "d": [""]}})",
         "more than 128 words"},
        {R"({"pairs": []})", "No pair"},
        {R"({"pairs": [["a"]]})", "not a pair"},
        {R"({"pairs": [["a", ""]]})", "no words"},
        {R"({"pairs": [["a", "b"]], "held_out": 2})", "0 to 0.9"},
        {R"({"text": "ab"})", "fewer than 3"},
        {R"({"text": ["ab"]})", "fewer than 3"},
    };
    for (const auto& [json, part] : cases) {
        CAPTURE(json);
        const auto recipe = recipeFrom(json);
        REQUIRE_FALSE(recipe);
        CHECK_THAT(hw::sentence(recipe.error()), ContainsSubstring(part));
    }
}

TEST_CASE("a training whose snapshots would not fit is refused") {
    const auto recipe = readRecipe(
        R"({"recipe": "recall", "width": 128, "mlp": 512, "layers": 4, "steps": 20000})");
    REQUIRE(recipe);
    const auto trainer = Trainer::create(*recipe, 1);
    REQUIRE_FALSE(trainer);
    CHECK(trainer.error().code == hw::Code::tooLarge);
}

}  // namespace
