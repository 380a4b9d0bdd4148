// SPDX-License-Identifier: MIT
// What the views show as one token: a token, a word of several, or a span that somebody joined; and which
// of them are shown. The state and its commands always name tokens of the file, so that links hold
// whatever is merged; units are how views count. With nothing merged or left out both are the same.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

struct Unit {
    std::vector<int> tokens;  ///< ascending, at least one
    std::vector<int> shown;   ///< those of them that are not left out
    std::string text;         ///< as people expect to see it, or as the tokenizer writes it
    int token() const { return tokens.front(); }
    bool isShown() const { return !shown.empty(); }
};

struct Units {
    std::vector<Unit> list;   ///< in the order of their first tokens
    std::vector<int> unitOf;  ///< of each token

    int count() const { return static_cast<int>(list.size()); }
    /// The unit of a token; -1 for a token that does not exist.
    int of(int token) const;
    /// All in one: every token by itself, and all are shown.
    bool isPlain() const;
    std::vector<std::string> texts() const;
    /// Units that are shown, in order.
    std::vector<int> visible() const;
};

/// One axis of a matrix: the units that are shown, in order.
struct Axis {
    std::vector<int> tokens;  ///< the first of each
    std::vector<std::string> labels;
    Axis() = default;
    explicit Axis(const Units& units);
    /// The place of a unit's first token, or -1. O(units).
    int placeOf(int token) const;
    /// Places of those tokens that have one.
    std::vector<int> placesOf(const std::vector<int>& tokens) const;
};

/// Output tokens: the A/B filter leaves some out. O(tokens).
Units queryUnits(const AppState& state);
/// Input tokens: the A/B filter and hidden tokens are left out. O(tokens).
Units keyUnits(const AppState& state);

/// "→ " in front of the decoder's own tokens, where they stand behind the encoder's.
std::string decoderMark(const AppState& state, int key);

/// The same without their texts, which take most of the time and which questions to the engine do not need.
Units namelessUnits(const AppState& state, bool queries);
/// Gives units their texts: for some of nameless ones.
void nameUnits(const AppState& state, bool queries, std::vector<Unit>& list);
/// A token of the file as people expect to see it; a patch of a picture by its place.
std::string shownToken(const AppState& state, bool query, int token);
/// Nothing is merged or left out: what most views are, and quickly said.
bool isPlain(const ViewState& view);

/// True if some tokens of the shown side belong together, by the file's words or the tokenizer's marks.
bool hasWords(const AppState& state);
/// True if the example has two segments that can be told apart here.
bool hasSegments(const AppState& state);
/// True if an input token can be an output token: not across encoder and decoder.
bool keysAreOutputs(const AppState& state);

/// Brings words, spans, filter and outputs into what the document has: outputs are whole units.
void fitUnits(AppState& state);

}  // namespace hw
