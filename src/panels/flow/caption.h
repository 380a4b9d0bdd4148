// SPDX-License-Identifier: MIT
// The words below the flow view. Internal to panels/flow.
#pragma once

#include <string>
#include <vector>

#include "panels/flow/model.h"

namespace hw {

/// The largest paths as "0.013  [CLS] · keys · the (2)", without the steps that stay at a token. Where several go
/// through the same tokens, each says in which layer it goes to the next. `names`: one a token.
std::vector<std::string> pathTexts(const PairFlow& flow, const std::vector<std::string>& names,
                                   std::size_t most);

/// A pair's flow: the value, what limits it, whether the minimum cut is the only one, and how much of it is
/// drawn. `tokens`: all there are, of which the model's rows are some.
std::string pairCaption(const FlowModel& model, const PairFlow& flow, int tokens);
/// The same for a joint flow, of which the ribbons are some.
std::string jointCaption(const FlowModel& model, const PairFlow& flow, int tokens);

}  // namespace hw
