// SPDX-License-Identifier: MIT
#pragma once

#include "protocol/query.h"

namespace hw {

/// The same settings with everything that the method ignores at its default, so that settings with the same meaning
/// compare equal: raw attention has no residual, a list of all heads becomes empty, without discarding nothing is
/// protected, one head needs no fusion.
/// `heads` is the number of heads, 0 if unknown. O(heads).
Settings canonicalSettings(Settings settings, Method method, int heads,
                           MatrixKind kind = MatrixKind::attention);

/// The same query with every field that its answer does not depend on at its default.
Query canonicalQuery(Query query, int heads);

/// The same question about a profile or a matrix, but for the uniform causal model of the example's size.
Query uniformOf(Query query);

}  // namespace hw
