// SPDX-License-Identifier: MIT
// The rules on what the views show as one token: a token, a word of several tokens, or a span that the user joined; and
// which of them are shown. The state and its commands always refer to tokens of the file, so that links mean
// the same whatever is merged; views count units. With nothing merged or left out both are the same.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

struct Unit {
    std::vector<int> tokens;  ///< ascending, at least one
    std::vector<int> shown;   ///< those that are not left out
    std::string text;         ///< as people expect to see it, or as the tokenizer wrote it
    int place = 0;            ///< among those of the same text, from 1; 0: there is no other
    /// "the (4)": told apart from others of its text.
    std::string name() const;
    int token() const { return tokens.front(); }
    bool isShown() const { return !shown.empty(); }
};

struct Units {
    std::vector<Unit> list;   ///< in the order of their first tokens
    std::vector<int> unitOf;  ///< of each token

    int count() const { return static_cast<int>(list.size()); }
    /// The unit of a token; -1 for a token that does not exist.
    int of(int token) const;
    /// True if every token is its own unit, and all are shown.
    bool isPlain() const;
    std::vector<std::string> texts() const;
    std::vector<std::string> names() const;
    /// Indices of the shown units, in order.
    std::vector<int> visible() const;
};

/// One axis of a matrix: the units that are shown, in order.
struct Axis {
    std::vector<int> tokens;          ///< the first of each
    std::vector<std::string> labels;  ///< their names, which are all different
    std::vector<std::string> texts;   ///< of each its text alone
    std::vector<int> places;          ///< of each that among equal texts, or 0
    Axis() = default;
    explicit Axis(const Units& units);
    /// The index of the unit that starts with a token, or -1. O(units).
    int placeOf(int token) const;
    /// The indices of those tokens that have one.
    std::vector<int> placesOf(const std::vector<int>& tokens) const;
};

/// The output tokens, without those that the A/B filter leaves out. O(tokens).
Units queryUnits(const AppState& state);
/// The input tokens, without hidden ones and those that the A/B filter leaves out. O(tokens).
Units keyUnits(const AppState& state);

/// "→ " in front of the decoder's own tokens, where they stand behind the encoder's.
std::string decoderMark(const AppState& state, int key);

/// The same without their texts, which take most of the time and which questions to the engine do not need.
Units namelessUnits(const AppState& state, bool queries);
/// Adds the texts to the units of namelessUnits(), and their places among equal ones.
void nameUnits(const AppState& state, bool queries, std::vector<Unit>& list);
/// A token of the file as people expect to see it; a patch of a picture by its position.
std::string shownToken(const AppState& state, bool query, int token);
/// True if nothing is merged or left out, as in most views; cheap.
bool isPlain(const ViewState& view);

/// True if some tokens of the shown side form words, by the file or by the tokenizer's markers.
bool hasWords(const AppState& state);
/// True if the example has two segments that can be told apart here.
bool hasSegments(const AppState& state);
/// True if an input token can also be an output token: not across encoder and decoder.
bool keysAreOutputs(const AppState& state);

/// Adjusts words, spans, filter and outputs to the document: outputs are whole units.
void fitUnits(AppState& state);

}  // namespace hw
