// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"

namespace hw {

/// The pair that the flow view is about: the first chosen output, and the chosen sink or, without
/// one, the input with the largest shown value among those that are there.
int flowSink(const AppState& state, ResultStore& results);

/// True if the page shows a pair's flow now.
bool showsFlow(const AppState& state);

/// The question for the flow view's pair.
Query flowEdgesQuery(const AppState& state, int sink);

/// At most `mostRows` tokens get a row, those with most flow first; the caption says what is left
/// out. O(edges log edges).
FlowModel flowModel(const AppState& state, ResultStore& results, int mostRows = 40);

}  // namespace hw
