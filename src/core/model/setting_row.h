// SPDX-License-Identifier: MIT
// The parts of a row in the table of settings (core/model/setting_fields.h).
#pragma once

#include <string_view>

#include "core/model/matrix_kind.h"
#include "core/model/methods.h"
#include "core/model/settings.h"

namespace hw {

/// The meaning of an integer, or of each integer in a list. Layers count from 1 where users see them. `headOfLayer` is
/// a list of a layer and a head, as text "4:2".
enum class Counts { nothing, heads, layers, tokens, headOfLayer };

/// Which group of controls a setting belongs to.
enum class SettingGroup { heads, steps, start, layers };

/// The methods that a setting applies to.
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
/// Methods that combine each layer's matrix with the residual connection.
inline constexpr MethodSet joining = methodsThat([](Method m) { return specOf(m).hasSteps; });
inline constexpr MethodSet jointly = methodsThat([](Method m) { return m == Method::joint; });

/// The allowed values, from 0 to `end`. Either end may be excluded.
struct Range {
    double end = 1;
    bool endCounts = true;
    double step = 0.05;  ///< step of the slider
    double shownTo = 1;  ///< upper end of the slider
    bool beginCounts = true;
    constexpr bool contains(double value) const {
        return (beginCounts ? value >= 0 : value > 0) &&
               (endCounts ? value <= end : value < end);  // also rejects NaN
    }
};

template <class T>
struct SettingField {
    using Value = T;
    T Settings::* member;
    std::string_view key;     ///< in links; the API writes residualKind for residual-kind
    std::string_view option;  ///< on the command line, without its dashes; empty if part of another
    std::string_view exported;  ///< in exported results; empty if written elsewhere, or not at all
    LocalizedText label;        ///< of the control; empty if it has none
    SettingGroup group;
    MethodSet methods;
    /// Whether it has any effect, given the other settings. Null means always. `heads` is their number, 0 if unknown.
    bool (*matters)(const Settings& settings, int heads) = nullptr;
    Counts counts = Counts::nothing;
    Range range = {};
    LocalizedText menu = {};  ///< heading of its choices in a menu; empty if not in a menu
    /// Refines another setting. Menus offer it where it matters, and results state it if not at its default.
    bool detail = false;
};

}  // namespace hw
