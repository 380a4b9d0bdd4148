// SPDX-License-Identifier: MIT
// Activation patching (Vig et al. 2020; Meng et al. 2022) copies parts of one text's run into another's. Attribution
// patching (Nanda 2023) predicts the result from one backward pass.
#pragma once

#include <span>
#include <vector>

#include "core/problem.h"
#include "model/ask/subject.h"

namespace hw::model {

/// The changed text's value with each place copied from the clean text.
struct PatchGrid {
    int rows = 0;
    int columns = 0;
    double clean = 0;               ///< the value in the clean run
    double changed = 0;             ///< the value in the changed run
    std::vector<double> values;     ///< [rows][columns]; NaN if the place has no counterpart
    std::vector<double> predicted;  ///< the same, to first order
    /// The share of the difference between both runs that is restored, 0 for none, 1 for all.
    double recovered(std::size_t at) const { return (values[at] - changed) / (clean - changed); }
};

/// For each token of the changed text the token at the same position in the clean one; -1 if there is none.
std::vector<int> alignByPlace(int changed, int clean);

/// The target's value in the clean run is read at the aligned position (at the last token for the last). For a pair
/// `clean` is the run of the other text with the same output, and streams and heads are the encoder's. For streams,
/// rows are x_0 ... x_L, columns the changed text's tokens. Errors: badArgument if `aligned` does not fit; as forward.
/// Cost: a run for each place, from its layer on.
Result<PatchGrid> patchStreams(const Subject& clean, const Subject& changed,
                               std::span<const int> aligned, const Target& target,
                               const Progress& progress = {}, const Stop& stop = {});

/// For heads, rows are layers, columns heads. Patches the head's outputs at all aligned tokens at once.
Result<PatchGrid> patchHeads(const Subject& clean, const Subject& changed,
                             std::span<const int> aligned, const Target& target,
                             const Progress& progress = {}, const Stop& stop = {});

/// Places of the grids as patches of the changed text's run: (layer, token) for a stream, (layer, head) for heads.
struct SwapPlace {
    bool isHead = false;
    int layer = 0;
    int at = 0;  ///< the token, or the head
};
/// The clean run's values at these places. Errors: badArgument for a place that does not exist, or has no counterpart
/// in the clean text; cancelled. Cost: for heads, the clean run's layers again.
Result<std::vector<Patch>> patchesOf(const Network& network, const Trace& clean,
                                     const Trace& changed, std::span<const int> aligned,
                                     std::span<const SwapPlace> places, const Stop& stop = {});

}  // namespace hw::model
