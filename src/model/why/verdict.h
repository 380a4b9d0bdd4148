// SPDX-License-Identifier: MIT
// Conclusions about a text's words after their tests, in sentences for people.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/service/run_questions.h"
#include "model/why/run_overview.h"

namespace hw::why {

/// The parts of a verdict that views also show.
struct Verdict {
    Naming naming;
    bool keeps = false;  ///< the answer is the same without any single group
    int elsewhere = -1;  ///< attention leads to it, and it is not needed; -1 for none
    /// The verdict first, then its evidence, and wrong conclusions to avoid.
    std::vector<std::string> sentences;
};

/// The texts of groups, with equal ones numbered, as in figures: "the (2)". O(groups^2).
std::vector<std::string> groupNames(const model::Run& run, const Groups& groups);
/// An answer as shown to people: without the space in front, and with signs for invisible characters.
std::string shownAnswer(const std::string& text);

/// `overview` includes leftOut. `tested` has each group, tested by hiding if `isHidden`, the only test whose rule was
/// measured.
Verdict verdictOf(const service::RunQuestion& asked, const RunOverview& overview,
                  const Groups& groups, std::span<const service::GroupTest> tested, bool isHidden);

}  // namespace hw::why
