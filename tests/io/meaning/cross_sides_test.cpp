// SPDX-License-Identifier: MIT
// Cross-attention next to one other stack. Its sizes decide which tokens the stack has.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {

TEST_CASE("cross-attention says by its sizes which side the other attention is of", "[sides]") {
    const auto read = [](const std::string& json) {
        auto document = open(json);
        if (!document) FAIL(document.error().finding);
        return std::move(*document);
    };
    const auto wide = [](int layers, int rows, int columns) {
        std::string text = "[";
        for (int layer = 0; layer < layers; ++layer) {
            text += layer > 0 ? ",[[" : "[[";
            for (int row = 0; row < rows; ++row) {
                text += row > 0 ? ",[" : "[";
                for (int column = 0; column < columns; ++column)
                    text += (column > 0 ? "," : "") + std::to_string(1.0 / columns);
                text += "]";
            }
            text += "]]";
        }
        return text + "]";
    };
    const std::string five = R"("tokens":["a","b","c","d","e"])";
    const std::string three = R"("tokens":["x","y","z"])";
    // With as many layers, three rows are the decoder's and five columns the encoder's.
    const Document decoder = read(R"({"attentions":)" + wide(2, 3, 3) + R"(,"cross_attentions":)" +
                                  wide(2, 3, 5) + "," + five + "}");
    REQUIRE(decoder.examples[0].decoder.has_value());
    CHECK(decoder.examples[0].decoder->attentions.keys == 3);
    CHECK(decoder.examples[0].attentions.empty());
    CHECK(decoder.examples[0].tokens.size() == 5);
    CHECK(decoder.examples[0].tokens[4] == "e");
    const Document own = read(R"({"attentions":)" + wide(2, 3, 3) + R"(,"cross_attentions":)" +
                              wide(2, 3, 5) + "," + three + "}");
    REQUIRE(own.examples[0].decoder.has_value());
    CHECK(own.examples[0].decoder->tokens == std::vector<std::string>{"x", "y", "z"});
    const Document encoder = read(R"({"attentions":)" + wide(2, 5, 5) + R"(,"cross_attentions":)" +
                                  wide(2, 3, 5) + "," + five + "}");
    REQUIRE(encoder.examples[0].decoder.has_value());
    CHECK(encoder.examples[0].attentions.keys == 5);
    CHECK(encoder.examples[0].decoder->attentions.empty());
    // In Perceiver one layer reads five tokens into three latents, and the other layers work on these.
    const Document latents = read(R"({"attentions":)" + wide(4, 3, 3) + R"(,"cross_attentions":)" +
                                  wide(1, 3, 5) + "," + five + "}");
    CHECK_FALSE(latents.examples[0].decoder.has_value());
    CHECK(latents.examples[0].attentions.layers == 4);
    CHECK(latents.examples[0].tokens ==
          std::vector<std::string>{"latent 1", "latent 2", "latent 3"});
    CHECK(std::ranges::any_of(latents.warnings, [](const Problem& warning) {
        return warning.finding.starts_with("The 3 positions are latents, as in Perceiver");
    }));
    // Nothing distinguishes them.
    const Document unknown = read(R"({"attentions":)" + wide(2, 3, 3) + R"(,"cross_attentions":)" +
                                  wide(2, 3, 3) + "," + three + "}");
    CHECK_FALSE(unknown.examples[0].decoder.has_value());
}

}  // namespace hw::test
