// SPDX-License-Identifier: MIT
// SigLIP, compared with the real library's results (shared/data/models/README.md, "SigLIP").
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/patches/picture_answers.h"
#include "model/pictures/picture_reference.h"
#include "model/session/session.h"
#include "model/shared_models.h"

namespace hw::model {
namespace {

using test::closeBy;
using test::Expected;
using test::pictureOf;

/// The files of a folder. A size in the case replaces that of preprocessor_config.json.
std::vector<Part> partsFor(const Expected& expected, const std::string& folder, io::NodeId node) {
    std::vector<Part> parts = test::partsOf(folder);
    const io::NodeId size = expected.json.find(node, "size");
    if (size == io::none) return parts;
    for (Part& part : parts)
        if (part.name == "preprocessor_config.json")
            part = test::part(
                part.name,
                R"({"image_mean": [0.5, 0.5, 0.5], "image_std": [0.5, 0.5, 0.5], "resample": 3, "size": {"height": )" +
                    std::to_string(static_cast<int>(expected.number(size, "height"))) +
                    ", \"width\": " +
                    std::to_string(static_cast<int>(expected.number(size, "width"))) + "}}");
    return parts;
}

/// The tower's numbers and gradients of a case, whose run is of a session with the case's target.
void checkTower(const Session& session, const Run& run, const Target& target,
                const Expected& expected, const std::string& front, double factor) {
    closeBy(expected, front + "vision.attention", "vision.attention",
            test::concatenate(run.trace.weights));
    closeBy(expected, front + "vision.hidden", "vision.hidden",
            test::concatenate(run.trace.streams));
    const PoolAttention pool = poolAttentionOf(session, run);
    closeBy(expected, front + "pool.attention", "pool.attention", pool.weights);
    closeBy(expected, front + "picture.rollout", "picture.rollout", pool.rollout);
    const auto gradients = backward(session.network(), run.trace, {&target, 1});
    REQUIRE(gradients);
    closeBy(expected, front + "vision.attention_gradient", "vision.attention_gradient",
            test::concatenate(gradients->weights), factor);
    closeBy(expected, front + "pool.attention_gradient", "pool.attention_gradient", gradients->pool,
            factor);
    closeBy(expected, front + "vision.patch_gradient", "vision.patch_gradient",
            gradients->embeddings, factor);
}

}  // namespace

TEST_CASE("SigLIP's towers of pictures give the library's numbers, also for other sizes") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    for (const std::string name : {"siglip_vision", "siglip_cls"}) {
        const std::string folder = models + name;
        const Expected expected(folder);
        for (const io::NodeId node : expected.cases()) {
            const std::string front = expected.text(node, "name") + ".";
            INFO(folder << " " << front);
            const auto session = Session::open(partsFor(expected, folder, node));
            INFO((session ? "" : sentence(session.error())));
            REQUIRE(session);
            const auto run =
                session->runPicture(pictureOf(models + expected.text(node, "image")), "picture");
            REQUIRE(run);
            const std::vector<float> outputs = session->outputs(*run, 0);
            closeBy(expected, front + "logits", "logits", outputs);
            closeBy(expected, front + "embedding", "embedding", outputs);
            Target target = test::targetOf(expected, node);
            checkTower(*session, *run, target, expected, front, 1);
            const std::vector<double> wanted =
                expected.json.doubles(expected.json.find(node, "blank_out", "zero_pixels"));
            for (std::size_t patch = 0; patch < wanted.size(); ++patch) {
                const int one = static_cast<int>(patch);
                const auto wiped = session->runPicture(
                    pictureOf(models + expected.text(node, "image")), "picture", {&one, 1});
                REQUIRE(wiped);
                const double value = valuesOf(session->network(), wiped->trace, target).front();
                CHECK(std::abs(value - wanted[patch]) < 2e-5);
            }
        }
    }
}

TEST_CASE("SigLIP's scores of texts are the library's") {
    const std::string models = test::sharedModels();
    if (models.empty()) SKIP("shared/data is not beside the checkout");
    const std::string folder = models + "siglip";
    const Expected expected(folder);
    for (const bool hasJson : {true, false}) {
        std::vector<Part> parts = test::partsOf(folder);
        std::erase_if(parts, [&](const Part& part) {
            return part.name == (hasJson ? "spiece.model" : "tokenizer.json");
        });
        const auto session = Session::open(parts);
        INFO((session ? "" : sentence(session.error())));
        REQUIRE(session);
        CHECK(session->facts().unused.empty());
        for (const io::NodeId node :
             expected.json.children(expected.json.find(0, "tokenizer_strings"))) {
            INFO(hasJson << " " << expected.text(node, "text"));
            const auto encoding = session->tokenizer()->encode(expected.text(node, "text"));
            REQUIRE(encoding);
            CHECK(std::vector<int>(encoding->ids.begin(), encoding->ids.end()) ==
                  expected.whole(node, "ids"));
        }
        for (const io::NodeId node : expected.cases()) {
            const std::string front = expected.text(node, "name") + ".";
            INFO(front);
            const auto text = session->runTowerText(expected.text(node, "text"));
            REQUIRE(text);
            CHECK(std::vector<int>(text->encoding.ids.begin(), text->encoding.ids.end()) ==
                  expected.whole(node, "ids"));
            closeBy(expected, front + "text.attention", "text.attention",
                    test::concatenate(text->trace.weights));
            closeBy(expected, front + "text.hidden", "text.hidden",
                    test::concatenate(text->trace.streams));
            const auto among = session->amongTexts({"the", expected.text(node, "text")});
            INFO((among ? "" : sentence(among.error())));
            REQUIRE(among);
            const auto run =
                among->runPicture(pictureOf(models + expected.text(node, "image")), "picture");
            REQUIRE(run);
            checkTower(*among, *run, {.index = 1}, expected, front, 1);
            const io::NodeId target = expected.json.find(node, "target");
            CHECK(std::abs(among->outputs(*run, 0)[1] - expected.number(target, "value")) < 2e-5);
            for (const Choice& choice : among->top(*run, 0, 2))
                if (choice.index == 1)
                    CHECK(std::abs(choice.probability - expected.number(target, "probability")) <
                          1e-5);
        }
    }
}

}  // namespace hw::model
