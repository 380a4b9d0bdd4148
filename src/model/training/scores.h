// SPDX-License-Identifier: MIT
// What the heads of a network that is trained here attend to, and which token each method names as the source of an
// answer.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/train/network.h"
#include "model/train/task.h"

namespace hw::train {

/// Mean attention of one head, from 0 to 1. NaN where no position applies. Later copies of a token are not asked, because
/// attention is divided among the copies then.
struct HeadScore {
    double previous =
        0;  ///< to the token before, over positions whose token is new, except the first
    /// To the token after the earlier copy of the present one (Olsson et al. 2022, "prefix matching"), over the
    /// positions that count and have one such copy.
    double repeated = 0;
    /// To the right sources together, over the positions that count, have some, and whose token occurred at most once
    /// before.
    double source = 0;
};

/// How a method reads attention. The heads are averaged.
enum class Naming : std::uint8_t { lastLayer, rollout, flow, rolloutWithoutResidual };
inline constexpr std::string_view namingNames[] = {"last", "rollout", "flow", "plain"};

/// How often a method gives a source the largest value, with the output's own token left out.
struct NamingCount {
    int named = 0;   ///< a source is first
    int before = 0;  ///< the token before a source is first, and is no source itself
    int asked = 0;   ///< texts

    double share() const { return asked == 0 ? 0 : static_cast<double>(named) / asked; }
    double shareBefore() const { return asked == 0 ? 0 : static_cast<double>(before) / asked; }
};

/// The sequences of a task's test that count, from the first on.
std::vector<Sequence> countedTests(const Task& task, std::uint64_t seed, int count);

/// By layer, then head. Cost: a forward pass per sequence.
std::vector<HeadScore> headScores(Network& network, int layers, int heads, const Weights& weights,
                                  std::span<const Sequence> sequences);

/// By Naming. One text per sequence, which ends at a position that counts, has sources, and whose token occurred at
/// most once before. Settings are the page's defaults: residual weight 0.5, rows divided by their sum. Cost: a forward
/// pass and some flows per sequence. Errors: those of flowNetwork.
Result<std::vector<NamingCount>> namingCounts(Network& network, int layers, int heads,
                                              const Weights& weights,
                                              std::span<const Sequence> sequences);

/// The end of the text that namingCounts() takes of sequence `number`; -1 for none. O(tokens²).
int namedPosition(const Sequence& sequence, int number);

}  // namespace hw::train
