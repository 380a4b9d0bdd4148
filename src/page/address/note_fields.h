// SPDX-License-Identifier: MIT
// The title and the notes in an address. Internal to page/address; read and write have the contracts of
// ShareKey (page/address/view_fields.h), except that notes which fit are kept even if others do not.
//
//   title=Who%20agrees%20with%20whom&notes=t4:the%20subject/c6,0,4:much%20from%20far/l3:here%20it%20turns
//
// Notes are separated by slashes. Each is a place, a colon and a text. Places: t token, o output token (across encoder
// and decoder), l layer, c layer,query,key (a cell), e layer,query,key (an edge). Layers count from 1, tokens from 0. A
// suffix `@decoder` names a side that is not the example's main one, `~2` the example, from 0, if not the first. In a
// text ~s is a slash and ~~ a tilde.
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
void writeNotes(JsonWriter& json, const AppState& state);
/// Reads "at:cell,layer:5,query:0,key:4,text:.../...", from web/base/fields.js. There, ~c is a comma and ~d a colon
/// too.
std::string notesFromApi(std::string_view value);

/// Writes one note as an object of the API.
void writeNote(JsonWriter& json, const Note& note, int head = -1);
/// The result of proposedNote() in the form of the API.
std::string proposedNoteText(const AppState& state);

}  // namespace hw
