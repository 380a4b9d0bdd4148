// SPDX-License-Identifier: MIT
// The settings, one row each: their names in messages, links, files, the API, the controls and the command
// line, the methods they apply to, and the values they may have. The names of choices are beside
// their enumerations (core/model/settings.h).
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
                             "HEADS JOINED BY"_tr},
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
                                   .label = "One head of one layer"_tr,
                                   .group = SettingGroup::heads,
                                   .methods = fusing,
                                   .matters = settings_that::haveHeads,
                                   .counts = Counts::headOfLayer,
                                   .detail = true},
    SettingField<std::vector<LayerHeads>>{.member = &Settings::layerHeads,
                                          .key = "heads-at",
                                          .option = "heads-at",
                                          .exported = "headsAt",
                                          .label = "Heads of single layers"_tr,
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
                                   "Layers that take part"_tr, SettingGroup::layers, overLayers,
                                   nullptr, Counts::layers},
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
                               "Discard over"_tr,
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
                      "First layer that takes part"_tr, SettingGroup::start, overLayers, nullptr,
                      Counts::layers},
    SettingField<GradientForm>{&Settings::gradientForm, "gradient-form", "gradient-form", "",
                               "Gradients weigh heads by"_tr, SettingGroup::heads, weighing},
    SettingField<GradientNormalise>{
        &Settings::gradientNormalise,
        "gradient-normalise",
        "gradient-normalise",
        "",
        {},
        SettingGroup::heads,
        methodsThat([](Method m) { return m == Method::gradientRollout; })},
    SettingField<OwnOne>{.member = &Settings::ownOne,
                         .key = "own-one",
                         .option = "own-one",
                         .exported = "ownOne",
                         .label = "Relevance of a token for itself"_tr,
                         .group = SettingGroup::heads,
                         .methods = methodsThat([](Method m) { return m == Method::relevance; }),
                         .menu = "A TOKEN FOR ITSELF"_tr,
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
                         .label = "Weight of the barrier"_tr,
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
};

inline constexpr std::size_t settingCount = std::tuple_size_v<decltype(settingFields)>;

/// Calls `visit` with every row, in order.
template <class Visit>
constexpr void forEachSetting(Visit&& visit) {
    std::apply([&](const auto&... field) { (visit(field), ...); }, settingFields);
}

/// Whether a setting applies to the method on matrices of this kind: contributions have one matrix per layer,
/// to which nothing is added, and global ones already cover all layers.
template <class Field>
constexpr bool playsPart(const Field& field, Method method, MatrixKind kind) {
    const bool isOfLayers =
        field.group == SettingGroup::layers || field.group == SettingGroup::start;
    return field.methods.has(method) &&
           (kind == MatrixKind::attention || (isOfLayers && kind == MatrixKind::contributions));
}

/// Only the settings that decide how heads are fused; all others at their defaults.
inline Settings headSettings(const Settings& settings) {
    Settings kept;
    forEachSetting([&](const auto& field) {
        if (field.group == SettingGroup::heads && field.methods.has(Method::raw))
            kept.*field.member = settings.*field.member;
    });
    return kept;
}
/// The settings with those of head fusion at their defaults: for matrices whose heads are already fused.
inline Settings withoutHeadSettings(const Settings& settings) {
    Settings kept = settings;
    forEachSetting([&](const auto& field) {
        if (field.group == SettingGroup::heads && field.methods.has(Method::raw))
            kept.*field.member = Settings{}.*field.member;
    });
    return kept;
}

/// What --help says about each option, in order. Lines after the first are indented when they are printed.
struct SettingHelp {
    std::string_view option;
    std::string_view value;
    std::string_view text;
};
inline constexpr SettingHelp settingHelp[] = {
    {"fusion", "HOW",
     "how heads become one matrix: mean (default), max, min, or gradient-norm: a mean\n"
     "weighed by the size of each head's gradients in its layer (GMAR 2025)"},
    {"gradient-norm", "l2|l1", "that size; default l2"},
    {"heads", "LIST", "which heads: all, or numbers such as 0,2,5-7"},
    {"head-of-layer", "L:H",
     "in layer L (from 1) head H (from 0) alone, over all layers below it as they are\n"
     "fused (Abnar & Zuidema 2020, Appendix A.1)"},
    {"heads-at", "LIST",
     "heads of single layers: LAYER:PART:..., with ; between layers; a part is heads, a\n"
     "fusion or weights: \"4:0.2.5;6:max;7:0.1:w1,3\" (layers from 1, heads from 0)"},
    {"head-weights", "LIST", "a weighted mean: one number for each chosen head"},
    {"residual", "A",
     "A = a*I + (1-a)*W; 0 to 1, default 0.5; or fixed: GlobEnc's, with the file's ratios"},
    {"discard", "R", "share of the smallest entries that are set to 0; default 0"},
    {"discard-scope", "S", "matrix (default): counted over the layer; row: in each row"},
    {"discard-ties", "T",
     "drop (default): exactly the share, of equal entries the first; keep: only what lies\n"
     "below entry number R*n*n in order of size, in rows divided by their sum (tutorials)"},
    {"protect", "WHAT",
     "never discarded: nothing (default), diagonal, corner, or a token's number"},
    {"order", "ORDER",
     "residual-first (default): fuse, residual, discard, renormalise\n"
     "discard-first: fuse, discard, residual, renormalise"},
    {"normalise", "HOW", "rows (default), columns-by-row-sums (vit-explain as published), none"},
    {"layers", "LIST",
     "layers that take part: all, or numbers such as 1,3,5-7; the others hand on what\n"
     "they get (their matrix is the identity)"},
    {"start-layer", "LAYER", "where rollout and flow begin; default 1"},
    {"gradient-form", "F", "positive-product (default) or mean-then-positive"},
    {"gradient-normalise", "N", "after-residual (default) or rows-first"},
    {"form", "FORM", "capacities of joint: attention (default), gradient, product"},
    {"barrier", "MU", "weight of the barrier of joint, above 0; default 0.001"},
    {"scale", "HOW", "capacities of joint: none (default), or divided by the largest one"},
    {"own-one", "O",
     "relevance of a token for itself: keep (default) or drop the 1 it begins with"},
};

}  // namespace hw
