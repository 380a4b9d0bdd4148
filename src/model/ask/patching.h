// SPDX-License-Identifier: MIT
// Activation patching (Vig et al. 2020; Meng et al. 2022): parts of one text's run are written into another's, and
// attribution patching (Nanda 2023) predicts it from one backward pass.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/ask/subject.h"

namespace hw::model {

/// What a number of the changed text becomes with one place as in the clean text.
struct PatchGrid {
    int rows = 0;
    int columns = 0;
    double clean = 0;               ///< the number in the clean run
    double changed = 0;             ///< in the changed one
    std::vector<double> values;     ///< [rows][columns]; NaN where no token belongs to the place
    std::vector<double> predicted;  ///< the same, to first order
    /// How much of the difference between both runs comes back: 0 none, 1 all.
    double recovered(std::size_t at) const { return (values[at] - changed) / (clean - changed); }
};

/// For each token of the changed text its token in the clean one, -1: none. The same places where both have as many.
std::vector<int> alignByPlace(int changed, int clean);

/// The target's number in the clean run is that of the aligned place (of the last token for the last). Of a pair `clean` is the run of the
/// other text with the same output, and streams and heads are the encoder's.
/// Streams: rows are x_0 ... x_L, columns the changed text's tokens.
/// Errors: badArgument if `aligned` does not fit; as forward. Cost: a run for each place, from its layer on.
Result<PatchGrid> patchStreams(const Subject& clean, const Subject& changed,
                               std::span<const int> aligned, const Target& target,
                               const Progress& progress = {}, const Stop& stop = {});

/// Heads: rows are layers, columns heads; the head's outputs at all aligned tokens at once.
Result<PatchGrid> patchHeads(const Subject& clean, const Subject& changed,
                             std::span<const int> aligned, const Target& target,
                             const Progress& progress = {}, const Stop& stop = {});

/// Places of the grids as patches of the changed text's run: (layer, token) of a stream, (layer, head) of heads.
struct SwapPlace {
    bool isHead = false;
    int layer = 0;
    int at = 0;  ///< the token, or the head
};
/// What the clean run has there. Errors: badArgument for a place that is not there, or that no token of the clean text belongs
/// to; cancelled. Cost: with heads, the clean run's layers again.
Result<std::vector<Patch>> patchesOf(const Network& network, const Trace& clean,
                                     const Trace& changed, std::span<const int> aligned,
                                     std::span<const SwapPlace> places, const Stop& stop = {});

}  // namespace hw::model
