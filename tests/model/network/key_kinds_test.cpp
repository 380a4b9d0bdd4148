// SPDX-License-Identifier: MIT
// Keys that no family reads. They are skipped, skipped and listed, or refused by name unless the user runs the model
// without them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "io/json/json_parser.h"
#include "model/network/config.h"
#include "model/network/key_kinds.h"

namespace hw::model {
namespace {

struct Settled {
    Result<void> result;
    Spec spec;
};

Settled settled(const std::string& json, bool ignores = false) {
    io::JsonParser parser({.exactNumbers = true});
    REQUIRE(parser.push(json));
    const auto tree = parser.finish();
    REQUIRE(tree);
    Config config(*tree, io::Tree::root);
    config.whole("hidden_size", 1);
    Config inner = config.object("text_config");
    inner.whole("hidden_size", 1);
    Settled made;
    made.result = config.finish(made.spec, ignores);
    return made;
}

KeyKind kindIn(const std::string& json) {
    const Settled made = settled(json);
    if (!made.result) return KeyKind::mathematical;
    return made.spec.notes.empty() ? KeyKind::harmless : KeyKind::passing;
}

}  // namespace

TEST_CASE("keys that published models have and no run reads are skipped without a word") {
    for (const char* json :
         {R"({"hidden_size": 4})", R"({"is_llama_config": true})", R"({"n_special": 0})",
          R"({"predict_special_tokens": true})", R"({"is_encoder_decoder": false})",
          R"({"sentence_transformers": {"activation_fn": "torch.nn.Sigmoid", "version": "4.0.1"}})",
          R"({"sbert_ce_default_activation_function": "torch.nn.modules.linear.Identity"})",
          R"({"unsloth_version": "2025.1"})", R"({"eos_token_ids": 3})", R"({"pruned_heads": {}})",
          R"({"full_attn_mod": 1, "interpolate_factor": 1})",
          R"({"transformers.js_config": {"kv_cache_dtype": {"fp16": "float16"}}})",
          R"({"text_config": {"dropout": 0.1}})"}) {
        INFO(json);
        CHECK(kindIn(json) == KeyKind::harmless);
    }
}

TEST_CASE("unknown keys that cannot change the mathematics are skipped and listed") {
    for (const char* json :
         {R"({"unheard_of": null})", R"({"unheard_of": false})", R"({"unheard_of": []})",
          R"({"author": "somebody"})", R"({"base_revision": "v1.2"})",
          R"({"corpus_path": "/data/corpus.txt"})", R"({"my_dropout_prob": 0.1})",
          R"({"learning_rate": 0.001})", R"({"trainBatchSize": 32})",
          R"({"release": {"date": "2024-01-01", "notes": ["a", "b"]}})",
          R"({"text_config": {"unheard_of": false}})"}) {
        INFO(json);
        CHECK(kindIn(json) == KeyKind::passing);
    }
    const Settled made = settled(R"({"author": "somebody", "text_config": {"unheard_of": false}})");
    REQUIRE(made.spec.notes.size() == 1);
    CHECK(made.spec.notes[0].find("author = \"somebody\"") != std::string::npos);
    CHECK(made.spec.notes[0].find("text_config, unheard_of = false") != std::string::npos);
    CHECK(made.spec.ignoredKeys.empty());
}

TEST_CASE("unknown keys that may change the mathematics are refused, all by name") {
    for (const char* json :
         {R"({"use_alibi": true})", R"({"attention_multiplier": 0.5})", R"({"num_experts": 8})",
          R"({"feed_forward_type": "geglu"})", R"({"emb_pooler": "mean"})",
          R"({"norm_placement": "sandwich"})", R"({"skips": [1, 2]})",
          R"({"pruned_heads": {"0": [1]}})", R"({"full_attn_mod": 2})",
          R"({"token_dropout": true})", R"({"rope_extra": {"kind": "spiral"}})",
          R"({"is_encoder_decoder": true})", R"({"text_config": {"use_alibi": true}})"}) {
        INFO(json);
        CHECK(kindIn(json) == KeyKind::mathematical);
    }
    const Settled made =
        settled(R"({"use_alibi": true, "author": "a", "text_config": {"skips": 3}})");
    REQUIRE_FALSE(made.result);
    const Problem& problem = made.result.error();
    CHECK(problem.offer == Offer::ignoreKeys);
    CHECK(problem.place == "config.json");
    CHECK(problem.finding.find("use_alibi = true; text_config, skips = 3") != std::string::npos);
    CHECK(problem.finding.find("author") == std::string::npos);
}

TEST_CASE("a model that is run without such keys says so wherever its name stands") {
    const Settled made = settled(R"({"use_alibi": true, "text_config": {"skips": 3}})", true);
    REQUIRE(made.result);
    CHECK(made.spec.ignoredKeys == std::vector<std::string>{"use_alibi", "text_config, skips"});
    REQUIRE(made.spec.notes.size() == 1);
    CHECK(made.spec.notes[0].find("use_alibi = true") != std::string::npos);
    CHECK(nameWithout("BERT", made.spec.ignoredKeys) ==
          "BERT, without use_alibi, text_config, skips");
    CHECK(nameWithout("BERT", {}) == "BERT");
    // A value that a family refuses does not make its key unknown.
    CHECK_FALSE(settled(R"({"hidden_size": -1, "use_alibi": true})", true).result);
}

TEST_CASE("a file that nothing can do without its keys offers no way around them") {
    io::JsonParser parser({.exactNumbers = true});
    REQUIRE(parser.push(R"({"use_alibi": true})"));
    const auto tree = parser.finish();
    REQUIRE(tree);
    const auto result = Config(*tree, io::Tree::root, "preprocessor_config.json").finish();
    REQUIRE_FALSE(result);
    CHECK(result.error().offer == Offer::none);
    CHECK(result.error().place == "preprocessor_config.json");
}

}  // namespace hw::model
