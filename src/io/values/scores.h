// SPDX-License-Identifier: MIT
// Attention scores before the softmax, which files hold in place of weights: recognised, and made weights.
#pragma once

#include "core/model/attention_model.h"

namespace hw::io {

/// Applies the softmax to each row of all attention (not of gradients or contributions), in double. Missing values, which is
/// what minus infinity becomes, are masked: their weight is 0. Rows without any value stay missing. O(values).
void applySoftmax(Document& document);

/// Leaves out the signs of all attention, and adds a warning that says so. O(values).
void takeAbsolute(Document& document);

/// Whether all attention looks like scores: nearly no row sums to 1, not even of absolute values, and values lie below 0 or
/// are masked. Values of -5,000 and less, which masks add (-10,000, -65,504, float32's least), then become missing, as
/// infinities are. Adds a warning that offers the softmax. True if so. O(values).
bool findScores(Document& document);

}  // namespace hw::io
