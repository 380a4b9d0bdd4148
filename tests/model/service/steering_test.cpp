// SPDX-License-Identifier: MIT
// A swap with a strength adds the difference of two texts' runs as often, as the circuits' runs do by other code.
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/number_text.h"
#include "model/checkpoint.h"
#include "model/circuit/report/read_pairs.h"
#include "model/service/cut_run.h"

namespace hw::service {

TEST_CASE("a swap with a strength adds the difference of two texts as often") {
    const auto session =
        model::Session::open(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(session);
    const std::string clean = "the keys to the cabinet [MASK] on the table";
    const std::string corrupt = "the key to the cabinet [MASK] on the table";
    const auto pairs =
        circuit::readPairs(*session, R"({"clean": ")" + clean + R"(", "corrupt": ")" + corrupt +
                                         R"(", "answer": "are", "against": "is"})");
    REQUIRE(pairs);
    const circuit::Pair& pair = (*pairs)[0].pair;
    const auto parts = circuit::Components::of(session->network());
    REQUIRE(parts);
    const auto runs = circuit::PairRuns::of(*parts, pair);
    REQUIRE(runs);
    const auto base = session->run(corrupt);
    REQUIRE(base);
    const model::Target target{.index = pair.question.answer[0],
                               .minus = pair.question.against[0],
                               .position = pair.question.position};
    const auto swapped = [&](const std::string& places) {
        Recipe recipe;
        recipe.text = corrupt;
        recipe.clean = clean;
        recipe.swaps = places;
        const auto edits = editsOf(*session, *base, recipe);
        INFO((edits ? "" : sentence(edits.error())));
        REQUIRE(edits);
        const auto run = changedRun(*session, *base, *edits);
        REQUIRE(run);
        return session->subject(*run).value(target);
    };
    const std::size_t width = parts->width();
    const std::size_t size = runs->tokens() * width;
    const auto position = static_cast<std::size_t>(pair.question.position);
    for (const int layer : {0, 2, 3})
        for (const double factor : {-2.0, 0.0, 0.5, 1.0, 3.0})
            for (const bool isAll : {true, false}) {
                circuit::StreamChange change{layer, std::vector<float>(size, 0.0F)};
                for (std::size_t i = 0; i < size; ++i) {
                    const std::size_t at = size * 2 * static_cast<std::size_t>(layer) + i;
                    if (isAll || i / width == position)
                        change.rows[i] = static_cast<float>(
                            factor * (runs->clean().places[at] - runs->corrupt().places[at]));
                }
                const auto wanted =
                    runs->values({{.text = pair.corrupt, .streams = {std::move(change)}}}, false);
                REQUIRE(wanted);
                std::string places = "x" + numberText(factor);
                for (int token = 0; token < runs->tokens(); ++token)
                    if (isAll || token == pair.question.position)
                        places += ";s" + std::to_string(layer) + ":" + std::to_string(token);
                INFO(places);
                CHECK(swapped(places) == Catch::Approx((*wanted)[0]).margin(2e-5));
            }
    // Without a strength an activation is copied, and with none nothing changes.
    CHECK(swapped("s2:6;x1") == swapped("s2:6"));
    CHECK(swapped("H2:1;x0") == Catch::Approx(session->subject(*base).value(target)).margin(1e-5));
    CHECK(swapped("H2:1;x1") == swapped("H2:1"));
    for (const char* bad : {"x", "x11", "x-10.1", "x1e9", "xnan", "x1;x", "x2 "}) {
        Recipe recipe;
        recipe.text = corrupt;
        recipe.clean = clean;
        recipe.swaps = std::string("s2:6;") + bad;
        const auto edits = editsOf(*session, *base, recipe);
        INFO(bad);
        REQUIRE_FALSE(edits);
        CHECK(edits.error().code == Code::badArgument);
    }
}

}  // namespace hw::service
