// SPDX-License-Identifier: MIT
// What the page is told about open documents. Internal to engine/store.
#pragma once

#include <string>

#include "engine/store/open_documents.h"

namespace hw {

/// The summary for the page. `example`, by its index or id, must be there, with its numbers. O(values) for the kind of model.
DocumentSummary summaryOf(const OpenDocument& document, int id, const Example& example);

/// What an example is about, to be told from others in a list.
std::string textOf(const Example& example);

}  // namespace hw
