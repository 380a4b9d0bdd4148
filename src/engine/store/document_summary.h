// SPDX-License-Identifier: MIT
// Facts about open documents for the page. Internal to engine/store.
#pragma once

#include <string>

#include "engine/store/open_documents.h"

namespace hw {

/// The summary for the page. `example`, by its index or id, must exist with its numbers. O(values) for the kind of
/// model.
DocumentSummary summaryOf(const OpenDocument& document, int id, const Example& example);

/// The beginning of an example's text, to distinguish it from others in a list.
std::string textOf(const Example& example);

}  // namespace hw
