// SPDX-License-Identifier: MIT
// The first view of a document that has just been opened. Internal to session/opening.
#pragma once

#include <string>

#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// The view as known before the document becomes part of the state.
struct FirstView {
    std::string fields;     ///< from the link, or from a saved file
    std::string elsewhere;  ///< addresses that a saved file would fetch, if the user agrees
    bool push = false;      ///< adds a history entry, because the user has opened something else
};
FirstView firstViewOf(const AppState& state, const DocumentSummary& document);

/// Shows state.document for the first time: its default view, the fields, or another example that they name.
Effects showFirst(AppState& state, const FirstView& first);

}  // namespace hw
