// SPDX-License-Identifier: MIT
// Why rows of attention do not sum to 1, as a cause instead of a description.
#pragma once

#include "core/model/attention_model.h"

namespace hw::io {

struct RowCause {
    enum class Kind {
        unknown,
        /// Saved in training mode. Some weights are exactly 0, the others 1/(1-p) too large (Srivastava et al. 2014, as
        /// every framework scales it).
        dropout,
        /// Each row lacks a share, which was the column of a learned sink, or of a token that was cut off.
        missingShare,
        /// Some weights are negative, and without signs each row sums to 1. Flash attention marks in this way which
        /// weights dropout dropped.
        droppedSigns,
        /// Some weights are negative, and all rows of a head have one sum. This is differential attention, A1 - lambda
        /// * A2 (Ye et al. 2024).
        differential,
        /// Few weights are negative, and none is larger than weights are. The same without sums that would confirm it.
        maybeSigns,
    };
    Kind kind = Kind::unknown;
    double share = 0;  ///< p of dropout, the mean share that rows lack, or that of negative weights
    double least = 0;  ///< of the share that rows lack
    double most = 0;
};

/// The cause for a stack with rows that are off. Dropout means zeros where other heads or layers have weights, in the
/// share p that rows without any confirm by their sum 1/(1-p), or without such rows, sums around 1. A missing share
/// means that no row sums to more than 1, nothing is negative or missing, and a fifth of the rows lack 0.01 or more.
/// Cost: two passes over the values, memory for one matrix.
RowCause causeOf(const AttentionTensor& attentions);

}  // namespace hw::io
