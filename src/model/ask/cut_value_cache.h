// SPDX-License-Identifier: MIT
// Cached values of cut runs. A set of units is cut only once, in any order.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "model/ask/units.h"
#include "model/run/run.h"

namespace hw::model {

class CutValueCache {
public:
    using Set = std::vector<std::array<int, 6>>;
    static Set setOf(const std::vector<Unit>& units);

    /// Clears the cache if it belongs to another run, rule or question, or is too large. O(L H n^2).
    void beOf(const Trace& base, CutRule rule, const Target& target);
    /// NaN if requested, but not run yet.
    std::map<Set, double>& values() { return values_; }

private:
    struct RunKey {
        std::uint64_t run = 0;
        CutRule rule = CutRule::zero;
        Target target;
        bool operator==(const RunKey&) const = default;
    };
    std::optional<RunKey> run_;
    std::map<Set, double> values_;
};

}  // namespace hw::model
