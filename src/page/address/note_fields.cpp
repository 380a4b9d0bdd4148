// SPDX-License-Identifier: MIT
#include "page/address/note_fields.h"

#include <algorithm>
#include <utility>

#include "core/number_text.h"
#include "page/rules/available.h"
#include "page/rules/notes.h"
#include "protocol/field_text.h"

namespace hw {

using Text = std::optional<std::string>;

namespace {

constexpr std::string_view placeLetters = "tolce";  ///< in the order of NotePlace

/// Characters that separate texts, and the letters that represent them after a tilde.
constexpr std::pair<char, char> textEscapes[] = {{'~', '~'}, {'/', 's'}, {',', 'c'}, {':', 'd'}};

std::string unescapedNote(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '~' && i + 1 < text.size()) {
            for (const auto& [mark, letter] : textEscapes) {
                if (letter != text[i + 1]) continue;
                c = mark;
                ++i;
                break;
            }
        }
        out += c;
    }
    return out;
}

std::string escapedNote(std::string_view text) {
    std::string out;
    for (const char c : text) {
        // In an address, commas and colons do not end a note's text.
        if (c == '~' || c == '/') {
            out += c == '~' ? "~~" : "~s";
        } else {
            out += c;
        }
    }
    return out;
}

/// Reads layer (from 1), query and key from "6,0,4", as far as the place has them.
bool readPlace(Note& note, std::string_view text) {
    const auto take = [&](int& index, int first) {
        const auto number = readInt(takeUntil(text, ','));
        if (!number || *number < first) return false;
        index = *number - first;
        return true;
    };
    bool fits = true;
    switch (note.at) {
        case NotePlace::token: fits = take(note.key, 0); break;
        case NotePlace::output: fits = take(note.query, 0); break;
        case NotePlace::layer: fits = take(note.layer, 1); break;
        case NotePlace::cell:
        case NotePlace::edge:
            fits = take(note.layer, 1) && take(note.query, 0) && take(note.key, 0);
            break;
    }
    return fits && text.empty();
}

/// Replaces the number of the shown example if it is a made one, since its number is new every time.
constexpr std::string_view ofShown = "shown";

/// Reads a note of an address without checking it against the document. `shown` is the shown example.
std::optional<Note> readNote(std::string_view text, Side side, int shown) {
    std::string_view place = takeUntil(text, ':');
    Note note;
    note.side = side;
    const std::size_t letter =
        place.empty() ? std::string_view::npos : placeLetters.find(place.front());
    if (letter == std::string_view::npos) return std::nullopt;
    note.at = static_cast<NotePlace>(letter);
    place.remove_prefix(1);
    std::string_view indices = takeUntil(place, '~');
    if (place == ofShown) {
        note.example = shown;
    } else if (!place.empty()) {
        const auto example = readInt(place);
        if (!example || *example < 0) return std::nullopt;
        note.example = *example;
    }
    std::string_view numbers = takeUntil(indices, '@');
    if (!indices.empty()) {
        const auto named = fromName<Side>(indices);
        if (!named) return std::nullopt;
        note.side = *named;
    }
    if (!readPlace(note, numbers)) return std::nullopt;
    // Each token has one name: outputs are tokens, except across the sides.
    if (note.at == NotePlace::output && note.side != Side::cross) {
        note.at = NotePlace::token;
        note.key = std::exchange(note.query, -1);
    }
    note.text = oneLine(unescapedNote(text), longestNote);
    if (note.text.empty()) return std::nullopt;
    return note;
}

/// `isShown` means a made example that is shown.
std::string writtenNote(const Note& note, Side mainSide, bool isShown) {
    std::string text(1, placeLetters[std::to_underlying(note.at)]);
    std::string indices;
    const auto add = [&](int index) {
        if (!indices.empty()) indices += ',';
        indices += numberText(index);
    };
    if (note.layer >= 0) add(note.layer + 1);
    if (note.query >= 0) add(note.query);
    if (note.key >= 0) add(note.key);
    text += indices;
    if (note.side != mainSide) text += '@' + std::string(nameOf(note.side));
    if (isShown)
        text += '~' + std::string(ofShown);
    else if (note.example != 0)
        text += '~' + numberText(note.example);
    return text + ':' + escapedNote(note.text);
}

}  // namespace

bool readTitle(AppState& state, std::string_view value) {
    state.view.title = oneLine(value, longestTitle);
    return true;
}
Text writeTitle(const AppState& state) {
    if (state.view.title.empty()) return {};
    return state.view.title;
}

/// Reports that invalid notes were dropped, but keeps the others.
bool readNotes(AppState& state, std::string_view value) {
    std::vector<Note> notes;
    bool all = true;
    while (!value.empty()) {
        const auto note = readNote(takeUntil(value, '/'), mainSide(state.document->current),
                                   state.document->example);
        if (!note || !canBePinned(state, *note) || notes.size() == mostNotes) {
            all = false;
            continue;
        }
        notes.push_back(*note);
    }
    state.view.notes = std::move(notes);
    return all;
}
Text writeNotes(const AppState& state) {
    if (state.view.notes.empty()) return {};
    std::string text;
    const DocumentSummary& document = *state.document;
    const bool isMade = !state.view.recipe.isEmpty();
    for (const Note& note : state.view.notes) {
        const bool isShown = isMade && note.example == document.example;
        // The reader has no other made examples, so their numbers mean nothing there.
        const auto made = std::ranges::find(document.made, note.example, &ListedExample::id);
        if (!isShown && made != document.made.end()) continue;
        if (!text.empty()) text += '/';
        text += writtenNote(note, mainSide(document.current), isShown);
    }
    if (text.empty()) return {};
    return text;
}

void writeNote(JsonWriter& json, const Note& note, int head) {
    json.beginObject().field("at", nameOf(note.at));
    if (head >= 0) json.field("head", head);
    const bool token = note.at == NotePlace::token;
    if (note.layer >= 0) json.field("layer", note.layer);
    if (note.query >= 0) json.field(note.at == NotePlace::output ? "token" : "query", note.query);
    if (note.key >= 0) json.field(token ? "token" : "key", note.key);
    json.field("text", note.text).field("side", nameOf(note.side)).field("example", note.example);
    json.endObject();
}
std::string proposedNoteText(const AppState& state) {
    JsonWriter place;
    writeNote(place, proposedNote(state), state.hover.head);
    return place.take();
}

void writeNotes(JsonWriter& json, const AppState& state) {
    json.beginArray();
    for (const Note& note : state.view.notes) writeNote(json, note);
    json.endArray();
}

std::string notesFromApi(std::string_view value) {
    std::string all;
    while (!value.empty()) {
        std::string_view rest = takeUntil(value, '/');
        std::string_view at = "?";
        std::string_view token;
        std::string layer;
        std::string pair;
        std::string text;
        std::string where;
        while (!rest.empty()) {
            std::string_view part = takeUntil(rest, ',');
            const std::string_view name = takeUntil(part, ':');
            const auto index = readInt(part);
            if (name == "at") at = part;
            if (name == "token") token = part;
            if (name == "layer") layer = index ? numberText(*index + 1) : std::string(part);
            if (name == "query") pair.insert(0, ',' + std::string(part));
            if (name == "key") pair += ',' + std::string(part);
            if (name == "side") where.insert(0, '@' + std::string(part));
            if (name == "example" && part != "0") where += '~' + std::string(part);
            if (name == "text") text = escapedNote(unescapedNote(part));
        }
        const auto known = fromName<NotePlace>(at);
        const bool isToken = known == NotePlace::token || known == NotePlace::output;
        if (!all.empty()) all += '/';
        all += known ? placeLetters[std::to_underlying(*known)] : '?';
        all += isToken ? std::string(token) : layer + pair;
        all += where + ':' + text;
    }
    return all;
}

}  // namespace hw
