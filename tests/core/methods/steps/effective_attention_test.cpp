// SPDX-License-Identifier: MIT
#include "core/methods/steps/effective_attention.h"
#include "core/flow/flow_capacities.h"
#include "core/statistics/attention_sinks.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "core/model/presets.h"
#include "core/support.h"

namespace hw::test {
namespace {

Matrix discarded(Matrix m, double ratio, DiscardScope scope = DiscardScope::matrix,
                 DiscardProtect protect = DiscardProtect::nothing, int token = 0) {
    Settings settings;
    settings.discard = ratio;
    settings.scope = scope;
    settings.protect = protect;
    settings.protectedToken = token;
    discardSmallest(m, settings);
    return m;
}

const Matrix nine = matrix({{5, 1, 9}, {2, 6, 3}, {8, 4, 7}});

TEST_CASE("half residual gives half the diagonal and half the weights") {
    Matrix m = matrix({{.5, .5}, {.25, .75}});
    addResidual(m, 0.5);
    CHECK(distance(m, matrix({{.75, .25}, {.125, .875}})) == 0);
    addResidual(m, 0.0);
    CHECK(distance(m, matrix({{.75, .25}, {.125, .875}})) == 0);
    addResidual(m, 1.0);
    CHECK(distance(m, matrix({{1, 0}, {0, 1}})) == 0);
}

TEST_CASE("discarding sets floor(ratio * count) smallest entries to 0") {
    CHECK(distance(discarded(nine, 0.34), matrix({{5, 0, 9}, {0, 6, 0}, {8, 4, 7}})) == 0);
    CHECK(distance(discarded(nine, 0.1), nine) == 0);
    CHECK(distance(discarded(nine, 0.999), matrix({{0, 0, 9}, {0, 0, 0}, {0, 0, 0}})) == 0);
    CHECK(distance(discarded(nine, 0.0), nine) == 0);
}

TEST_CASE("discarding row by row counts in each row") {
    CHECK(distance(discarded(nine, 0.34, DiscardScope::row),
                   matrix({{5, 0, 9}, {0, 6, 3}, {8, 0, 7}})) == 0);
    CHECK(distance(discarded(nine, 0.67, DiscardScope::row),
                   matrix({{0, 0, 9}, {0, 6, 0}, {8, 0, 0}})) == 0);
}

TEST_CASE("protected entries keep their value and nothing is discarded in their place") {
    CHECK(distance(discarded(nine, 0.67, DiscardScope::matrix, DiscardProtect::diagonal),
                   matrix({{5, 0, 9}, {0, 6, 0}, {8, 0, 7}})) == 0);
    CHECK(distance(discarded(nine, 0.999, DiscardScope::matrix, DiscardProtect::token, 1),
                   matrix({{0, 1, 9}, {2, 6, 3}, {0, 4, 0}})) == 0);
    CHECK(distance(discarded(nine, 0.999, DiscardScope::matrix, DiscardProtect::corner),
                   matrix({{5, 0, 9}, {0, 0, 0}, {0, 0, 0}})) == 0);
}

TEST_CASE("of equal entries the first in row-major order are discarded") {
    const Matrix equal = matrix({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
    CHECK(distance(discarded(equal, 0.5), matrix({{0, 0, 0}, {0, 1, 1}, {1, 1, 1}})) == 0);
    CHECK(distance(discarded(equal, 0.5, DiscardScope::row),
                   matrix({{0, 1, 1}, {0, 1, 1}, {0, 1, 1}})) == 0);
    const Matrix mixed = matrix({{2, 1, 2}, {0, 2, 3}, {2, 3, 3}});
    CHECK(distance(discarded(mixed, 0.45), matrix({{0, 0, 0}, {0, 2, 3}, {2, 3, 3}})) == 0);
}

TEST_CASE("where ties stay only entries strictly below the threshold are discarded") {
    const auto below = [](Matrix m, double ratio, DiscardScope scope = DiscardScope::matrix) {
        Settings settings;
        settings.discard = ratio;
        settings.scope = scope;
        settings.ties = DiscardTies::keep;
        discardSmallest(m, settings);
        return m;
    };
    const Matrix equal = matrix({{1, 1, 1}, {1, 1, 1}, {1, 1, 1}});
    for (const double ratio : {0.1, 0.5, 0.9, 0.999999, 1 - 1e-17}) {
        CHECK(distance(below(equal, ratio), equal) == 0);
        CHECK(distance(below(equal, ratio, DiscardScope::row), equal) == 0);
    }
    // Number 4 in order of size, from 0, is the second 2. Smaller entries are discarded.
    const Matrix mixed = matrix({{2, 1, 2}, {0, 2, 3}, {2, 3, 3}});
    CHECK(distance(below(mixed, 0.45), matrix({{2, 0, 2}, {0, 2, 3}, {2, 3, 3}})) == 0);
    CHECK(distance(below(mixed, 0.45, DiscardScope::row),
                   matrix({{2, 0, 2}, {0, 2, 3}, {0, 3, 3}})) == 0);
    CHECK(distance(below(nine, 0.34), matrix({{5, 0, 9}, {0, 6, 0}, {8, 4, 7}})) == 0);
}

TEST_CASE("the tutorial's threshold is one of rows that sum to 1") {
    Settings settings;
    settings.discard = 0.3;
    settings.ties = DiscardTies::keep;
    const AttentionTensor wide = tensor({matrix({{8, .5}, {.1, .1}})});
    // (9 .5)/9.5 and (.1 1.1)/1.2. If rows are divided first, the .053 in row 0 is discarded. Otherwise it would be row
    // 1's .05.
    CHECK(distance(effectiveAttention(wide, settings, 0), matrix({{1, 0}, {.1 / 1.2, 1.1 / 1.2}})) <
          1e-7);
}

TEST_CASE("an entry that was 0 counts as discarded, as in the published code") {
    const Matrix causal = matrix({{1, 0, 0}, {.5, .5, 0}, {.2, .3, .5}});
    CHECK(distance(discarded(causal, 0.34), causal) == 0);
    CHECK(distance(discarded(causal, 0.45), matrix({{1, 0, 0}, {.5, .5, 0}, {0, .3, .5}})) == 0);
}

TEST_CASE("rows are divided by their sum, and an empty row becomes the identity row") {
    Matrix m = matrix({{2, 6, 0}, {0, 0, 0}, {0, 0, 3}});
    normaliseRows(m, Normalise::rows);
    CHECK(distance(m, matrix({{.25, .75, 0}, {0, 1, 0}, {0, 0, 1}})) == 0);
}

TEST_CASE("without normalising, an empty row keeps its residual") {
    Matrix m = matrix({{2, 6}, {0, 0}});
    normaliseRows(m, Normalise::none, 0.25);
    CHECK(distance(m, matrix({{2, 6}, {0, .25}})) == 0);
    m = matrix({{2, 6}, {0, 0}});
    normaliseRows(m, Normalise::none, 0.0);
    CHECK(distance(m, matrix({{2, 6}, {0, 1}})) == 0);
}

TEST_CASE("vit-explain divides column j by row sum j, corrected it divides rows") {
    Settings settings;
    const Matrix fused = matrix({{.5, .3, .2}, {0, .6, .3}, {0, 0, .6}});
    Matrix corrected = fused;
    applySteps(corrected, settings);
    CHECK(distance(rowOf(corrected, 0), std::vector<double>{.75, .15, .1}) < 1e-7);
    CHECK(rowSumError(corrected) < 1e-7);
    Matrix published = fused;
    settings.normalise = Normalise::columnsByRowSums;
    applySteps(published, settings);
    CHECK(distance(rowOf(published, 0), std::vector<double>{.75, .15 / .95, .125}) < 1e-7);
}

TEST_CASE("an empty row is an identity row before columns are divided by row sums") {
    Matrix m = matrix({{1, 1}, {0, 0}});
    normaliseRows(m, Normalise::columnsByRowSums);
    CHECK(distance(m, matrix({{.5, 1}, {0, 1}})) == 0);
}

TEST_CASE("the order of residual and discard changes the result") {
    const AttentionTensor w = tensor({matrix({{.1, .9}, {.6, .4}})});
    Settings settings;
    settings.discard = 0.25;
    // residual first gives .55 .45 / .3 .7, where the smallest is .3
    CHECK(distance(effectiveAttention(w, settings, 0), matrix({{.55, .45}, {0, 1}})) < 1e-7);
    settings.order = StepOrder::discardFirst;
    // discard first gives 0 .9 / .6 .4, then .5 .45 / .3 .7
    CHECK(distance(effectiveAttention(w, settings, 0), matrix({{.5 / .95, .45 / .95}, {.3, .7}})) <
          1e-7);
}

TEST_CASE("a row that loses everything keeps its residual in either order") {
    const AttentionTensor w = tensor({matrix({{.5, .5}, {.001, .999}})});
    Settings settings;
    settings.discard = 0.9;
    settings.order = StepOrder::discardFirst;
    CHECK(distance(MatrixView(effectiveAttention(w, settings, 0)).row(0),
                   std::vector<double>{1, 0}) == 0);
    settings.residual = 0;
    CHECK(distance(effectiveAttention(w, settings, 0), matrix({{1, 0}, {0, 1}})) == 0);
    settings.order = StepOrder::residualFirst;
    CHECK(distance(effectiveAttention(w, settings, 0), matrix({{1, 0}, {0, 1}})) == 0);
}

TEST_CASE("GlobEnc's residual drops the diagonal and mixes by the token's ratio") {
    const AttentionTensor w = tensor({matrix({{.5, .3, .2}, {.1, .6, .3}, {0, 0, 1}})});
    Settings settings;
    settings.residualKind = Residual::fixed;
    const std::vector<float> ratios{0.5F, 0.25F, 0.75F};
    CHECK(distance(effectiveAttention(w, settings, 0, ratios),
                   matrix({{.5, .3, .2}, {.0625, .75, .1875}, {0, 0, 1}})) < 1e-7);
    // Without ratios in the file the settings' residual is on the diagonal.
    CHECK(distance(effectiveAttention(w, settings, 0),
                   matrix({{.5, .3, .2}, {.125, .5, .375}, {0, 0, 1}})) < 1e-7);
    const std::vector<float> nonsense{-1.0F, NAN, 7.0F};
    CHECK(distance(effectiveAttention(w, settings, 0, nonsense),
                   effectiveAttention(w, settings, 0)) == 0);
}

TEST_CASE("ratios of GlobEnc are taken from the layer's own row") {
    const std::vector<float> ratios{1, 2, 3, 4, 5, 6};
    CHECK(residualOfLayer(ratios, 1, 3)[0] == 4.0F);
    CHECK(residualOfLayer(ratios, 2, 3).empty());
    CHECK(residualOfLayer({}, 0, 3).empty());
}

TEST_CASE("cross-attention has no residual and an empty row stays empty") {
    const AttentionTensor c = tensor({matrix({{2, 1, 1}, {0, 0, 0}})});
    Settings settings;
    CHECK(distance(effectiveCrossAttention(c, settings, 0), matrix({{.5, .25, .25}, {0, 0, 0}})) ==
          0);
    settings.normalise = Normalise::none;
    CHECK(distance(effectiveCrossAttention(c, settings, 0), headOf(c, 0, 0)) == 0);
    settings.normalise = Normalise::columnsByRowSums;
    settings.discard = 0.84;
    CHECK(distance(effectiveCrossAttention(c, settings, 0), matrix({{1, 0, 0}, {0, 0, 0}})) < 1e-7);
}

TEST_CASE("rows of the effective attention sum to 1 for every setting and input") {
    for (const NamedTensor& input : adversarialTensors()) {
        for (const Preset& preset : presets()) {
            if (preset.settings.normalise != Normalise::rows) continue;
            for (const auto fusion : {HeadFusion::mean, HeadFusion::max, HeadFusion::min}) {
                for (const double ratio : {0.0, 0.3, 0.9, 0.999}) {
                    Settings settings = preset.settings;
                    settings.fusion = fusion;
                    settings.discard = ratio;
                    for (int layer = 0; layer < input.attentions.layers; ++layer) {
                        INFO(input.name << ", " << preset.id << ", discard " << ratio);
                        REQUIRE(rowSumError(effectiveAttention(input.attentions, settings, layer)) <
                                1e-6);
                    }
                }
            }
        }
    }
}

TEST_CASE("attention to a sink that is excluded stays with the token that reads") {
    const AttentionTensor weights = tensor({matrix({{.9, .05, .05}, {.8, .1, .1}, {.7, .2, .1}})});
    REQUIRE(sinkTokens(weights) == std::vector{0});
    Settings settings;
    settings.residual = 0;
    settings.sinks = SinkUse::exclude;
    const std::vector<double> expected{.9, .05, .05, 0, .9, .1, 0, .2, .8};
    CHECK(distance(valuesOf(effectiveAttention(weights, settings, 0)), expected) < 1e-6);
    const std::vector<double> capacities = exactAttention(weights, settings, 0);
    for (std::size_t i = 0; i < expected.size(); ++i)
        CHECK(std::fabs(capacities[i] - expected[i]) < 1e-6);
    settings.sinks = SinkUse::include;
    CHECK(distance(valuesOf(effectiveAttention(weights, settings, 0)),
                   std::vector<double>{.9, .05, .05, .8, .1, .1, .7, .2, .1}) < 1e-6);
}

}  // namespace
}  // namespace hw::test
