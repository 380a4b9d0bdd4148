// SPDX-License-Identifier: MIT
// Internal parts of model/experiment/decide: measures how many other cuts of the same size change the answer, and by
// how much.
#pragma once

#include <memory>
#include <vector>

#include "model/experiment/decide.h"
#include "model/experiment/search.h"

namespace hw::model {

/// Measures other sets as large as the one that was found, one cut run at a time.
///
/// Single units are all cut if there are at most `mostSingles`, else those whose gradients are largest. For larger
/// sets, one half exchanges a unit of the found set for one that gradients rate highly, and one half is drawn among
/// units of about the same weight.
class OtherCuts {
public:
    static constexpr int mostSingles = 320;
    static constexpr int tries = 128;
    static constexpr std::size_t shown = 5;

    /// `found` has a set that changes the answer. Errors: as backward.
    static Result<OtherCuts> of(const Runner& runner, const Target& target,
                                const DecideOptions& options, const Decision& found);
    /// Returns false once all are measured. Errors: as forward.
    Result<bool> step();
    double done() const { return static_cast<double>(next_) / static_cast<double>(sets_.size()); }
    const OtherSets& found() const { return others_; }

private:
    OtherCuts(const Runner& runner, Target target, const DecideOptions& options)
        : runner_(&runner), target_(std::move(target)), options_(options) {}
    void propose(std::vector<Unit> units, const Decision& found);

    const Runner* runner_;
    /// Its index is the answer, and its other output the only one that counts, or -1.
    Target target_;
    DecideOptions options_;
    double lead_ = 0;  ///< without cuts
    std::vector<std::vector<Unit>> sets_;
    std::size_t next_ = 0;
    OtherSets others_;
};

}  // namespace hw::model
