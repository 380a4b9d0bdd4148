// SPDX-License-Identifier: MIT
// Where the values of a ranked row come from in an example, and whether it has them. For the page and the command line.
#pragma once

#include "core/methods/method_stack.h"
#include "core/methods/output_choice.h"
#include "core/report/ranked_rows.h"

namespace hw {

struct RankedSource {
    Part part = Part::encoder;
    Method method = Method::raw;              ///< the method for computing it there
    const AttentionTensor* tensor = nullptr;  ///< null if the example has no such part
};

/// For an example whose part `beside` is ranked. Global contributions are their own rollout, so they are used raw.
RankedSource rankedSource(const Example& example, Part beside, int row);

/// Whether the row's source, which must have a tensor, has anything to compute. For the three methods of the paper the
/// computation itself reports why not. `settings` are those that apply to its method.
bool hasRanking(const Example& example, Part beside, int row, const Settings& settings,
                OutputJoin join);

}  // namespace hw
