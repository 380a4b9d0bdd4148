// SPDX-License-Identifier: MIT
// Why rows of attention do not sum to 1: what happened to them, in place of what they look like.
#pragma once

#include "core/model/attention_model.h"

namespace hw::io {

struct RowCause {
    enum class Kind {
        unknown,
        /// Saved in training mode: some weights are exactly 0, the others 1/(1-p) too large
        /// (Srivastava et al. 2014, as every framework scales it).
        dropout,
        /// Each row lacks something: the column of a learned sink, or of a token that was cut off.
        missingShare,
        /// Some weights are below 0, and without signs each row sums to 1: flash attention marks like this which weights dropout
        /// dropped.
        droppedSigns,
        /// Some weights are below 0, and all rows of a head have one sum: differential attention, A1 - lambda * A2
        /// (Ye et al. 2024).
        differential,
        /// Few weights are below 0, and none is larger than weights are: the same without sums that would confirm it.
        maybeSigns,
    };
    Kind kind = Kind::unknown;
    double share = 0;  ///< p of dropout; the mean of what rows lack; of all weights those below 0
    double least = 0;  ///< of what rows lack
    double most = 0;
};

/// The cause for a stack some of whose rows are off. Dropout: zeros where other heads or layers have weights, in the share
/// p that rows without any confirm by their sum 1/(1-p); without such rows, sums around 1. A missing share: no row sums to
/// more than 1, nothing is negative or missing, and a fifth of the rows lack 0.01 or more. Cost: two passes over the
/// values, room for one matrix.
RowCause causeOf(const AttentionTensor& attentions);

}  // namespace hw::io
