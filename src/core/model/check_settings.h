// SPDX-License-Identifier: MIT
// Whether settings fit a tensor, or why they do not.
#pragma once

#include "core/model/attention_model.h"
#include "core/model/settings.h"
#include "core/problem.h"

namespace hw {

/// badArgument, with the setting's name as the place, if a number is out of range, a head or the start
/// layer is not in the tensor, heads repeat or are not ascending, or weights do not fit the heads.
/// Once this has passed, every function of core may be called with the pair. Cost O(heads).
Result<void> checkSettings(const Settings& settings, const AttentionTensor& attentions);

/// The closest settings that fit the tensor, for a preset applied to a small file or a link opened with another file.
/// Numbers are clamped, and heads and start layers that do not exist are dropped.
Settings fitSettings(Settings settings, const AttentionTensor& attentions);

}  // namespace hw
