// SPDX-License-Identifier: MIT
// Pictures in prompts, compared with the real library's results (shared/data/models/README.md, "Prompts with pictures").
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "model/ask/relevance.h"
#include "model/checkpoint.h"
#include "model/pictures/picture_reference.h"
#include "model/session/session.h"
#include "model/session/writing.h"
#include "model/shared_models.h"
#include "model/sight/sight.h"

namespace hw::model {
namespace {

using test::closeBy;
using test::concatenate;
using test::Expected;
using test::pictureOf;

std::vector<int> idsOf(const Encoding& encoding) {
    return {encoding.ids.begin(), encoding.ids.end()};
}

std::vector<PicturePoints> picturesOf(const Expected& expected, io::NodeId node,
                                      const std::string& models) {
    std::vector<PicturePoints> pictures;
    for (const io::NodeId name : expected.json.children(expected.json.find(node, "images")))
        pictures.push_back(pictureOf(models + std::string(expected.json.string(name))));
    return pictures;
}

bool splits(const Expected& expected, io::NodeId node) {
    const io::NodeId flag = expected.json.find(node, "do_image_splitting");
    return flag != io::none && expected.json.truth(flag);
}

template <class Rows>
std::vector<float> joined(const Rows& rows) {
    std::vector<float> all;
    for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
    return all;
}

/// y = logit `index` - logit `against`.
Target differenceOf(const Expected& expected, io::NodeId node) {
    const io::NodeId target = expected.json.find(node, "target");
    Target made;
    made.index = static_cast<int>(expected.number(target, "index"));
    made.minus = static_cast<int>(expected.number(target, "against"));
    made.position = static_cast<int>(expected.number(target, "position"));
    return made;
}

void checkFrames(const Expected& expected, io::NodeId node, const Run& run) {
    const io::NodeId frames = expected.json.find(node, "frames");
    std::size_t at = 0;
    for (const io::NodeId frame : expected.json.children(frames)) {
        REQUIRE(at < run.sight->frames.size());
        const Frame& found = run.sight->frames[at];
        CHECK(found.image == static_cast<int>(expected.number(frame, "image")));
        const std::vector<double> box = expected.numbers(frame, "box");
        for (std::size_t i = 0; i < box.size(); ++i)
            CHECK(std::abs(found.seen.box[i] - box[i]) < 1e-6);
        CHECK(run.imageTokens[at * run.sight->tokensOfFrame] == expected.whole(frame, "tokens")[0]);
        ++at;
    }
    CHECK(at == run.sight->frames.size());
}

/// Forward numbers of the tower, the connector and the decoder, and rollout to the patches.
void checkNumbers(const Session& session, const Expected& expected, io::NodeId node,
                  const Run& run) {
    const std::string front = expected.text(node, "name") + ".";
    const Sight& sight = *run.sight;
    std::vector<float> pixels;
    std::vector<float> weights;
    std::vector<float> streams;
    std::vector<float> recomputed;
    for (std::size_t frame = 0; frame < sight.frames.size(); ++frame) {
        const auto& values = sight.frames[frame].seen.prepared.values;
        pixels.insert(pixels.end(), values.begin(), values.end());
        const std::vector<float> own = concatenate(sight.traces[frame].weights);
        weights.insert(weights.end(), own.begin(), own.end());
        const std::vector<float> stream = concatenate(sight.traces[frame].streams);
        streams.insert(streams.end(), stream.begin(), stream.end());
    }
    CHECK(test::largestDifference(pixels, expected.tensor(front + "pixels")) < 1e-5);
    closeBy(expected, front + "vision.attention", "vision.attention", weights);
    closeBy(expected, front + "vision.hidden", "vision.hidden", streams);
    closeBy(expected, front + "connector", "connector", *sight.rows);
    closeBy(expected, front + "vision.rollout", "vision.rollout", joined(sight.rollouts));
    closeBy(expected, front + "text.attention", "text.attention", concatenate(run.trace.weights));
    closeBy(expected, front + "text.hidden", "text.hidden", concatenate(run.trace.streams));
    const int last = run.tokens() - 1;
    closeBy(expected, front + "logits", "logits", session.outputs(run, last));
    const int n = run.tokens();
    const std::vector<float> rollout =
        rolloutOf(run.trace.weights, session.network().spec.heads, n);
    closeBy(expected, front + "text.rollout", "text.rollout", rollout);
    std::vector<float> whole;
    for (int query = 0; query < n; ++query) {
        std::vector<double> tokens;
        for (const int token : run.imageTokens) tokens.push_back(rollout[query * n + token]);
        const std::vector<float> row = joined(throughTower(sight, tokens));
        whole.insert(whole.end(), row.begin(), row.end());
    }
    closeBy(expected, front + "picture.rollout", "picture.rollout", whole);
}

void checkGradients(const Session& session, const Expected& expected, io::NodeId node,
                    const Run& run) {
    const std::string front = expected.text(node, "name") + ".";
    const Target target = differenceOf(expected, node);
    const auto gradients = backward(session.network(), run.trace, {&target, 1});
    REQUIRE(gradients);
    const double most = test::largestOf(expected.tensor(front + "logits"));
    CHECK(std::abs(gradients->value -
                   expected.number(expected.json.find(node, "target"), "value")) < 5e-5 * most);
    std::vector<float> wanted = expected.tensor(front + "text.attention_gradient");
    CHECK(test::largestDifference(concatenate(gradients->weights), wanted,
                                  concatenate(run.trace.weights)) <=
          expected.allowed("text.attention_gradient", test::largestOf(wanted)));
    const int n = run.tokens();
    const std::vector<float> chefer =
        cheferRelevance(session.network().spec, run.trace, *gradients);
    closeBy(expected, front + "text.chefer", "text.chefer", chefer);
    const int width = session.network().spec.width;
    std::vector<float> rows;
    std::vector<double> tokens;
    for (const int token : run.imageTokens) {
        const float* row = gradients->embeddings.data() + std::ptrdiff_t{1} * token * width;
        rows.insert(rows.end(), row, row + width);
        tokens.push_back(chefer[std::size_t{1} * (n - 1) * n + token]);
    }
    const auto back = backwardThroughTower(*run.sight, rows, tokens, true);
    REQUIRE(back);
    closeBy(expected, front + "pixel_gradient", "pixel_gradient", joined(back->pixels));
    closeBy(expected, front + "vision.patch_gradient", "vision.patch_gradient",
            joined(back->patches));
    closeBy(expected, front + "picture.relevance", "picture.relevance", joined(back->relevance));
    std::vector<float> weights;
    for (const auto& frame : back->weights) {
        const std::vector<float> own = concatenate(frame);
        weights.insert(weights.end(), own.begin(), own.end());
    }
    closeBy(expected, front + "vision.attention_gradient", "vision.attention_gradient", weights);
}

}  // namespace

TEST_CASE("prompts with pictures give the library's numbers") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const std::string folder = models + GENERATE("smolvlm", "llava", "llava_qwen");
    INFO(folder);
    const auto session = Session::open(test::partsOf(folder));
    INFO((session ? "" : sentence(session.error())));
    REQUIRE(session);
    CHECK(session->facts().seesPictures());
    const Expected expected(folder);
    for (const io::NodeId node : expected.cases()) {
        INFO(expected.text(node, "name"));
        const auto sight = session->see(picturesOf(expected, node, models), splits(expected, node));
        INFO((sight ? "" : sentence(sight.error())));
        REQUIRE(sight);
        auto run = session->encodedPrompt(expected.text(node, "prompt"), *sight);
        INFO((run ? "" : sentence(run.error())));
        REQUIRE(run);
        CHECK(run->text == expected.text(node, "text"));
        REQUIRE(idsOf(run->encoding) == expected.whole(node, "ids"));
        checkFrames(expected, node, *run);
        // The last text of the last message, in the template.
        const io::NodeId messages = expected.json.find(node, "messages");
        if (expected.json.children(messages).size() == 1) {
            const auto parts = expected.json.children(
                expected.json.find(expected.json.children(messages)[0], "content"));
            const auto chat =
                session->encodedPrompt(expected.text(parts.back(), "text"), *sight, true);
            INFO((chat ? "" : sentence(chat.error())));
            REQUIRE(chat);
            CHECK(idsOf(chat->encoding) == expected.whole(node, "ids"));
        }
        auto traced = session->traced(std::move(*run));
        INFO((traced ? "" : sentence(traced.error())));
        REQUIRE(traced);
        checkNumbers(*session, expected, node, *traced);
        checkGradients(*session, expected, node, *traced);
        auto writing = Writing::of(*session);
        REQUIRE(writing);
        writing->see(*sight);
        REQUIRE(writing->set(idsOf(traced->encoding)));
        std::vector<int> written;
        for (int i = 0; i < 8; ++i) {
            const auto next = writing->next({});
            REQUIRE((next && *next));
            written.push_back(**next);
        }
        CHECK(written == expected.whole(expected.json.find(node, "greedy"), "ids"));
        const auto again = session->traced(session->continued(*traced, written));
        REQUIRE(again);
        CHECK(again->tokens() == traced->tokens() + 8);
    }
}

TEST_CASE("placeholders expand as in the library") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const std::string folder = models + GENERATE("smolvlm", "llava");
    const auto session = Session::open(test::partsOf(folder));
    REQUIRE(session);
    const Expected expected(folder);
    for (const io::NodeId node : expected.json.children(expected.json.find(0, "expansions"))) {
        const auto sight = session->see(picturesOf(expected, node, models), splits(expected, node));
        REQUIRE(sight);
        const auto run = session->encodedPrompt(expected.text(node, "prompt"), *sight);
        INFO((run ? "" : sentence(run.error())));
        REQUIRE(run);
        CHECK(idsOf(run->encoding) == expected.whole(node, "ids"));
        checkFrames(expected, node, *run);
    }
    const auto none = session->see({}, false);
    REQUIRE(none);
    CHECK_FALSE(session->encodedPrompt("<image>What?", *none));
}

}  // namespace hw::model
