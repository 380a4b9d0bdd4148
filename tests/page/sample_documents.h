// SPDX-License-Identifier: MIT
// Summaries of made-up documents, for tests of state and words.
#pragma once

#include <string>

#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "session/update.h"

namespace hw::test {

inline DocumentSummary encoderDocument() {
    DocumentSummary document;
    document.id = 1;
    document.name = "keys.json";
    document.form = "headwaters";
    document.exampleTitles = {"first", "second", "third"};
    ExampleSummary& example = document.current;
    example.title = "first";
    example.tokens = {"[CLS]", "the", "keys", "to", "the", "cabinet", "[SEP]"};
    example.layers = 6;
    example.heads = 8;
    return document;
}

inline DocumentSummary translationDocument() {
    DocumentSummary document = encoderDocument();
    document.id = 2;
    document.exampleTitles = {"one"};
    ExampleSummary& example = document.current;
    example.kind = AttentionKind::encoderDecoder;
    example.layers = 3;
    example.heads = 4;
    example.decoderTokens = {"<s>", "1", "9", "4"};
    example.bothTokens = example.tokens;
    example.bothTokens.insert(example.bothTokens.end(), example.decoderTokens.begin(),
                              example.decoderTokens.end());
    example.decoderLayers = 2;
    example.decoderHeads = 4;
    example.hasDecoderSelf = true;
    example.hasCross = true;
    return document;
}

/// Opens a file by hand and returns the ticket of its opening.
inline std::uint32_t give(AppState& state, const std::string& name,
                          const OpenOptions& options = {}) {
    static std::uint32_t number = 0;
    update(state, Command(GiveFile{++number, name, options}));
    return state.loading.ticket;
}

/// Opens a document as the session does, with the rest of a link.
inline Effects open(AppState& state, const DocumentSummary& document, const DataSource& source,
                    const std::string& fields = "") {
    const bool byHand = source.kind == DataSource::Kind::local;
    if (!byHand || !fields.empty()) update(state, Command(OpenSource{source, fields}));
    if (byHand) give(state, source.text, source.options);
    return update(state, Event(Opened{state.loading.ticket, document}));
}

inline const DataSource sample{DataSource::Kind::sample, "agreement-keys", {}};
inline const DataSource local{DataSource::Kind::local, "keys.json", {}};

/// A paused state at the last layer of encoderDocument().
inline AppState restingState() {
    AppState state;
    open(state, encoderDocument(), sample, "v=1&sample=agreement-keys&layer=6");
    return state;
}

template <class Wanted>
const Wanted* findEffect(const Effects& effects) {
    for (const Effect& effect : effects) {
        if (const auto* found = std::get_if<Wanted>(&effect)) return found;
    }
    return nullptr;
}

/// True if the URL gets a new step.
inline bool pushes(const Effects& effects) {
    const auto* address = findEffect<AddressEffect>(effects);
    return address != nullptr && address->push;
}

/// The queries of the views before anything is answered.
inline std::vector<Query> neededNow(const AppState& state) {
    ResultStore none;
    return neededQueries(state, none);
}

}  // namespace hw::test
