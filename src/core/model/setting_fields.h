// SPDX-License-Identifier: MIT
// The settings, one row each. A row has their names in messages, links, files, the API, the controls and the command
// line, the methods they apply to, and the allowed values. The names of choices are next to their enumerations
// (core/model/settings.h).
#pragma once

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "core/model/setting_row.h"

namespace hw {

namespace settings_that {
inline bool haveSeveralHeads(const Settings& s, int heads) {
    return heads != 1 && s.heads.size() != 1;
}
inline bool haveHeads(const Settings&, int heads) { return heads != 1; }
inline bool weighHeads(const Settings& s, int heads) {
    return haveSeveralHeads(s, heads) && s.fusion == HeadFusion::mean &&
           std::ranges::adjacent_find(s.headWeights, std::ranges::not_equal_to()) !=
               s.headWeights.end();
}
inline bool weighByGradients(const Settings& s, int heads) {
    return haveSeveralHeads(s, heads) && s.fusion == HeadFusion::gradientNorm;
}
inline bool discard(const Settings& s, int) { return s.discard > 0; }
inline bool protectToken(const Settings& s, int) { return s.protect == DiscardProtect::token; }
}  // namespace settings_that

/// In the order of links and files.
inline constexpr std::tuple settingFields{
    SettingField<HeadFusion>{&Settings::fusion,
                             "fusion",
                             "fusion",
                             "fusion",
                             "Head fusion"_tr,
                             SettingGroup::heads,
                             fusing,
                             settings_that::haveSeveralHeads,
                             Counts::nothing,
                             {},
                             "COMBINE HEADS BY"_tr},
    SettingField<GradientNorm>{.member = &Settings::gradientNorm,
                               .key = "gradient-norm",
                               .option = "gradient-norm",
                               .exported = "gradientNorm",
                               .label = "Size of gradients"_tr,
                               .group = SettingGroup::heads,
                               .methods = fusing,
                               .matters = settings_that::weighByGradients,
                               .menu = "SIZE OF GRADIENTS"_tr,
                               .detail = true},
    SettingField<std::vector<int>>{&Settings::heads, "heads", "heads", "heads", "Heads"_tr,
                                   SettingGroup::heads, allMethods, nullptr, Counts::heads},
    SettingField<std::vector<int>>{.member = &Settings::headOfLayer,
                                   .key = "head-of-layer",
                                   .option = "head-of-layer",
                                   .exported = "headOfLayer",
                                   .label = "One head in one layer"_tr,
                                   .group = SettingGroup::heads,
                                   .methods = fusing,
                                   .matters = settings_that::haveHeads,
                                   .counts = Counts::headOfLayer,
                                   .detail = true},
    SettingField<std::vector<LayerHeads>>{.member = &Settings::layerHeads,
                                          .key = "heads-at",
                                          .option = "heads-at",
                                          .exported = "headsAt",
                                          .label = "Heads of individual layers"_tr,
                                          .group = SettingGroup::heads,
                                          .methods = fusing,
                                          .matters = settings_that::haveHeads,
                                          .detail = true},
    SettingField<std::vector<double>>{&Settings::headWeights,
                                      "weights",
                                      "head-weights",
                                      "headWeights",
                                      {},
                                      SettingGroup::heads,
                                      fusing,
                                      settings_that::weighHeads,
                                      Counts::heads},
    SettingField<std::vector<int>>{&Settings::layers, "layers", "layers", "layers",
                                   "Layers in use"_tr, SettingGroup::layers, overLayers, nullptr,
                                   Counts::layers},
    SettingField<double>{&Settings::residual, "residual", "residual", "residual",
                         "Residual weight"_tr, SettingGroup::steps, joining},
    SettingField<Residual>{&Settings::residualKind,
                           "residual-kind",
                           "",
                           "residualKind",
                           {},
                           SettingGroup::steps,
                           joining},
    SettingField<double>{&Settings::discard,
                         "discard",
                         "discard",
                         "discard",
                         "Discard ratio"_tr,
                         SettingGroup::steps,
                         joining,
                         nullptr,
                         Counts::nothing,
                         {1, false, 0.01, 0.99}},
    SettingField<DiscardScope>{&Settings::scope,
                               "scope",
                               "discard-scope",
                               "discardScope",
                               "Smallest weights of"_tr,
                               SettingGroup::steps,
                               joining,
                               settings_that::discard,
                               Counts::nothing,
                               {},
                               "SMALLEST WEIGHTS OF"_tr},
    SettingField<DiscardTies>{.member = &Settings::ties,
                              .key = "ties",
                              .option = "discard-ties",
                              .exported = "discardTies",
                              .label = "Discard"_tr,
                              .group = SettingGroup::steps,
                              .methods = joining,
                              .matters = settings_that::discard,
                              .menu = "HOW MANY"_tr,
                              .detail = true},
    SettingField<DiscardProtect>{&Settings::protect,
                                 "protect",
                                 "protect",
                                 "protect",
                                 "Never discard"_tr,
                                 SettingGroup::steps,
                                 joining,
                                 settings_that::discard,
                                 Counts::nothing,
                                 {},
                                 "NEVER DISCARD"_tr},
    SettingField<int>{&Settings::protectedToken,
                      "protected",
                      "",
                      "protectedToken",
                      {},
                      SettingGroup::steps,
                      joining,
                      settings_that::protectToken,
                      Counts::tokens},
    SettingField<StepOrder>{&Settings::order,
                            "order",
                            "order",
                            "order",
                            "Order of steps"_tr,
                            SettingGroup::steps,
                            joining,
                            settings_that::discard,
                            Counts::nothing,
                            {},
                            "ORDER"_tr},
    SettingField<Normalise>{&Settings::normalise, "normalise", "normalise", "normalise",
                            "Divide"_tr, SettingGroup::steps, joining},
    SettingField<int>{&Settings::startLayer, "start", "start-layer", "startLayer",
                      "First layer in use"_tr, SettingGroup::start, overLayers, nullptr,
                      Counts::layers},
    SettingField<GradientForm>{&Settings::gradientForm, "gradient-form", "gradient-form", "",
                               "Combine gradients and heads by"_tr, SettingGroup::heads, weighing},
    SettingField<GradientNormalise>{
        &Settings::gradientNormalise,
        "gradient-normalise",
        "gradient-normalise",
        "",
        {},
        SettingGroup::heads,
        methodsThat([](Method m) { return m == Method::gradientRollout; })},
    SettingField<IdentityTerm>{.member = &Settings::ownOne,
                               .key = "own-one",
                               .option = "own-one",
                               .exported = "ownOne",
                               .label = "A token’s relevance to itself"_tr,
                               .group = SettingGroup::heads,
                               .methods = methodsThat([](Method m) { return specOf(m).hasOwnOne; }),
                               .menu = "A TOKEN’S OWN 1"_tr,
                               .detail = true},
    SettingField<JointForm>{.member = &Settings::jointForm,
                            .key = "form",
                            .option = "form",
                            .exported = "form",
                            .label = "Capacities"_tr,
                            .group = SettingGroup::heads,
                            .methods = jointly,
                            .menu = "CAPACITIES"_tr,
                            .detail = true},
    SettingField<double>{.member = &Settings::barrier,
                         .key = "barrier",
                         .option = "barrier",
                         .exported = "barrier",
                         .label = "Barrier weight"_tr,
                         .group = SettingGroup::steps,
                         .methods = jointly,
                         .range = {1, true, 0.0001, 1, false},
                         .detail = true},
    SettingField<JointScale>{.member = &Settings::jointScale,
                             .key = "capacity-scale",
                             .option = "scale",
                             .exported = "capacityScale",
                             .label = "Capacities divided by"_tr,
                             .group = SettingGroup::heads,
                             .methods = jointly,
                             .menu = "DIVIDED BY"_tr,
                             .detail = true},
    SettingField<SinkUse>{
        .member = &Settings::sinks,
        .key = "sinks",
        .option = "sinks",
        .exported = "sinkUse",
        .label = "Attention sinks"_tr,
        .group = SettingGroup::steps,
        .methods = methodsThat([](Method m) { return specOf(m).fuses && specOf(m).hasSteps; }),
        .menu = "ATTENTION SINKS"_tr,
        .detail = true},
};

inline constexpr std::size_t settingCount = std::tuple_size_v<decltype(settingFields)>;

/// Calls `visit` with every row, in order.
template <class Visit>
constexpr void forEachSetting(Visit&& visit) {
    std::apply([&](const auto&... field) { (visit(field), ...); }, settingFields);
}

/// Whether a setting applies to the method on matrices of this kind. Contributions have one matrix per layer, to which
/// nothing is added, and global ones already cover all layers.
template <class Field>
constexpr bool playsPart(const Field& field, Method method, MatrixKind kind) {
    const bool isOfLayers =
        field.group == SettingGroup::layers || field.group == SettingGroup::start;
    return field.methods.has(method) &&
           (kind == MatrixKind::attention || (isOfLayers && kind == MatrixKind::contributions));
}

/// Only the settings that decide how heads are fused, with all others at their defaults.
inline Settings headSettings(const Settings& settings) {
    Settings kept;
    forEachSetting([&](const auto& field) {
        if (field.group == SettingGroup::heads && field.methods.has(Method::raw))
            kept.*field.member = settings.*field.member;
    });
    return kept;
}
/// The settings with those of head fusion at their defaults, for matrices whose heads are already fused.
inline Settings withoutHeadSettings(const Settings& settings) {
    Settings kept = settings;
    forEachSetting([&](const auto& field) {
        if (field.group == SettingGroup::heads && field.methods.has(Method::raw))
            kept.*field.member = Settings{}.*field.member;
    });
    return kept;
}

}  // namespace hw
