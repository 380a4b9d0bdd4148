// SPDX-License-Identifier: MIT
// Steps of generation with caches of every kind, and without one.
#include <catch2/catch_test_macros.hpp>

#include <array>
#include <cmath>

#include "io/axes/shaped.h"

namespace hw::test {
namespace {

/// Rows first to last of a layer, [1][1][q][k], each of the columns from `left` on.
std::string layerStep(int layer, int first, int last, int columns, int left = 0) {
    std::string text = "[[[";
    for (int row = first; row <= last; ++row) {
        text += row > first ? ",[" : "[";
        for (int key = left; key < left + columns; ++key)
            text += (key > left ? "," : "") + number(causal(layer, row, key));
        text += "]";
    }
    return text + "]]]";
}

/// Of both layers, [2][1][1][q][k].
std::string step(int first, int last, int columns, int left = 0) {
    return "[" + layerStep(0, first, last, columns, left) + "," +
           layerStep(1, first, last, columns, left) + "]";
}

/// `windows` is the number of tokens that each layer keeps after the prompt.
void checkJoined(const Document& document, std::array<int, 2> windows = {100, 100},
                 int prompt = 5) {
    REQUIRE(document.examples.size() == 1);
    const AttentionTensor& a = document.examples[0].attentions;
    REQUIRE(a.layers == 2);
    REQUIRE(a.keys == 9);
    for (int layer = 0; layer < 2; ++layer) {
        for (int row = 0; row < 9; ++row) {
            for (int key = 0; key < 9; ++key) {
                const bool forgotten = row >= prompt && key <= row - windows[layer];
                const auto expected = static_cast<float>(forgotten ? 0 : causal(layer, row, key));
                CHECK(std::fabs(a.values[(layer * 9 + row) * 9 + key] - expected) < 1e-6F);
            }
        }
    }
    CHECK(document.examples[0].kind() == AttentionKind::causal);
}

}  // namespace

TEST_CASE("Steps of generation are joined, whatever cache the model had", "[steps]") {
    std::string growing = step(0, 4, 5);
    std::string fixed = step(0, 4, 12);
    std::string sliding = step(0, 4, 5);
    std::string narrow = step(0, 4, 5);  // the prompt is longer than the window
    std::string blocks = step(0, 4, 5) + "," + step(5, 7, 8) + "," + step(8, 8, 9);
    for (int row = 5; row < 9; ++row) {
        growing += "," + step(row, row, row + 1);
        fixed += "," + step(row, row, 12);
        sliding += "," + step(row, row, 5, row - 4);
        narrow += "," + step(row, row, 3, row - 2);
    }
    checkJoined(read(file("[" + growing + "]", {tokens(9)})));
    checkJoined(read(file("[" + blocks + "]", {tokens(9)})));
    checkJoined(read(file("[" + sliding + "]", {tokens(9)})), {5, 5});
    checkJoined(read(file("[" + narrow + "]", {tokens(9)})), {3, 3});
    const Document unused = read(file("[" + fixed + "]", {tokens(9)}));
    checkJoined(unused);
    CHECK(said(unused).find("Dropped 3 unused cache positions.") != std::string::npos);
    // A prompt of one token has no difference in shape.
    std::string alone;
    for (int row = 0; row < 9; ++row) alone += (row > 0 ? "," : "") + step(row, row, 12);
    checkJoined(read(file("[" + alone + "]", {tokens(9)})));
}

TEST_CASE("Layers that keep fewer keys than others have weight 0 outside their window", "[steps]") {
    // Shorter and longer than the window of the second layer, which drops tokens from the first step or from a later
    // one.
    for (const int prompt : {3, 5}) {
        constexpr int window = 4;
        std::string steps = step(0, prompt - 1, prompt);
        for (int row = prompt; row < 9; ++row) {
            const int kept = std::min(row + 1, window);
            steps += ",[" + layerStep(0, row, row, row + 1) + "," +
                     layerStep(1, row, row, kept, row + 1 - kept) + "]";
        }
        checkJoined(read(file("[" + steps + "]", {tokens(9)})), {100, window}, prompt);
    }
    // A layer with more keys than tokens so far does not have a window.
    const std::string odd =
        step(0, 4, 5) + ",[" + layerStep(0, 5, 5, 6) + "," + layerStep(1, 5, 5, 8) + "]";
    CHECK_FALSE(open(file("[" + odd + "]", {tokens(6)})).has_value());
}

TEST_CASE("Steps without a cache repeat those before, and the last is said to stand for them",
          "[steps]") {
    const std::string steps = step(0, 6, 7) + "," + step(0, 7, 8) + "," + step(0, 8, 9);
    const Document document = read(file("[" + steps + "]", {tokens(9)}));
    checkJoined(document);
    CHECK(said(document).find("Only the last of 3 generation steps without a cache is shown.") !=
          std::string::npos);
    // Steps that disagree are separate inputs.
    std::string other = step(0, 7, 8);
    other.replace(other.find("1,"), 2, "1,");
    const std::string changed = step(0, 6, 7) + "," + step(1, 8, 8, 1) + "," + step(0, 8, 9);
    CHECK(read(file("[" + changed + "]", {})).examples.size() == 3);
    const Document chosen =
        read(file("[" + steps + "]", {}), {.axes = "inputs,layers,inputs,heads"});
    CHECK(chosen.examples.size() == 3);
}

TEST_CASE("Steps that lack the prompt are refused with what is missing", "[steps]") {
    std::string steps;
    for (int row = 5; row < 9; ++row) steps += (row > 5 ? "," : "") + step(row, row, row + 1);
    const auto document = open(file("[" + steps + "]", {}));
    REQUIRE_FALSE(document.has_value());
    CHECK(document.error().finding.find(
              "The prompt’s rows are missing (the first step has one row of 6 columns).") !=
          std::string::npos);
}

TEST_CASE("transformers.js's generate() gives steps of layers of tensors", "[steps]") {
    std::string own;
    std::string across;
    for (int row = 0; row < 4; ++row) {
        std::string layers;
        std::string wide;
        for (int layer = 0; layer < 2; ++layer) {
            std::string data;
            std::string all;
            for (int key = 0; key <= row; ++key) {
                data += (key > 0 ? ",\"" : "\"") + std::to_string(key) +
                        "\":" + number(causal(layer, row, key));
            }
            for (int key = 0; key < 3; ++key)
                all += (key > 0 ? ",\"" : "\"") + std::to_string(key) +
                       "\":" + number(0.25 * (1 + key % 2));
            layers += (layer > 0 ? "," : "") + std::string("{\"dims\":[1,1,1,") +
                      std::to_string(row + 1) + "],\"type\":\"float32\",\"data\":{" + data + "}}";
            wide += (layer > 0 ? "," : "") +
                    std::string("{\"dims\":[1,1,1,3],\"type\":\"float32\",\"data\":{") + all + "}}";
        }
        own += (row > 0 ? ",[" : "[") + layers + "]";
        across += (row > 0 ? ",[" : "[") + wide + "]";
    }
    const Document document =
        read("{\"decoder_attentions\":[" + own + "],\"cross_attentions\":[" + across + "]}");
    CHECK(document.form == "transformersjs");
    const Decoder& decoder = *document.examples[0].decoder;
    CHECK(decoder.attentions.layers == 2);
    CHECK(decoder.attentions.keys == 4);
    CHECK(decoder.cross.queries == 4);
    CHECK(decoder.cross.keys == 3);
    CHECK(std::fabs(decoder.attentions.values[4 + 1] - static_cast<float>(causal(0, 1, 1))) <
          1e-6F);
    CHECK(decoder.cross.values[4] == 0.5F);
}

}  // namespace hw::test
