// SPDX-License-Identifier: MIT
// The model "shapes" of the site, in which the patch that an answer comes from is known, compared with the real
// library's results (tests/data/model/shapes/examples.json).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "model/json_reference.h"
#include "model/patches/patch_effects.h"
#include "model/pictures/picture_reference.h"
#include "model/session/session.h"

namespace hw::model {
namespace {

const std::string shapesModel = HW_TEST_DATA "/../../web/models/shapes";
const std::string shapesData = HW_TEST_DATA "/model/shapes/";

void nearBy(const std::vector<double>& found, const std::vector<double>& wanted, double allowed) {
    REQUIRE(found.size() == wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(std::abs(found[i] - wanted[i]) <= allowed);
}

std::vector<double> searched(const PatchQuestion& asked, PatchMethod method) {
    PatchSearch search(asked, method);
    for (bool goesOn = true; goesOn;) {
        const auto more = search.step();
        REQUIRE(more);
        goesOn = *more;
    }
    CHECK(search.done() == 1);
    return search.values().front();
}

}  // namespace

TEST_CASE("patches of the model of shapes have the library's effects") {
    const auto session = Session::open(test::partsOf(shapesModel));
    INFO((session ? "" : sentence(session.error())));
    REQUIRE(session);
    CHECK(session->facts().seesPictures());
    const test::JsonReference expected(shapesData + "examples.json");
    for (const io::NodeId node : expected.json.children(expected.json.find(0, "examples"))) {
        const std::string question = expected.text(node, "question");
        INFO(question);
        const std::vector<PicturePoints> pictures{
            test::pictureOf(shapesData + expected.text(node, "picture"))};
        const auto sight = session->see(pictures, false);
        REQUIRE(sight);
        auto prompt = session->encodedPrompt(question, *sight);
        REQUIRE(prompt);
        CHECK(std::vector<int>(prompt->encoding.ids.begin(), prompt->encoding.ids.end()) ==
              expected.whole(node, "input_ids"));
        const auto run = session->traced(std::move(*prompt));
        REQUIRE(run);
        const std::vector<float> logits = session->outputs(*run, run->tokens() - 1);
        nearBy({logits.begin(), logits.end()}, expected.numbers(node, "logits"), 2e-4);
        const PatchQuestion asked{*session,
                                  *run,
                                  {.kind = TargetKind::logProbability,
                                   .index = static_cast<int>(expected.number(node, "answer_id"))}};
        nearBy(searched(asked, PatchMethod::hide), expected.numbers(node, "hide"), 1e-3);
        nearBy(searched(asked, PatchMethod::wipe), expected.numbers(node, "wipe_background"), 1e-3);
        nearBy(searched(asked, PatchMethod::grey), expected.numbers(node, "wipe_grey"), 1e-3);
        const auto rollout = patchScores(asked, PatchMethod::rollout, 0);
        const auto whole = patchScores(asked, PatchMethod::rolloutTower, 0);
        REQUIRE((rollout && whole));
        nearBy(rollout->front(), expected.numbers(node, "rollout_decoder"), 1e-5);
        nearBy(whole->front(), expected.numbers(node, "rollout_decoder_and_tower"), 1e-5);
        // Each method gives a number for each patch, and relevance is never negative.
        for (const PatchMethod method :
             {PatchMethod::relevance, PatchMethod::relevanceTower, PatchMethod::gradient,
              PatchMethod::pixels, PatchMethod::flow, PatchMethod::attention}) {
            const auto scores = patchScores(asked, method, 1);
            REQUIRE(scores);
            REQUIRE(scores->front().size() == 36);
            if (method != PatchMethod::gradient && method != PatchMethod::pixels)
                CHECK(std::ranges::min(scores->front()) >= 0);
        }
        const auto shares = promptShares(asked);
        REQUIRE(shares);
        CHECK(std::abs(shares->value - expected.number(node, "log_p")) < 1e-3);
        // Without its picture the model cannot know the answer.
        CHECK(shares->pictures > 0.3);
        double sum = 0;
        for (const double share : shares->rollout) sum += share;
        CHECK(sum <= 1 + 1e-6);
    }
}

TEST_CASE("the median colour is that of the background") {
    CHECK(medianColour({}) == std::array<unsigned char, 3>{0, 0, 0});
    PicturePoints picture{4, 1, std::string("\x01\x05\x09\x02\x06\x09\x03\x07\x09\x04\x08\x09")};
    CHECK(medianColour(picture) == std::array<unsigned char, 3>{2, 6, 9});
}

}  // namespace hw::model
