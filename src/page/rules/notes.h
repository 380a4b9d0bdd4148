// SPDX-License-Identifier: MIT
// The rules on notes: their text, valid places for them, and the names of places.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "page/state/app_state.h"
#include "page/state/note.h"

namespace hw {

/// One line of at most `most` code points. White space becomes a space, and control and direction characters
/// (core/tokens/visible_text.h) become their names. Longer text ends with an ellipsis. Idempotent.
std::string oneLine(std::string_view text, std::size_t most);

/// Whether the place can exist: on a side that the open example has, within its layers and tokens. For other examples
/// of the file this only rejects negative indices, and the rest is checked when they are shown.
bool canBePinned(const AppState& state, const Note& note);

/// Whether the note applies to the shown example and side, and is within its layers and tokens.
bool isAboutShown(const AppState& state, const Note& note);

/// "token “cabinet”", "layer 3", "“are” from “keys”, layer 3". With indices if the note does not apply to the shown
/// example.
std::string describePlace(const AppState& state, const Note& note);

/// A new note at the hovered place or, without one, at the output token. Its text is empty.
Note proposedNote(const AppState& state);

}  // namespace hw
