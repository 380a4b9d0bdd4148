// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/query.h"

namespace hw {

/// The same settings with everything that the method ignores at its default, so that settings compare equal exactly if
/// they mean the same: raw attention knows no residual, a list of
/// all heads is no list, without discarding nothing is protected, one head needs no fusion.
/// `heads` is the number of heads, 0 if unknown. O(heads).
Settings canonicalSettings(Settings settings, Method method, int heads,
                           MatrixKind kind = MatrixKind::attention);

/// The same query with everything that its answer does not depend on at its default.
Query canonicalQuery(Query query, int heads);

/// The same question, of a profile or a matrix, about the uniform causal model of the example's size.
Query uniformOf(Query query);

}  // namespace hw
