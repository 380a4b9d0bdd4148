// SPDX-License-Identifier: MIT
// The title and the notes of an address. Internal to page/address; read and write as ShareKey (page/address/view_fields.h)
// says, but that of notes those are kept that can be.
//
//   title=Who%20agrees%20with%20whom&notes=t4:the%20subject/c6,0,4:much%20from%20far/l3:here%20it%20turns
//
// Notes between strokes, each a place, a colon and a text. Places: t token, o output token (across encoder and decoder),
// l layer, c layer,query,key (a cell), e layer,query,key (an edge); layers from 1, tokens from 0. `@decoder` behind it names
// a side that is not the example's main one, `~2` the example, from 0, if it is not the first. In a text ~s is a stroke and
// ~~ a tilde.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/write/json_writer.h"
#include "page/state/app_state.h"

namespace hw {

bool readTitle(AppState& state, std::string_view value);
std::optional<std::string> writeTitle(const AppState& state);
bool readNotes(AppState& state, std::string_view value);
std::optional<std::string> writeNotes(const AppState& state);
void tellNotes(JsonWriter& json, const AppState& state);
/// "at:cell,layer:5,query:0,key:4,text:.../...": what web/api/fields.js writes; there ~c is a comma and ~d a colon too.
std::string notesFromApi(std::string_view value);

/// One note as the API has it, as an object.
void tellNote(JsonWriter& json, const Note& note);
/// What proposedNote() proposes, as that JSON.
std::string proposedNoteText(const AppState& state);

}  // namespace hw
