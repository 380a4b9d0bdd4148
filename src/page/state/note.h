// SPDX-License-Identifier: MIT
// Annotations of an analysis: a title, and short remarks pinned to places in it. They travel in links and files, so
// they may come from strangers. They are single lines of limited length, never markup (page/rules/notes.h).
#pragma once

#include <cstddef>
#include <string>

#include "core/choice_names.h"
#include "protocol/query.h"

namespace hw {

/// The kind of place that a note is pinned to. Across encoder and decoder `token` is an input, and `output` is on the
/// other side.
enum class NotePlace { token, output, layer, cell, edge };
template <>
struct Names<NotePlace> {
    static constexpr ChoiceName list[] = {{"token"}, {"output"}, {"layer"}, {"cell"}, {"edge"}};
};

/// Indices count from 0, and -1 means not used. A cell is a value of a matrix, an edge the attention of one layer.
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

}  // namespace hw
