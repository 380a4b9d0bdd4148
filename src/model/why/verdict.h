// SPDX-License-Identifier: MIT
// What may be said of a text's words once they are tested, in sentences for people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/service/asks.h"
#include "model/why/look.h"

namespace hw::why {

/// The parts of a verdict that views show, too.
struct Verdict {
    Naming naming;
    bool keeps = false;  ///< the answer is the same without any one of the groups
    int elsewhere = -1;  ///< attention leads to it, and it is not needed; -1: none
    std::vector<std::string>
        sentences;  ///< the verdict first, then what it rests on, and what a reader would else conclude
};

/// The groups by their texts, equal ones counted, as in figures: "the (2)". O(groups^2).
std::vector<std::string> groupNames(const model::Run& run, const Groups& groups);
/// An answer as people read it: without the space in front, and what leaves no mark by its sign.
std::string shownAnswer(const std::string& text);

/// `look` has what was left out, too; `tested`: of each group, by hiding it if `isHidden`: the only test whose rule was measured.
Verdict verdictOf(const service::AskedRun& asked, const Look& look, const Groups& groups,
                  std::span<const service::TestedGroup> tested, bool isHidden);

}  // namespace hw::why
