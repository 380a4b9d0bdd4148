// SPDX-License-Identifier: MIT
// Presets, names of choices, and the check of settings against a tensor.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <string>

#include "core/model/check_settings.h"
#include "core/model/presets.h"
#include "core/support.h"

namespace hw::test {
namespace {

TEST_CASE("the first preset is the default and is the paper's") {
    REQUIRE(presets().size() == 7);
    CHECK(presets()[0].name.english() == "Abnar & Zuidema 2020");
    CHECK(presets()[0].settings == Settings{});
}

TEST_CASE("presets are distinct, cited, found by id and by name, and recognised again") {
    std::set<std::string> ids;
    for (const Preset& preset : presets()) {
        INFO(preset.id);
        ids.emplace(preset.id);
        CHECK(preset.citation.english().size() > 20);
        CHECK(findPreset(preset.id) == &preset);
        CHECK(findPreset(preset.name) == &preset);
        CHECK(presetOf(preset.settings) == &preset);
    }
    CHECK(ids.size() == presets().size());
    CHECK(findPreset("VIT-EXPLAIN CORRECTED") == findPreset("vit-explain-corrected"));
    CHECK(findPreset("nonsense") == nullptr);
    CHECK(findPreset("") == nullptr);
}

TEST_CASE("a chosen head does not make a preset another one, a changed number does") {
    Settings settings;
    settings.heads = {3};
    CHECK(presetOf(settings) == &presets()[0]);
    settings.residual = 0.25;
    CHECK(presetOf(settings) == nullptr);
}

TEST_CASE("presets say what algorithms and papers say") {
    const Settings& vit = findPreset("vit-explain-corrected")->settings;
    CHECK(vit.order == StepOrder::discardFirst);
    CHECK(vit.normalise == Normalise::rows);
    CHECK(vit.discard == 0.9);
    CHECK(findPreset("vit-explain-as-published")->settings.normalise ==
          Normalise::columnsByRowSums);
    CHECK(findPreset("chefer-2021-start-layer")->settings.startLayer == 1);
    CHECK(findPreset("tutorial-discard-0.1")->settings.order == StepOrder::residualFirst);
    CHECK(findPreset("tutorial-discard-0.1")->settings.discard == 0.1);
    CHECK(findPreset("tutorial-discard-0.1")->settings.ties == DiscardTies::keep);
    CHECK(findPreset("no-residual")->settings.residual == 0.0);
    CHECK(findPreset("globenc-fixed-residual")->settings.residualKind == Residual::fixed);
}

template <class Choice>
void roundTrip(int count) {
    std::set<std::string> names;
    for (int i = 0; i < count; ++i) {
        const auto choice = static_cast<Choice>(i);
        const std::string_view name = nameOf(choice);
        names.emplace(name);
        CHECK(fromName<Choice>(name) == choice);
    }
    CHECK(names.size() == static_cast<std::size_t>(count));
    CHECK_FALSE(fromName<Choice>("").has_value());
    CHECK_FALSE(fromName<Choice>("Mean ").has_value());
}

TEST_CASE("every choice has a name that leads back to it") {
    roundTrip<Method>(5);
    roundTrip<HeadFusion>(3);
    roundTrip<DiscardScope>(2);
    roundTrip<DiscardProtect>(4);
    roundTrip<StepOrder>(2);
    roundTrip<Normalise>(3);
    roundTrip<Residual>(2);
    roundTrip<GradientForm>(2);
    roundTrip<GradientNormalise>(2);
    CHECK(nameOf(Method::gradientRollout) == "gradient-rollout");
    CHECK(nameOf(StepOrder::discardFirst) == "discard-first");
    CHECK(nameOf(Normalise::columnsByRowSums) == "columns-by-row-sums");
}

const AttentionTensor tensor432 = randomAttention(4, 3, 2, 51);

std::string refusedPlace(const Settings& settings) {
    const auto checked = checkSettings(settings, tensor432);
    if (checked.has_value()) return "accepted";
    CHECK(checked.error().code == Code::badArgument);
    CHECK(checked.error().finding.ends_with("."));
    CHECK(checked.error().remedy.ends_with("."));
    return checked.error().place;
}

TEST_CASE("settings in range are accepted, at the ends too") {
    Settings settings;
    CHECK(refusedPlace(settings) == "accepted");
    settings.residual = 1.0;
    settings.discard = 0.999;
    settings.startLayer = 3;
    settings.heads = {0, 2};
    settings.headWeights = {0, 1};
    settings.protect = DiscardProtect::token;
    settings.protectedToken = 1;
    CHECK(refusedPlace(settings) == "accepted");
}

TEST_CASE("settings out of range are refused by name") {
    const auto with = [](auto&& change) {
        Settings settings;
        change(settings);
        return refusedPlace(settings);
    };
    CHECK(with([](Settings& s) { s.residual = 1.01; }) == "residual");
    CHECK(with([](Settings& s) { s.residual = -0.01; }) == "residual");
    CHECK(with([](Settings& s) { s.residual = NAN; }) == "residual");
    CHECK(with([](Settings& s) { s.discard = 1.0; }) == "discard");
    CHECK(with([](Settings& s) { s.discard = NAN; }) == "discard");
    CHECK(with([](Settings& s) { s.startLayer = 4; }) == "start layer");
    CHECK(with([](Settings& s) { s.startLayer = -1; }) == "start layer");
    CHECK(with([](Settings& s) { s.heads = {3}; }) == "heads");
    CHECK(with([](Settings& s) { s.heads = {-1}; }) == "heads");
    CHECK(with([](Settings& s) { s.heads = {1, 1}; }) == "heads");
    CHECK(with([](Settings& s) { s.heads = {2, 1}; }) == "heads");
    CHECK(with([](Settings& s) { s.headWeights = {1, 1}; }) == "head weights");
    CHECK(with([](Settings& s) { s.headWeights = {0, 0, 0}; }) == "head weights");
    CHECK(with([](Settings& s) { s.headWeights = {1, -1, 1}; }) == "head weights");
    CHECK(with([](Settings& s) { s.headWeights = {1, NAN, 1}; }) == "head weights");
    CHECK(with([](Settings& s) {
              s.protect = DiscardProtect::token;
              s.protectedToken = 2;
          }) == "protected token");
}

TEST_CASE("the sentences count from 1 for layers and from 0 for heads and tokens") {
    Settings settings;
    settings.startLayer = 6;
    const Problem layer = checkSettings(settings, tensor432).error();
    CHECK(
        sentence(layer) ==
        "start layer: There is no layer 7; the example has 4 layers. Choose a layer from 1 to 4.");
    settings = {};
    settings.heads = {5};
    CHECK(sentence(checkSettings(settings, tensor432).error()) ==
          "heads: There is no head 5; each layer has 3 heads. Choose heads from 0 to 2.");
}

TEST_CASE("any settings can be fitted to a tensor, and good ones are left alone") {
    Settings wild;
    wild.residual = NAN;
    wild.discard = 5;
    wild.startLayer = 99;
    wild.heads = {7, 1, 1, -2, 0};
    wild.headWeights = {1, 2, 3, 4};
    wild.protectedToken = 44;
    const Settings fitted = fitSettings(wild, tensor432);
    CHECK(checkSettings(fitted, tensor432).has_value());
    CHECK(fitted.heads == std::vector<int>{0, 1});
    CHECK(fitted.startLayer == 3);
    for (const Preset& preset : presets()) {
        CHECK(fitSettings(preset.settings, tensor432) == preset.settings);
    }
}

}  // namespace
}  // namespace hw::test
