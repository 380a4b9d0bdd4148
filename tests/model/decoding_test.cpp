// SPDX-License-Identifier: MIT
// The texts that decoders write, compared with the real library's generate() (tests/model/make/translation.py).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>

#include "model/decoding/decode.h"
#include "model/decoding/stepper.h"
#include "model/pair.h"

namespace hw::model {
namespace {

using test::Expected;

/// The rules of a folder, with the additional settings of a search.
DecodingRules rulesOf(const Expected& expected, io::NodeId settings, DecodingRules rules) {
    rules.lengthPenalty = expected.number(settings, "length_penalty", rules.lengthPenalty);
    rules.repetitionPenalty =
        expected.number(settings, "repetition_penalty", rules.repetitionPenalty);
    rules.noRepeat =
        static_cast<int>(expected.number(settings, "no_repeat_ngram_size", rules.noRepeat));
    const io::NodeId early = expected.json.find(settings, "early_stopping");
    if (early != io::none)
        rules.early =
            expected.json.is(early, io::Kind::string) ? EarlyStop::never : EarlyStop::whenFull;
    return rules;
}

}  // namespace

TEST_CASE("a decoder writes what the library's generate() writes") {
    const std::string folder = std::string(HW_TEST_DATA "/model/") +
                               GENERATE("t5_small", "t5_tied", "bart_small", "marian_small");
    INFO(folder);
    Pair model(folder);
    const auto rules = readDecodingRules(model.files, model.decoder.spec.vocabulary);
    REQUIRE(rules);
    CHECK(rules->unsupported.empty());
    const Expected expected(folder);
    int compared = 0;
    for (const io::NodeId node : expected.cases()) {
        model.encoded(expected.whole(node, "ids"));
        for (const io::NodeId search :
             expected.json.children(expected.json.find(node, "searches"))) {
            const io::NodeId settings = expected.json.find(search, "settings");
            DecodeOptions options;
            options.beams = static_cast<int>(expected.number(settings, "num_beams"));
            const int usual = rules->maxLength > 0 ? 0 : 14;
            options.mostTokens =
                static_cast<int>(expected.number(settings, "max_new_tokens", usual));
            const auto made = decode(model.decoder, *model.encoderStates,
                                     rulesOf(expected, settings, *rules), options);
            REQUIRE(made);
            CAPTURE(expected.text(node, "name"), compared);
            CHECK(made->ids == expected.whole(search, "ids"));
            const double score = expected.number(search, "score");
            CHECK(std::abs(made->score - score) < 1e-5 * (1 + std::abs(score)));
            ++compared;
        }
    }
    CHECK(compared == 16);
}

TEST_CASE("a decoder reads token by token what it reads at once") {
    const std::string folder =
        std::string(HW_TEST_DATA "/model/") + GENERATE("t5_small", "bart_small", "marian_small");
    Pair model(folder);
    model.encoded({5, 9, 11, 2});
    const std::vector<int> first{3, 14, 15, 9, 2, 6, 5, 35, 8, 9};
    const std::vector<int> second{3, 14, 41, 5, 9, 2, 6, 5, 30, 5};
    const Trace both[] = {model.decoded(first), model.decoded(second)};
    Stepper stepper(model.decoder, *model.encoderStates);
    for (int i = 0; i < 10; ++i) {
        const int newest[] = {first[i], second[i]};
        const std::vector<float> found = stepper.step(newest);
        for (int text = 0; text < 2; ++text) {
            const std::vector<float> wanted = model.logits(both[text], i);
            const std::size_t words = wanted.size();
            const auto own = std::span(found).subspan(text * words, words);
            CHECK(test::largestDifference(own, wanted) <= 1e-5 * (1 + test::largestOf(wanted)));
        }
        if (i != 4) continue;
        // Both are swapped, and swapped back.
        const int turned[] = {1, 0};
        stepper.reorder(turned);
        stepper.reorder(turned);
    }
}

TEST_CASE("a decoder without a memory, and a memory without a decoder, are refused") {
    Pair model(HW_TEST_DATA "/model/t5_tied");
    CHECK_FALSE(forward(model.decoder, {{{1, 2}}}));
    model.encoded({5, 9});
    CHECK_FALSE(forward(model.encoder, {{{1, 2}}}, {.encoderStates = model.encoderStates}));
    CHECK_FALSE(
        forward(model.decoder, {{{1, 2}}, {{1, 2}}}, {.encoderStates = model.encoderStates}));
    const DecodingRules rules{.start = 0};
    CHECK_FALSE(decode(model.decoder, *model.encoderStates, rules, {.beams = 0}));
    CHECK_FALSE(decode(model.decoder, *model.encoderStates, rules, {.beams = mostBeams + 1}));
    const auto stopped = decode(model.decoder, *model.encoderStates, rules,
                                {.beams = 2, .stop = [] { return true; }});
    REQUIRE_FALSE(stopped);
    CHECK(stopped.error().code == Code::cancelled);
}

TEST_CASE("keys that change an encoder's or decoder's mathematics are refused by name") {
    const auto refusal = [](const std::string& name, const std::string& from, const std::string& to,
                            const std::string& rules = {}) {
        const std::string folder = HW_TEST_DATA "/model/" + name;
        std::string config = test::readBytes(folder + "/config.json");
        const std::size_t at = config.find(from);
        REQUIRE(at != std::string::npos);
        config.replace(at, from.size(), to);
        std::vector<Part> parts{test::part("config.json", config),
                                test::partOf(folder + "/model.safetensors")};
        if (!rules.empty()) parts.push_back(test::part("generation_config.json", rules));
        const auto files = readModelFiles(std::move(parts));
        REQUIRE(files);
        const auto spec = readDecoder(*files);
        if (!spec) return sentence(spec.error());
        if (!*spec) return std::string("no decoder");
        const auto read = readDecodingRules(*files, (*spec)->vocabulary);
        return read ? std::string() : sentence(read.error());
    };
    const auto names = [](const std::string& text, std::string_view part) {
        INFO(text);
        return text.find(part) != std::string::npos;
    };
    const std::string first = "{\n";
    CHECK(refusal("bart_small", first, first).empty());
    CHECK(names(refusal("bart_small", first, "{\"normalize_before\": true,"), "normalize_before"));
    CHECK(names(refusal("bart_small", first, "{\"static_position_embeddings\": true,"),
                "static_position_embeddings"));
    CHECK(names(refusal("marian_small", first, "{\"normalize_embedding\": true,"),
                "normalize_embedding"));
    CHECK(names(refusal("marian_small", "\"share_encoder_decoder_embeddings\": true",
                        "\"share_encoder_decoder_embeddings\": false"),
                "share_encoder_decoder_embeddings"));
    CHECK(names(refusal("marian_small", "\"decoder_vocab_size\": 57", "\"decoder_vocab_size\": 60"),
                "decoder_vocab_size"));
    CHECK(names(refusal("t5_small", first, "{\"use_alibi\": true,"), "use_alibi"));
    CHECK(refusal("bart_small", "BartForConditionalGeneration", "BartForQuestionAnswering") ==
          "no decoder");
    CHECK(refusal("t5_small", "T5ForConditionalGeneration", "T5EncoderModel") == "no decoder");

    CHECK(names(refusal("t5_small", first, first, "{\"decoder_start_token_id\": 61}"),
                "decoder_start_token_id"));
    CHECK(names(refusal("t5_small", first, first, "{\"eos_token_id\": 1}"),
                "decoder_start_token_id"));
    CHECK(names(refusal("t5_small", first, first,
                        "{\"decoder_start_token_id\": 0, \"bad_words_ids\": [[1, 2], [-3]]}"),
                "bad_words_ids"));
    CHECK(names(refusal("t5_small", first, first,
                        "{\"decoder_start_token_id\": 0, \"length_penalty\": \"long\"}"),
                "length_penalty"));
}

TEST_CASE("a text ends somewhere, whatever a file asks for") {
    const Pair model(HW_TEST_DATA "/model/t5_tied");
    CHECK(longestText(model.decoder, {.start = 0}, 0) == DecodeOptions::usualTokens + 1);
    CHECK(longestText(model.decoder, {.start = 0, .maxLength = 1 << 20}, 0) == mostWritten);
    CHECK(longestText(model.decoder, {.start = 0, .maxLength = 1}, 0) == 2);
    CHECK(longestText(model.decoder, {.start = 0, .maxLength = 9}, 5) == 6);
    const Pair bart(HW_TEST_DATA "/model/bart_small");
    CHECK(longestText(bart.decoder, {.start = 2, .maxLength = 99}, 0) == 40);
}

TEST_CASE("a rule of writing that is not followed is refused by name") {
    auto parts = test::partsOf(HW_TEST_DATA "/model/t5_small");
    std::erase_if(parts, [](const Part& part) { return part.name == "generation_config.json"; });
    parts.push_back(test::part("generation_config.json",
                               R"({"decoder_start_token_id": 0, "num_beam_groups": 2,
                                   "eos_token_id": [1, 5], "bad_words_ids": [[1, 2], [3]]})"));
    const auto files = readModelFiles(std::move(parts));
    REQUIRE(files);
    const auto rules = readDecodingRules(*files, 61);
    REQUIRE(rules);
    CHECK(rules->ends == std::vector<int>{1, 5});
    CHECK(rules->badWords == std::vector<std::vector<int>>{{1, 2}, {3}});
    CHECK(rules->unsupported == std::vector<std::string>{"num_beam_groups"});
    const auto good = rules->check();
    REQUIRE_FALSE(good);
    CHECK(sentence(good.error()).find("generation_config.json, num_beam_groups") == 0);
}

}  // namespace hw::model
