// SPDX-License-Identifier: MIT
// Annotations of an analysis: a title, and short remarks pinned to places of it. They travel in links and
// files, so they are texts from strangers: one line each, limited in length, never markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/choice_names.h"
#include "protocol/query.h"

namespace hw {

struct AppState;

/// What a note is pinned to. Across encoder and decoder `token` is an input, `output` is on the other side.
enum class NotePlace { token, output, layer, cell, edge };
template <>
struct Names<NotePlace> {
    static constexpr ChoiceName list[] = {{"token"}, {"output"}, {"layer"}, {"cell"}, {"edge"}};
};

/// Indices count from 0; -1: not used. A cell is a value of a matrix, an edge the attention of one layer.
struct Note {
    NotePlace at = NotePlace::token;
    Side side = Side::encoder;
    int example = 0;
    int layer = -1;
    int query = -1;
    int key = -1;
    std::string text;
    bool operator==(const Note&) const = default;
};

inline constexpr std::size_t mostNotes = 40;
/// Max length of a note, and of a title, in code points. web/dialogs/notes.js has the same numbers.
inline constexpr std::size_t longestNote = 280;
inline constexpr std::size_t longestTitle = 120;

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
