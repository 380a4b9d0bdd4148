// SPDX-License-Identifier: MIT
// Numbers of cut runs that were made: the same units are cut once, in whatever order they stand.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "model/ask/units.h"
#include "model/run/run.h"

namespace hw::model {

class KnownCuts {
public:
    using Set = std::vector<std::array<int, 6>>;
    static Set setOf(const std::vector<Unit>& units);

    /// Forgets everything if it is of another run, rule or question, or too much. O(L H n^2).
    void beOf(const Trace& base, CutRule rule, const Target& target);
    /// NaN: looked for, and not yet run.
    std::map<Set, double>& values() { return values_; }

private:
    struct Asked {
        std::uint64_t run = 0;
        CutRule rule = CutRule::zero;
        Target target;
        bool operator==(const Asked&) const = default;
    };
    std::optional<Asked> asked_;
    std::map<Set, double> values_;
};

}  // namespace hw::model
