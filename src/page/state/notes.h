// SPDX-License-Identifier: MIT
// What somebody says of an analysis: a title, and short remarks pinned to places of it. They travel in links and files, so
// they are texts from strangers: one line each, limited in length, never markup.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/choice_names.h"
#include "protocol/query.h"

namespace hw {

struct AppState;

/// What a note is pinned to. Across encoder and decoder `token` is an input; `output` is one of the other side.
enum class NotePlace { token, output, layer, cell, edge };
template <>
struct Names<NotePlace> {
    static constexpr ChoiceName list[] = {{"token"}, {"output"}, {"layer"}, {"cell"}, {"edge"}};
};

/// All indices from 0; -1: the place has none. A cell is a value of a matrix, an edge the attention of one layer.
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
/// Characters (code points) of a note, and of a title. web/dialogs/notes.js says the same.
inline constexpr std::size_t longestNote = 280;
inline constexpr std::size_t longestTitle = 120;

/// One line of at most `most` characters: white space becomes a space, control characters and those that turn the
/// direction of text (core/tokens/visible_text.h) their names, and a longer text ends with an ellipsis. Idempotent.
std::string oneLine(std::string_view text, std::size_t most);

/// Whether the place can be: on a side that the open example has, within its layers and tokens. Of other examples of
/// the file that much is known when they are shown: no index is negative.
bool canBePinned(const AppState& state, const Note& note);

/// Whether the note is about what is open now: this example, this side, and within it.
bool isAboutShown(const AppState& state, const Note& note);

/// "token “cabinet”", "layer 3", "“are” from “keys”, layer 3"; indices where it is not about what is shown.
std::string placeWords(const AppState& state, const Note& note);

/// Where a new note would go, from what is pointed at or, without that, the output token; without a text.
Note proposedNote(const AppState& state);

}  // namespace hw
