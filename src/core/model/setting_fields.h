// SPDX-License-Identifier: MIT
// The settings, one row each: what messages, links, files, the API, the controls and the command line call
// them, which methods they are part of, and what their values may be. The words of choices stand beside
// their enumerations (core/model/settings.h).
#pragma once

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "core/model/settings.h"

namespace hw {

/// What a whole number, or each number of a list, names. Layers count from 1 in front of people.
enum class Counts { nothing, heads, layers, tokens };

/// Where the controls have a setting.
enum class SettingGroup { heads, steps, start, layers };

/// The methods that a setting is part of.
struct MethodSet {
    unsigned bits = 0;
    constexpr bool has(Method method) const { return (bits >> static_cast<unsigned>(method)) & 1U; }
};
template <class Wanted>
constexpr MethodSet methodsThat(Wanted wanted) {
    MethodSet set;
    for (const Method method : every<Method>()) {
        if (wanted(method)) set.bits |= 1U << static_cast<unsigned>(method);
    }
    return set;
}
inline constexpr MethodSet allMethods = methodsThat([](Method) { return true; });
inline constexpr MethodSet fusing = methodsThat([](Method m) { return !specOf(m).needsGradients; });
inline constexpr MethodSet weighing =
    methodsThat([](Method m) { return specOf(m).needsGradients; });
inline constexpr MethodSet overLayers = methodsThat([](Method m) { return specOf(m).overLayers; });
/// Those that join each layer's matrix with the residual connection.
inline constexpr MethodSet joining =
    methodsThat([](Method m) { return specOf(m).overLayers && m != Method::relevance; });

/// From 0 to `end`, which is a value itself or just beyond them.
struct Range {
    double end = 1;
    bool endCounts = true;
    double step = 0.05;  ///< of a control,
    double shownTo = 1;  ///< which goes to here
    constexpr bool contains(double value) const {
        return value >= 0 && (endCounts ? value <= end : value < end);  // no NaN
    }
};

template <class T>
struct SettingField {
    using Value = T;
    T Settings::* member;
    std::string_view key;       ///< in links; the API writes residualKind for residual-kind
    std::string_view option;    ///< on the command line, without its dashes; empty: part of another
    std::string_view exported;  ///< in files of results; empty: elsewhere there, or not at all
    std::string_view label;     ///< of the control; empty: it has none
    SettingGroup group;
    MethodSet methods;
    /// Whether it changes anything beside the others; null: always. `heads` is their number, 0 if unknown.
    bool (*matters)(const Settings& settings, int heads) = nullptr;
    Counts counts = Counts::nothing;
    Range range = {};
    std::string_view menu = {};  ///< heading over its choices in a menu; empty: in none
};

namespace settings_that {
inline bool haveSeveralHeads(const Settings& s, int heads) {
    return heads != 1 && s.heads.size() != 1;
}
inline bool weighHeads(const Settings& s, int heads) {
    return haveSeveralHeads(s, heads) && s.fusion == HeadFusion::mean &&
           std::ranges::adjacent_find(s.headWeights, std::ranges::not_equal_to()) !=
               s.headWeights.end();
}
inline bool discard(const Settings& s, int) { return s.discard > 0; }
inline bool protectToken(const Settings& s, int) { return s.protect == DiscardProtect::token; }
}  // namespace settings_that

/// In the order in which links and files have them.
inline constexpr std::tuple settingFields{
    SettingField<HeadFusion>{&Settings::fusion,
                             "fusion",
                             "fusion",
                             "fusion",
                             "Head fusion",
                             SettingGroup::heads,
                             fusing,
                             settings_that::haveSeveralHeads,
                             Counts::nothing,
                             {},
                             "HEADS JOINED BY"},
    SettingField<std::vector<int>>{&Settings::heads, "heads", "heads", "heads", "Heads",
                                   SettingGroup::heads, allMethods, nullptr, Counts::heads},
    SettingField<std::vector<double>>{&Settings::headWeights, "weights", "head-weights",
                                      "headWeights", "", SettingGroup::heads, fusing,
                                      settings_that::weighHeads, Counts::heads},
    SettingField<std::vector<int>>{&Settings::layers, "layers", "layers", "layers",
                                   "Layers that take part", SettingGroup::layers, overLayers,
                                   nullptr, Counts::layers},
    SettingField<double>{&Settings::residual, "residual", "residual", "residual", "Residual weight",
                         SettingGroup::steps, joining},
    SettingField<Residual>{&Settings::residualKind, "residual-kind", "", "residualKind", "",
                           SettingGroup::steps, joining},
    SettingField<double>{&Settings::discard,
                         "discard",
                         "discard",
                         "discard",
                         "Discard ratio",
                         SettingGroup::steps,
                         joining,
                         nullptr,
                         Counts::nothing,
                         {1, false, 0.01, 0.99}},
    SettingField<DiscardScope>{&Settings::scope,
                               "scope",
                               "discard-scope",
                               "discardScope",
                               "Discard over",
                               SettingGroup::steps,
                               joining,
                               settings_that::discard,
                               Counts::nothing,
                               {},
                               "SMALLEST WEIGHTS OF"},
    SettingField<DiscardProtect>{&Settings::protect,
                                 "protect",
                                 "protect",
                                 "protect",
                                 "Never discard",
                                 SettingGroup::steps,
                                 joining,
                                 settings_that::discard,
                                 Counts::nothing,
                                 {},
                                 "NEVER DISCARD"},
    SettingField<int>{&Settings::protectedToken, "protected", "", "protectedToken", "",
                      SettingGroup::steps, joining, settings_that::protectToken, Counts::tokens},
    SettingField<StepOrder>{&Settings::order,
                            "order",
                            "order",
                            "order",
                            "Order of steps",
                            SettingGroup::steps,
                            joining,
                            settings_that::discard,
                            Counts::nothing,
                            {},
                            "ORDER"},
    SettingField<Normalise>{&Settings::normalise, "normalise", "normalise", "normalise", "Divide",
                            SettingGroup::steps, joining},
    SettingField<int>{&Settings::startLayer, "start", "start-layer", "startLayer",
                      "First layer that takes part", SettingGroup::start, overLayers, nullptr,
                      Counts::layers},
    SettingField<GradientForm>{&Settings::gradientForm, "gradient-form", "gradient-form", "",
                               "Gradients weigh heads by", SettingGroup::heads, weighing},
    SettingField<GradientNormalise>{
        &Settings::gradientNormalise, "gradient-normalise", "gradient-normalise", "", "",
        SettingGroup::heads, methodsThat([](Method m) { return m == Method::gradientRollout; })},
};

inline constexpr std::size_t settingCount = std::tuple_size_v<decltype(settingFields)>;

/// Visits every row in its order.
template <class Visit>
constexpr void forEachSetting(Visit&& visit) {
    std::apply([&](const auto&... field) { (visit(field), ...); }, settingFields);
}

/// What --help says of each option, in its order. Lines after the first are indented by whoever prints them.
struct SettingHelp {
    std::string_view option;
    std::string_view value;
    std::string_view text;
};
inline constexpr SettingHelp settingHelp[] = {
    {"fusion", "mean|max|min", "how heads become one matrix"},
    {"heads", "LIST", "which heads: all, or numbers such as 0,2,5-7"},
    {"head-weights", "LIST", "a weighted mean: one number for each chosen head"},
    {"residual", "A",
     "A = a*I + (1-a)*W; 0 to 1, default 0.5; or fixed: GlobEnc's, with the file's ratios"},
    {"discard", "R", "share of the smallest entries that are set to 0; default 0"},
    {"discard-scope", "S", "matrix (default): counted over the layer; row: in each row"},
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
};

}  // namespace hw
