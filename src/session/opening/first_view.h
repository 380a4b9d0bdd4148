// SPDX-License-Identifier: MIT
// How a document is shown that has just been opened. Internal to session/opening.
#pragma once

#include <string>

#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// What is known of the view before the document is taken into the state.
struct FirstView {
    std::string fields;     ///< of the link, or of a saved file
    std::string elsewhere;  ///< what a saved file would fetch, if the user agrees
    bool push = false;      ///< adds a history entry: somebody has opened something else
};
FirstView firstViewOf(const AppState& state, const DocumentSummary& document);

/// Shows state.document, which nothing has been said of yet: the view that it begins with, the fields, or another example that
/// they ask for.
Effects showFirst(AppState& state, const FirstView& first);

}  // namespace hw
