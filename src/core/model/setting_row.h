// SPDX-License-Identifier: MIT
// What a row of the table of settings (core/model/setting_fields.h) is made of.
#pragma once

#include <string_view>

#include "core/model/matrix_kind.h"
#include "core/model/settings.h"

namespace hw {

/// What a whole number, or each number of a list, names. Layers count from 1 in front of people.
/// `headOfLayer`: a list of a layer and a head, "4:2" where it is text.
enum class Counts { nothing, heads, layers, tokens, headOfLayer };

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
inline constexpr MethodSet fusing = methodsThat([](Method m) { return specOf(m).fuses; });
inline constexpr MethodSet weighing =
    methodsThat([](Method m) { return specOf(m).needsGradients; });
inline constexpr MethodSet overLayers = methodsThat([](Method m) { return specOf(m).overLayers; });
/// Those that join each layer's matrix with the residual connection.
inline constexpr MethodSet joining = methodsThat([](Method m) { return specOf(m).hasSteps; });
inline constexpr MethodSet jointly = methodsThat([](Method m) { return m == Method::joint; });

/// The allowed values: from 0 to `end`. Each end is included or not.
struct Range {
    double end = 1;
    bool endCounts = true;
    double step = 0.05;  ///< of a control,
    double shownTo = 1;  ///< which goes to here
    bool beginCounts = true;
    constexpr bool contains(double value) const {
        return (beginCounts ? value >= 0 : value > 0) &&
               (endCounts ? value <= end : value < end);  // no NaN
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
    /// Of another setting: menus offer it where it matters, results mention it where it is not at its default.
    bool detail = false;
};

}  // namespace hw
