// SPDX-License-Identifier: MIT
// Folders of models with one fault. Each is refused with the name of the fault.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "model/checkpoint.h"

namespace hw::model {
namespace {

using Catch::Matchers::ContainsSubstring;

const std::string folder = HW_TEST_DATA "/model/distilbert_cls/";

/// config.json with one text replaced by another.
std::string config(const std::string& from, const std::string& to) {
    std::string text = test::readBytes(folder + "config.json");
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

std::string refusal(const std::string& configuration, const std::string& weights) {
    const auto network = test::openNetwork(
        {test::part("config.json", configuration), test::part("model.safetensors", weights)});
    REQUIRE_FALSE(network);
    return sentence(network.error());
}

std::string weights() { return test::readBytes(folder + "model.safetensors"); }

}  // namespace

TEST_CASE("a model of a family that is not known names those that are") {
    const std::string text = refusal(config("\"distilbert\"", "\"mamba\""), weights());
    CHECK_THAT(text, ContainsSubstring("mamba") && ContainsSubstring("ModernBERT"));
}

TEST_CASE("a key that may change the mathematics is named") {
    CHECK_THAT(refusal(config("\"n_layers\"", "\"use_alibi\": true, \"n_layers\""), weights()),
               ContainsSubstring("use_alibi"));
    CHECK_THAT(refusal(config("\"gelu\"", "\"gelu_10\""), weights()), ContainsSubstring("gelu_10"));
    const auto withCode = [](const std::string& name) {
        return config("\"n_layers\"", "\"auto_map\": {\"AutoModel\": \"code." + name +
                                          "\", \"AutoTokenizer\": [\"a.B\", null]}, \"n_layers\"");
    };
    for (const char* name : {"DistilEncoderModel", "MyDistilBertModel", "DistilBertEncoderModel"})
        CHECK_THAT(refusal(withCode(name), weights()),
                   ContainsSubstring("auto_map") && ContainsSubstring(name));
    CHECK(test::openNetwork({test::part("config.json", withCode("DistilBertForMaskedLM")),
                             test::part("model.safetensors", weights())}));
    CHECK_THAT(
        refusal(config("\"n_layers\"", "\"quantization_config\": {\"bits\": 4}, \"n_layers\""),
                weights()),
        ContainsSubstring("quantization_config"));
    CHECK_THAT(refusal(config("\"n_layers\"",
                              "\"quantization_config\": {\"bits\": 4, \"quant_method\": \"gptq\"}, "
                              "\"n_layers\""),
                       weights()),
               ContainsSubstring("Quantisation by gptq") && ContainsSubstring("GGUF"));
    CHECK_THAT(refusal(config("\"n_layers\"",
                              "\"quantization_config\": {\"load_in_4bit\": true}, \"n_layers\""),
                       weights()),
               ContainsSubstring("bitsandbytes"));
    CHECK_THAT(refusal(config("\"n_layers\"",
                              "\"quantization\": {\"bits\": 4, \"group_size\": 64}, \"n_layers\""),
                       weights()),
               ContainsSubstring("MLX"));
    CHECK_THAT(refusal(config("\"n_heads\": 4", "\"n_heads\": 5"), weights()),
               ContainsSubstring("5 heads don’t divide the width 32"));
    CHECK_THAT(refusal(config("\"dim\": 32", "\"dim\": -32"), weights()), ContainsSubstring("dim"));
}

TEST_CASE("keys that change nothing are let pass") {
    const auto network = test::openNetwork(
        {test::part("config.json", config("\"n_layers\"",
                                          "\"_name_or_path\": \"x\", \"pruned_heads\": {}, "
                                          "\"unheard_of\": null, \"n_layers\"")),
         test::part("model.safetensors", weights())});
    CHECK(network.has_value());
}

TEST_CASE("a tensor that is missing or of another shape is named") {
    // Names of the same length, so that the header's offsets stay right.
    std::string text = weights();
    const std::string name = "distilbert.transformer.layer.1.ffn.lin2.bias";
    const std::size_t at = text.find(name);
    REQUIRE(at != std::string::npos);
    text[at + name.size() - 1] = 'x';
    CHECK_THAT(refusal(config("\"dim\"", "\"dim\""), text), ContainsSubstring(name));
    const std::string shape =
        refusal(config("\"hidden_dim\": 56", "\"hidden_dim\": 48"), weights());
    CHECK_THAT(shape, ContainsSubstring("[48, 32]") && ContainsSubstring("[56, 32]") &&
                          ContainsSubstring("lin1.weight"));
}

TEST_CASE("a number that is none is found") {
    std::string text = weights();
    const std::string nan("\0\0\xC0\x7F", 4);
    text.replace(text.size() - 4, 4, nan);
    CHECK_THAT(refusal(config("\"dim\"", "\"dim\""), text),
               ContainsSubstring("weight") || ContainsSubstring("bias"));
}

TEST_CASE("a text beyond the model's tables is refused") {
    const auto network = test::openNetwork(test::partsOf(folder));
    REQUIRE(network);
    const auto far = forward(*network, {{{2, 100000, 3}}});
    REQUIRE_FALSE(far);
    CHECK_THAT(sentence(far.error()), ContainsSubstring("100000") && ContainsSubstring("520"));
    const auto lengthy = forward(*network, {{std::vector<int>(65, 5)}});
    REQUIRE_FALSE(lengthy);
    CHECK_THAT(sentence(lengthy.error()), ContainsSubstring("65") && ContainsSubstring("64"));
    CHECK_FALSE(forward(*network, {{{}}}));
    Edits edits;
    edits.edges = {{2, 0, 0, 0}};
    CHECK_FALSE(forward(*network, {{{2, 5, 3}}}, {.edits = {&edits, 1}}));
    CHECK(forward(*network, {{{2, 5, 3}}}, {.stop = [] { return true; }}).error().code ==
          Code::cancelled);
}

}  // namespace hw::model
