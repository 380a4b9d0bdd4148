// SPDX-License-Identifier: MIT
// The captions of the flow view. Internal to panels/flow.
#pragma once

#include <string>
#include <vector>

#include "panels/flow/model.h"

namespace hw {

/// The largest paths as "0.013  [CLS] → keys → the (2)", without steps that stay on a token. If several pass the same
/// tokens, each names the layers of its steps. `names` has one per token.
std::vector<std::string> pathTexts(const PairFlow& flow, const std::vector<std::string>& names,
                                   std::size_t most);

/// True if other sets of paths may carry the same flow, which happens through three layers or more.
bool isOneOfMany(const FlowModel& model);

/// For a pair's flow, the value, its limit, whether the minimum cut is unique, and how much of the flow is drawn.
/// `tokens` is the number of all tokens. The model may have fewer rows.
std::string pairCaption(const FlowModel& model, const PairFlow& flow, int tokens);
/// The same for a joint flow, of which only some ribbons are drawn.
std::string jointCaption(const FlowModel& model, const PairFlow& flow, int tokens);

}  // namespace hw
