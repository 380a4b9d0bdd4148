// SPDX-License-Identifier: MIT
// Targets as users and links write them, and the command line's questions about a run, on the page's encoder.
#include "model/service/effects.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

using namespace hw;
using namespace hw::service;
using model::TargetKind;

model::Session toy() {
    const std::filesystem::path folder =
        std::filesystem::path(HW_TEST_DATA) / "../../web/models/agreement";
    std::vector<model::Part> parts;
    for (const char* name : {"config.json", "tokenizer.json", "model.safetensors"}) {
        std::ifstream file(folder / name, std::ios::binary);
        const std::string bytes((std::istreambuf_iterator<char>(file)),
                                std::istreambuf_iterator<char>());
        const auto raw = std::as_bytes(std::span(bytes));
        parts.push_back({name, model::inMemory({raw.begin(), raw.end()})});
    }
    auto session = model::Session::open(std::move(parts));
    REQUIRE(session);
    return std::move(*session);
}

struct Toy {
    model::Session session = toy();
    model::Run run = *session.run("the keys on the table [MASK] old");

    model::Target target(std::string_view text, std::optional<TargetKind> kind = {}) const {
        const auto made = targetNamed(session, run, text, kind);
        REQUIRE(made);
        return *made;
    }
    std::string refused(std::string_view text) const {
        const auto made = targetNamed(session, run, text, {});
        return made ? std::string() : made.error().place;
    }
    GradientQuestion asked(std::string_view text) const {
        auto made = GradientQuestion::of(session, run, target(text));
        REQUIRE(made);
        return std::move(*made);
    }
};

std::string effectsText(const GradientQuestion& asked, const Effects& effects,
                        const Workers& workers = {}) {
    SideOutput side;
    const auto made = effectsOf(asked, effects, workers, side);
    REQUIRE(made);
    return *made;
}

}  // namespace

TEST_CASE("a target is two outputs, one, or none, by number or by name") {
    const Toy toy;
    const int are = *toy.session.outputNamed("are");
    const int is = *toy.session.outputNamed("is");
    const model::Target words = toy.target("are-is");
    CHECK(words.kind == TargetKind::logit);
    CHECK((words.index == are && words.minus == is && words.position == 6));
    CHECK(toy.target(std::to_string(are) + "-" + std::to_string(is)) == words);
    CHECK(toy.target("are").kind == TargetKind::logProbability);
    CHECK(toy.target("are", TargetKind::logit).kind == TargetKind::logit);
    CHECK(toy.target("are-is", TargetKind::probability).kind == TargetKind::probability);
    // As links have it.
    CHECK(toy.target("p:are@2") == toy.target(std::to_string(are) + "@2", TargetKind::probability));
    CHECK(toy.target("@-1").position == toy.run.tokens() - 1);
    CHECK(toy.target("").index == are);
    CHECK(toy.target("").minus == is);
    CHECK(toy.target("", TargetKind::probability).minus == -1);
}

TEST_CASE("a target that is not there is refused at its part") {
    const Toy toy;
    CHECK(toy.refused("are@99") == "position");
    CHECK(toy.refused("@-99") == "position");
    CHECK(toy.refused("no such word") == "no such word");
    CHECK(toy.refused("99999999") == "target");
}

TEST_CASE("a hidden token is a cut with the value of its test") {
    const Toy toy;
    const GradientQuestion asked = toy.asked("are-is");
    const auto score = scoreNamed(asked, "hide", usualSteps);
    REQUIRE(score);
    const std::string text = effectsText(asked, {.cuts = {{CutKind::hidden, "2"}}});
    const std::string front = R"("cuts":[{"hide":"2","value":)";
    REQUIRE(text.find(front) != text.npos);
    CHECK(std::stod(text.substr(text.find(front) + front.size())) ==
          Catch::Approx(score->values[2]));
    CHECK(std::isnan(score->values[6]));
}

TEST_CASE("several workers give the numbers of one") {
    const Toy toy;
    const GradientQuestion asked = toy.asked("are");
    const Effects effects{.cuts = {{CutKind::edges, "1:*:6>2"},
                                   {CutKind::head, "2:0"},
                                   {CutKind::residual, "1:2"},
                                   {CutKind::minimum, "6>2"}},
                          .rule = Rule::renormalise,
                          .scores = {"hide", "alti", "norms", "integrated-gradients"},
                          .steps = 3};
    const Workers workers{3, [](int count, const std::function<void(int)>& work) {
                              while (count > 0) work(--count);
                          }};
    const std::string once = effectsText(asked, effects);
    CHECK(once == effectsText(asked, effects, workers));
    CHECK(once.find(R"("cut":"6>2","value":)") != once.npos);
    CHECK(once.find("integrated_gradients_error") != once.npos);
}

TEST_CASE("a score or a cut that is not there is refused with those that are") {
    const Toy toy;
    const GradientQuestion asked = toy.asked("are");
    const auto score = scoreNamed(asked, "magic", usualSteps);
    REQUIRE_FALSE(score);
    CHECK(score.error().remedy.find("alti, norms, gradient-x-input") != std::string::npos);
    SideOutput side;
    const auto cut = effectsOf(asked, {.cuts = {{CutKind::minimum, "6>99"}}}, {}, side);
    REQUIRE_FALSE(cut);
    CHECK(cut.error().remedy.find("QUERY>KEY") != std::string::npos);
}
