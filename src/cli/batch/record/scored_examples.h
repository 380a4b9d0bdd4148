// SPDX-License-Identifier: MIT
// The scores of every example of a batch, for the tests of its table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/batch/record/done_examples.h"

namespace hw::cli {

class ScoredExamples {
public:
    /// Beyond this many numbers (80 MB) the table has intervals from its sums and no tests.
    static constexpr std::size_t mostNumbers = 10'000'000;

    void add(const DoneExample& done);
    /// Those of another part of the data set.
    void add(ScoredExamples&& other);
    /// What the tables lack is lost: they have intervals and no tests.
    void giveUp();
    std::size_t count() const { return examples_.size(); }
    /// Adds intervals and tests to tables of the means of these examples.
    void addChanceTo(std::vector<ExportScores>& tables) const;

private:
    std::vector<ScoredExample> examples_;
    std::size_t numbers_ = 0;
    bool isWhole_ = true;
};

/// Those of the record in a folder; nothing if it has none, or a line that batch does not write.
std::optional<ScoredExamples> scoredIn(const std::string& folder);

}  // namespace hw::cli
