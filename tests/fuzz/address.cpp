// SPDX-License-Identifier: MIT
// Any bytes as the fragment of a URL, and as a message between page and engine.
#include "page/address/address.h"
#include "fuzz/targets.h"
#include "page/rules/notes.h"
#include "page/sample_documents.h"
#include "protocol/messages.h"
#include "protocol/open_choices.h"
#include "session/update.h"

namespace hw::fuzz {
namespace {

/// The state after a link is in range, and its fragment, applied again, changes nothing.
void applied(const DocumentSummary& document, const std::string& fields) {
    AppState state;
    test::open(state, document, test::sample, fields.empty() ? "v=1" : fields);
    require(state.document.has_value());
    const ViewState& view = state.view;
    require(view.layer >= 0 && view.layer < std::max(state.layerCount(), 1));
    require(!view.outputs.empty());
    for (const int output : view.outputs) require(output >= 0 && output < state.queryCount());
    require(view.notes.size() <= mostNotes);
    for (const Note& note : view.notes) {
        require(!note.text.empty() && canBePinned(state, note));
        require(note.text == oneLine(note.text, longestNote));
        describePlace(state, note);
    }
    require(view.title == oneLine(view.title, longestTitle));
    for (const int key : view.hidden) require(key >= 0 && key < state.keyCount());
    const std::string address = writeShare(state);
    AppState again;
    test::open(again, document, test::sample, address);
    require(again.view == state.view);
    require(writeShare(again) == address);
}

}  // namespace

int address(std::string_view bytes) {
    const Share share = parseShare(bytes);
    require(parseShare(fieldsText(share)).fields == share.fields);
    const OpenOptions& options = share.source.options;
    require(openChoices(openChoicesText(options)) == options);
    const std::string fields = fieldsText(share);
    applied(test::encoderDocument(), fields);
    applied(test::translationDocument(), fields);
    AppState state = test::restingState();
    update(state, Command(ApplyFields{std::string(bytes), (bytes.size() & 1) != 0}));
    return 0;
}

int messages(std::string_view bytes) {
    const auto span = std::as_bytes(std::span(bytes));
    if (const auto message = wire::decodeToEngine(span)) {
        require(wire::decodeToEngine(wire::encode(*message)).has_value());
    }
    if (const auto message = wire::decodeToPage(span)) {
        require(wire::decodeToPage(wire::encode(*message)).has_value());
    }
    return 0;
}

}  // namespace hw::fuzz
