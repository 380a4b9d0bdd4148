// SPDX-License-Identifier: MIT
// The tree of a regular expression.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/pattern/letter_set.h"
#include "model/pattern/pattern.h"

namespace hw::model {

struct PatternNode {
    enum class Kind : std::uint8_t {
        set,
        sequence,
        either,
        repeat,
        ahead,
        behind,
        atomic,
        assertion
    };
    static constexpr std::uint32_t noLimit = 0xFFFF'FFFFU;
    Kind kind = Kind::sequence;
    LetterSet set;
    std::optional<std::uint32_t> setIndex;  ///< set when compiled
    std::vector<PatternNode> children;
    int depth = 1;  ///< levels of nodes, including itself
    std::uint32_t low = 0;
    std::uint32_t high = 0;
    PatternStep::Greed greed = PatternStep::Greed::greedy;
    PatternStep::Kind assertion = PatternStep::Kind::done;
    bool negated = false;
};

/// Errors: notRecognised, with the construct; tooDeep.
Result<PatternNode> parsePattern(std::string_view pattern);

/// Categories by name: "L", "Lu", "Letter"; 0 if there is no such name.
std::uint32_t categoriesNamed(std::string_view name);

}  // namespace hw::model
