// SPDX-License-Identifier: MIT
// Recognises attention scores before the softmax, which some files have in place of weights, and turns them into
// weights.
#pragma once

#include "core/model/attention_model.h"

namespace hw::io {

/// Applies the softmax to each row of all attention (not of gradients or contributions), in double. Missing values,
/// which minus infinity becomes, are masked, with weight 0. Rows without any value stay missing. O(values).
void applySoftmax(Document& document);

/// Drops the signs of all attention, and adds a warning about it. O(values).
void takeAbsolute(Document& document);

/// Whether all attention looks like scores. Then nearly no row sums to 1, not even of absolute values, and values are
/// negative or masked. Values of -5,000 and less, which masks add (-10,000, -65,504, float32's least), then become
/// missing, as infinities are. Adds a warning that offers the softmax. True if so. O(values).
bool findScores(Document& document);

}  // namespace hw::io
