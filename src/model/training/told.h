// SPDX-License-Identifier: MIT
// A training as JSON for the page.
#pragma once

#include <string>

#include "model/training/training.h"

namespace hw::model {

/// {name, task, version, seed, seeds, steps, measuredEvery, layers, heads, hasHardTest, words, examples}
std::string describedJson(const Training& training);

/// The points from a step on.
///
///     {step, isFinished, from, losses, norms, measured: [measured]}
///
/// `losses` and `norms` are those of the steps from `from` on, before the update of each. `measured` are those after
/// `from`, and from 0 on that of the first weights.
std::string pointsJson(const Training& training, int from);

/// {step, accuracy, whole, hard, heads: [[previous, repeated, source]], naming: [[named, before]], hash}; shares from 0 to 1.
/// `hard` is null without a hard test, as are scores of heads that have no positions. `naming` and `hash`
/// are empty in points, and `naming` for a task without sources.
std::string measuredJson(int step, const Measured& measured, bool hasHardTest);

/// {step, right, counted, share, sequences, whole}
std::string accuracyJson(int step, const train::Accuracy& accuracy);

}  // namespace hw::model
