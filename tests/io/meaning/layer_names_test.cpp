// SPDX-License-Identifier: MIT
// Attention under unknown names.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cmath>

#include "io/support.h"

namespace hw::test {
namespace {

/// [heads][n][n] whose rows sum to 1 (each row has `first` on key 0 and the rest on the next one), times `scale`.
std::string heads(double first, int count = 2, int n = 3, double scale = 1) {
    std::string text = "[";
    for (int head = 0; head < count; ++head) {
        text += head > 0 ? ",[" : "[";
        for (int row = 0; row < n; ++row) {
            text += row > 0 ? ",[" : "[";
            for (int key = 0; key < n; ++key) {
                const double value = key == 0 ? first : key == 1 ? 1 - first : 0;
                text += (key > 0 ? "," : "") + std::to_string(value * scale);
            }
            text += "]";
        }
        text += "]";
    }
    return text + "]";
}

std::string entry(const std::string& name, const std::string& value) {
    return "\"" + name + "\":" + value + ",";
}

std::string file(const std::string& entries) {
    return "{" + entries + R"("tokens":["a","b","c"]})";
}

/// The first weight of each layer, 0.1, 0.2, ... in the expected order.
std::vector<int> firstWeights(const AttentionTensor& tensor) {
    std::vector<int> found;
    for (int layer = 0; layer < tensor.layers; ++layer)
        found.push_back(static_cast<int>(
            std::lround(tensor.values[static_cast<std::size_t>(layer) * tensor.values.size() /
                                      static_cast<std::size_t>(tensor.layers)] *
                        10)));
    return found;
}

const Problem* noteOf(const Document& document) {
    const auto found = std::ranges::find_if(document.warnings, [](const Problem& warning) {
        return warning.finding.starts_with("The layers are the arrays");
    });
    return found == document.warnings.end() ? nullptr : &*found;
}

}  // namespace

TEST_CASE("an activation cache opens by its patterns, and names what it left alone", "[names]") {
    std::string entries;
    for (const int layer : {10, 1, 0, 2}) {  // in the order of some dictionary
        const std::string name = "blocks." + std::to_string(layer) + ".";
        const double first = layer == 10 ? 0.4 : 0.1 * (layer + 1);
        entries += entry(name + "hook_resid_pre", "[[1,2],[3,-4],[5,6]]");
        entries += entry(name + "attn.hook_attn_scores", "[" + heads(first, 2, 3, -30) + "]");
        entries += entry(name + "attn.hook_pattern", "[" + heads(first) + "]");
    }
    const auto document = open(file(entries));
    REQUIRE(document.has_value());
    const Example& example = document->examples[0];
    CHECK(example.attentions.layers == 4);
    CHECK(example.attentions.heads == 2);
    CHECK(firstWeights(example.attentions) == std::vector<int>{1, 2, 3, 4});
    CHECK(example.tokens == std::vector<std::string>{"a", "b", "c"});
    const Problem* const note = noteOf(*document);
    REQUIRE(note != nullptr);
    CHECK(note->finding.find("blocks.*.attn.hook_pattern") != std::string::npos);
    CHECK(note->remedy.find("blocks.*.hook_resid_pre") != std::string::npos);
    CHECK(note->remedy.find("blocks.*.attn.hook_attn_scores") != std::string::npos);
    CHECK(note->offer == Offer::layers);
    REQUIRE(note->choices.size() == 2);
    CHECK(note->choices[0].value == "blocks.*.attn.hook_pattern");
    CHECK(note->choices[0].preview.size() == 3 * 3 + 2);
    CHECK(note->choices[1].value == "blocks.*.attn.hook_attn_scores");
}

TEST_CASE("names of Flax, of hooks and numbers alone are read in the order of the numbers",
          "[names]") {
    const auto layersOf = [](const std::string& text) {
        const auto document = open(text);
        if (!document) FAIL(document.error().finding);
        CHECK(document->examples[0].attentions.heads == 2);
        return firstWeights(document->examples[0].attentions);
    };
    const std::vector<int> three{1, 2, 3};
    const auto named = [](const std::string& before, const std::string& after) {
        std::string entries;
        for (const int layer : {2, 0, 1})
            entries += entry(before + std::to_string(layer) + after, heads(0.1 * (layer + 1)));
        return entries;
    };
    // Flat, with a number that is the same everywhere.
    CHECK(layersOf(file(named("Transformer/encoderblock_",
                              "/MultiHeadDotProductAttention_0/attention_weights"))) == three);
    CHECK(layersOf(file(named("encoder.layer.", ".attention.self"))) == three);
    CHECK(layersOf(file(named("model.h.", ".attn.dropout"))) == three);
    CHECK(layersOf(file(named("", ""))) == three);
    CHECK(layersOf("{\"attentions\":" + file(named("", "")) + "}") == three);
    CHECK(layersOf("{\"attentions\":" + file(named("encoder.layer.", ".attention.self")) + "}") ==
          three);
    // Nested, each in a list of one as Flax's sow() makes it.
    std::string blocks;
    for (const int layer : {1, 0, 2})
        blocks +=
            entry("encoderblock_" + std::to_string(layer),
                  R"({"attention":{"attention_weights":[[)" + heads(0.1 * (layer + 1)) + "]]}}");
    CHECK(layersOf(R"({"intermediates":{"Transformer":)" + file(blocks) + "}}") == three);
    // One matrix a head.
    std::string byHead;
    for (const int layer : {0, 1, 2}) {
        for (const int head : {1, 0}) {
            const std::string matrix = heads(0.1 * (layer + 1), 1);
            byHead += entry("layer" + std::to_string(layer) + "/head" + std::to_string(head),
                            matrix.substr(1, matrix.size() - 2));
        }
    }
    CHECK(layersOf(file(byHead)) == three);
    // Tensors as JavaScript prints them.
    std::string tensors;
    for (const int layer : {0, 1, 2}) {
        const std::string x = std::to_string(0.1 * (layer + 1)),
                          y = std::to_string(1 - 0.1 * (layer + 1));
        const std::string matrix = x + "," + y + "," + x + "," + y;
        tensors += entry("blk_" + std::to_string(layer) + "_softmax",
                         R"({"dims":[1,2,2,2],"data":[)" + matrix + "," + matrix + "]}");
    }
    CHECK(layersOf("{" + tensors.substr(0, tensors.size() - 1) + "}") == three);
}

TEST_CASE("encoder, decoder and cross-attention are told apart by their names", "[names]") {
    std::string entries;
    for (const int layer : {0, 1}) {
        const std::string at = std::to_string(layer);
        entries += entry("decoder." + at + ".attn.hook_pattern", heads(0.3, 2, 4));
        entries += entry("decoder." + at + ".cross_attn.hook_pattern",
                         "[[[0.5,0.5,0],[0.5,0.5,0],[0.5,0.5,0],[0.5,0.5,0]],"
                         "[[0.5,0.5,0],[0.5,0.5,0],[0.5,0.5,0],[0.5,0.5,0]]]");
        entries += entry("encoder." + at + ".attn.hook_pattern", heads(0.1));
    }
    const auto document = open(
        "{" + entries + R"("encoder_tokens":["a","b","c"],"decoder_tokens":["1","2","3","4"]})");
    REQUIRE(document.has_value());
    const Example& example = document->examples[0];
    REQUIRE(example.decoder.has_value());
    CHECK(example.attentions.keys == 3);
    CHECK(example.decoder->attentions.keys == 4);
    CHECK(example.decoder->cross.queries == 4);
    CHECK(example.decoder->tokens == std::vector<std::string>{"1", "2", "3", "4"});
}

TEST_CASE("what has the shape of attention and nothing else is asked for, not taken", "[names]") {
    std::string entries;
    for (const int layer : {0, 1, 2}) {
        entries += entry("x" + std::to_string(layer), heads(0.1 * (layer + 1), 2, 3, 5));
        entries += entry("y" + std::to_string(layer), heads(0.1 * (layer + 1), 2, 3, 7));
    }
    const auto asked = open(file(entries));
    REQUIRE_FALSE(asked.has_value());
    CHECK(asked.error().offer == Offer::layers);
    REQUIRE(asked.error().choices.size() == 2);
    CHECK(asked.error().choices[0].value == "x*");
    CHECK(asked.error().choices[0].text.find("3 arrays") != std::string::npos);
    for (const Choice& choice : asked.error().choices) {  // each leads to a picture
        OpenOptions options;
        options.layersFrom = choice.value;
        const auto chosen = open(file(entries), options);
        REQUIRE(chosen.has_value());
        CHECK(chosen->examples[0].attentions.layers == 3);
    }
    OpenOptions wrong;
    wrong.layersFrom = "z*";
    const auto none = open(file(entries), wrong);
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().finding == "No array is named z*.");
    CHECK(none.error().choices.size() == 2);
}

TEST_CASE("a pattern chooses arrays of any file, whatever else it looks like", "[names]") {
    const std::string text =
        file(entry("attentions", "[" + heads(0.9) + "]") + entry("mine_1", heads(0.2)) +
             entry("mine_0", heads(0.1)) +
             entry("all", "[" + heads(0.3) + "," + heads(0.4) + "," + heads(0.5) + "]"));
    const auto opened = [&](const std::string& pattern) {
        OpenOptions options;
        options.layersFrom = pattern;
        const auto document = open(text, options);
        return document ? firstWeights(document->examples[0].attentions) : std::vector<int>{};
    };
    CHECK(opened("") == std::vector<int>{9});
    CHECK(opened("mine_*") == std::vector<int>{1, 2});
    CHECK(opened("*ine*") == std::vector<int>{1, 2});
    CHECK(opened("all") == std::vector<int>{3, 4, 5});
    CHECK(opened("tokens").empty());
}

TEST_CASE("inputs of different length may have names with numbers", "[names]") {
    const auto stack = [](double first, int n) {
        return "[" + heads(first, 2, n) + "," + heads(first, 2, n) + "]";
    };
    const auto document =
        open("{" + entry("sentence_2", stack(0.3, 4)) + entry("sentence_10", stack(0.4, 3)) +
             entry("sentence_1", stack(0.2, 6)) + R"("note":"x"})");
    REQUIRE(document.has_value());
    REQUIRE(document->examples.size() == 3);
    for (const auto& [index, tokens, first] :
         {std::tuple{0, 6, 2}, std::tuple{1, 4, 3}, std::tuple{2, 3, 4}}) {
        const AttentionTensor& tensor = document->examples[index].attentions;
        CHECK(tensor.keys == tokens);
        CHECK(firstWeights(tensor) == std::vector<int>{first, first});
    }
}

TEST_CASE("layers that the names leave out, or that are null, are said by their numbers",
          "[names]") {
    const auto said = [](const std::string& entries) {
        const auto document = open(file(entries));
        if (!document) FAIL(document.error().finding);
        const auto found = std::ranges::find_if(document->warnings, [](const Problem& warning) {
            return warning.finding.starts_with("Only some of the layers");
        });
        return std::pair{firstWeights(document->examples[0].attentions),
                         found == document->warnings.end() ? "" : found->finding};
    };
    const std::string first = entry("model.h.3.attn", heads(0.1));
    const std::string second = entry("model.h.7.attn", heads(0.2));
    using RoleNodes = std::pair<std::vector<int>, std::string>;
    CHECK(said(second + first) ==
          RoleNodes{{1, 2}, "Only some of the layers model.h.*.attn are present (3, 7)."});
    const std::string third = entry("model.h.4.attn", heads(0.2));
    CHECK(said(first + third).second ==
          "Only some of the layers model.h.*.attn are present (3, 4).");
    const std::string zero = entry("model.h.0.attn", heads(0.1));
    const std::string one = entry("model.h.1.attn", heads(0.2));
    CHECK(said(zero + one).second.empty());
    CHECK(said(zero + one + entry("model.h.2.attn", "null")).second ==
          "Only some of the layers model.h.*.attn are present (0, 1).");
    CHECK(said(entry("model.h.0.attn", "null") + one + third).first == std::vector<int>{2, 2});
}

TEST_CASE("square arrays of a checkpoint are not offered as attention", "[names]") {
    std::string entries;
    for (const int layer : {0, 1})
        entries += entry("layers." + std::to_string(layer) + ".q_proj.weight", "[[1,-2],[3,4]]");
    const auto refused = open("{" + entries + R"("lm_head":[[1,2,3],[4,5,6]]})");
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().choices.empty());
    CHECK(refused.error().finding.find(
              "No attention weights found. The file’s keys are: layers.0.q_proj.weight,") !=
          std::string::npos);
}

}  // namespace hw::test
