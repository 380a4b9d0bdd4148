// SPDX-License-Identifier: MIT
// The rules on units, which the views show as one token: a token, a word of several tokens, or a span that the user
// combined; and on which of them are shown. The state and its commands always refer to tokens of the file, so that
// links mean the same with any merging, but views count units. With nothing merged or hidden both are the same.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

struct Unit {
    std::vector<int> tokens;  ///< ascending, at least one
    std::vector<int> shown;   ///< those that are not hidden
    std::string text;         ///< in its display form, or in the tokenizer's spelling
    int place = 0;            ///< among units of the same text, from 1; 0 if it is the only one
    /// Its text, or "the (4)" to distinguish it from others of that text.
    std::string name() const;
    int token() const { return tokens.front(); }
    bool isShown() const { return !shown.empty(); }
};

struct Units {
    std::vector<Unit> list;   ///< in the order of their first tokens
    std::vector<int> unitOf;  ///< index of each token's unit

    int count() const { return static_cast<int>(list.size()); }
    /// The unit of a token, or -1 if there is no such token.
    int of(int token) const;
    /// True if every token is its own unit, and all are shown.
    bool isPlain() const;
    std::vector<std::string> texts() const;
    std::vector<std::string> names() const;
    /// Indices of the shown units, in order.
    std::vector<int> visible() const;
};

/// One axis of a matrix, with the shown units in order.
struct Axis {
    std::vector<int> tokens;          ///< the first token of each
    std::vector<std::string> labels;  ///< unique names
    std::vector<std::string> texts;   ///< texts without numbers
    std::vector<int> places;          ///< each one's place among equal texts, or 0
    Axis() = default;
    explicit Axis(const Units& units);
    /// The index of the unit that starts with a token, or -1. O(units).
    int placeOf(int token) const;
    /// The indices of those tokens that have one.
    std::vector<int> placesOf(const std::vector<int>& tokens) const;
};

/// The output tokens, without those that the A/B filter hides. O(tokens).
Units queryUnits(const AppState& state);
/// The input tokens, without hidden ones and those that the A/B filter hides. O(tokens).
Units keyUnits(const AppState& state);

/// "→ " for the decoder's own tokens, if they follow the encoder's.
std::string decoderMark(const AppState& state, int key);

/// The same without their texts, which take most of the time and which questions to the engine do not need.
Units namelessUnits(const AppState& state, bool queries);
/// Adds the texts to the units of namelessUnits(), and their places among equal ones.
void nameUnits(const AppState& state, bool queries, std::vector<Unit>& list);
/// A token of the file in its display form, or a patch of a picture by its position.
std::string shownToken(const AppState& state, bool query, int token);
/// True if nothing is merged or hidden, as in most views. Cheap.
bool isPlain(const ViewState& view);

/// True if some tokens of the shown side form words, according to the file or to the tokenizer's markers.
bool hasWords(const AppState& state);
/// True if the example has two distinct segments on this side.
bool hasSegments(const AppState& state);
/// True if an input token can also be an output token, which is false across encoder and decoder.
bool keysAreOutputs(const AppState& state);

/// Adjusts words, spans, filter and outputs to the document, with whole units as outputs.
void fitUnits(AppState& state);

}  // namespace hw
