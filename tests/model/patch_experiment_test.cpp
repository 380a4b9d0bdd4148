// SPDX-License-Identifier: MIT
// Patches as units of experiments and searches. Cutting a patch wipes it from the picture.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint.h"
#include "model/experiment/decide.h"
#include "model/experiment/experiment.h"
#include "model/experiment/rankings.h"
#include "model/session/session.h"

namespace hw::model {
namespace {

constexpr int side = 28;

/// A 0 of straight lines, white on black.
PicturePoints ring() {
    PicturePoints made{side, side, std::string(std::size_t{3} * side * side, '\0')};
    const auto bar = [&](int left, int top, int width, int height) {
        for (int y = top; y < top + height; ++y)
            for (int x = left; x < left + width; ++x)
                for (int colour = 0; colour < 3; ++colour)
                    made.rgb[std::size_t{3} * (y * side + x) + colour] = '\xFF';
    };
    bar(8, 5, 12, 2);
    bar(8, 5, 2, 18);
    bar(18, 5, 2, 18);
    bar(8, 21, 12, 2);
    return made;
}
/// The patches that it touches are columns 2 to 4 of rows 1 and 5, and columns 2 and 4 of the rows between.
constexpr std::size_t inked = 2 * 3 + 3 * 2;

struct Pictured {
    Pictured() : session(opened()) {
        auto made = session.runPicture(ring(), "ring");
        REQUIRE(made);
        run = std::move(*made);
        auto back = backward(session.network(), run.trace, {&target, 1});
        REQUIRE(back);
        gradients = std::move(*back);
    }
    static Session opened() {
        auto made = Session::open(test::partsOf(HW_TEST_DATA "/../../web/models/digits"));
        REQUIRE(made);
        return std::move(*made);
    }
    const Network& network() const { return session.network(); }
    double wiped(const std::vector<int>& patches) const {
        const auto made = session.runPicture(ring(), "ring", patches);
        REQUIRE(made);
        return valuesOf(network(), made->trace, target).front();
    }
    std::vector<Unit> units(UnitKind kind = UnitKind::patch) const {
        return unitsOf({network(), run.trace}, gradients, kind, CutRule::zero);
    }

    Session session;
    Run run;
    Target target{.index = 0};
    Gradients gradients;
};

}  // namespace

TEST_CASE("the patches that a method ranks first are wiped, beside any others") {
    const Pictured pictured;
    const Spec& spec = pictured.network().spec;
    const std::vector<Unit> all = pictured.units();
    REQUIRE(all.size() == inked);
    for (const Ranking ranking : rankingsOf(UnitKind::patch)) {
        const auto order = ranked({pictured.network(), pictured.run.trace}, pictured.gradients,
                                  pictured.target, all, ranking);
        const auto made = experiment(Subject(pictured.network(), pictured.run.trace),
                                     pictured.target, order, all, {.most = 8, .draws = 6});
        REQUIRE(made);
        CHECK(made->counts == std::vector{1, 2, 4, 8});
        std::vector<int> patches;
        for (std::size_t i = 0; i < made->counts.size(); ++i) {
            while (std::cmp_less(patches.size(), made->counts[i]))
                patches.push_back(order[patches.size()].place.key - spec.leadingTokens());
            CHECK(std::abs(pictured.wiped(patches) - made->ranked[i]) < 1e-4);
        }
        // Chance draws any patches, so its mean is within the range of all draws.
        for (std::size_t i = 0; i < made->counts.size(); ++i)
            CHECK((made->randomLow[i] <= made->randomMean[i] &&
                   made->randomMean[i] <= made->randomHigh[i]));
    }
}

TEST_CASE("what wiping a patch does is predicted to first order") {
    const Pictured pictured;
    const Spec& spec = pictured.network().spec;
    // A small step from the patch towards the blank one, and the same step back.
    const TextInput& text = pictured.run.trace.texts[0];
    const int width = spec.embeddingWidth;
    const int blank = spec.vocabulary - 1;
    for (const Unit& unit : pictured.units()) {
        if (unit.place.key % 2 != 0) continue;
        const auto moved = [&](float share) {
            std::vector<float> rows = *text.rows;
            float* row = rows.data() + std::ptrdiff_t{1} * text.ids[unit.place.key] * width;
            for (int i = 0; i < width; ++i)
                row[i] += share * ((*text.rows)[std::size_t{1} * blank * width + i] - row[i]);
            TextInput other = text;
            other.rows = std::make_shared<const std::vector<float>>(std::move(rows));
            const auto values = textValues(pictured.network(), {other}, {}, {pictured.target});
            REQUIRE(values);
            return values->front();
        };
        constexpr float step = 0.02F;
        const double slope = (moved(step) - moved(-step)) / (2 * static_cast<double>(step));
        CHECK(std::abs(slope - unit.predicted) < 0.02 + 0.02 * std::abs(slope));
    }
}

TEST_CASE("what decides may be patches; those without pixels are none") {
    const Pictured pictured;
    const auto found = findWhatDecides(Subject(pictured.network(), pictured.run.trace),
                                       {.index = -1}, {.unit = UnitKind::patch});
    REQUIRE(found);
    REQUIRE(found->isFound);
    CHECK(found->before == 0);
    CHECK(found->after != 0);
    std::vector<int> patches;
    for (const Unit& unit : found->units)
        patches.push_back(unit.place.key - pictured.network().spec.leadingTokens());
    const auto wiped = pictured.session.runPicture(ring(), "ring", patches);
    REQUIRE(wiped);
    CHECK(pictured.session.top(*wiped, 0, 1).front().index == found->after);
    const auto gradients = backward(pictured.network(), wiped->trace, {&pictured.target, 1});
    REQUIRE(gradients);
    CHECK(unitsOf({pictured.network(), wiped->trace}, *gradients, UnitKind::patch, CutRule::zero)
              .size() == pictured.units().size() - patches.size());
}

TEST_CASE("a ranking of tokens is theirs in whichever order they come") {
    const Pictured pictured;
    for (const Ranking ranking : {Ranking::attention, Ranking::rollout, Ranking::relevance}) {
        std::vector<Unit> units = pictured.units(UnitKind::token);
        const auto order = ranked({pictured.network(), pictured.run.trace}, pictured.gradients,
                                  pictured.target, units, ranking);
        std::ranges::reverse(units);
        const auto again = ranked({pictured.network(), pictured.run.trace}, pictured.gradients,
                                  pictured.target, units, ranking);
        CHECK(order == again);
    }
}

}  // namespace hw::model
