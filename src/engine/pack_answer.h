// SPDX-License-Identifier: MIT
#pragma once

#include "engine/store/open_documents.h"
#include "protocol/messages.h"

namespace hw {

/// The example of the request's query as text for a link. `isOneOfSeveral` is true if its file has others. Errors and
/// cost as io::pack.
Result<wire::Packed> packAnswer(const Example& example, bool isOneOfSeveral,
                                const wire::Pack& order);

}  // namespace hw
