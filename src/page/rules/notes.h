// SPDX-License-Identifier: MIT
// The rules on notes: what their text may be, where one may be pinned, and what that place is called.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "page/state/app_state.h"
#include "page/state/note.h"

namespace hw {

/// One line of at most `most` code points: white space becomes a space, control and direction characters
/// (core/tokens/visible_text.h) their names; longer text ends with an ellipsis. Idempotent.
std::string oneLine(std::string_view text, std::size_t most);

/// Whether the place can exist: on a side that the open example has, within its layers and tokens. For other
/// examples of the file that is only checked when they are shown: here only that no index is negative.
bool canBePinned(const AppState& state, const Note& note);

/// Whether the note applies to what is shown: this example, this side, and within its layers and tokens.
bool isAboutShown(const AppState& state, const Note& note);

/// "token “cabinet”", "layer 3", "“are” from “keys”, layer 3"; indices if not about what is shown.
std::string placeWords(const AppState& state, const Note& note);

/// A new note at the hovered place or, without one, at the output token; its text is empty.
Note proposedNote(const AppState& state);

}  // namespace hw
