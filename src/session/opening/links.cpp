// SPDX-License-Identifier: MIT
#include "session/opening/links.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "page/rules/fit_view.h"
#include "protocol/field_text.h"
#include "protocol/open_choices.h"
#include "session/opening/begin.h"
#include "session/opening/given_files.h"
#include "session/update/message_list.h"
#include "session/update/playback.h"
#include "session/update/shown_fields.h"
#include "session/update/view_changes.h"

namespace hw {
namespace {

bool sameButLayer(ViewState a, const ViewState& b) {
    a.layer = b.layer;
    return a == b;
}

/// The fields of the present view without its data, for opening the same data anew.
std::string viewFields(const AppState& state) { return fieldsText(parseShare(writeShare(state))); }

bool sameData(const DataSource& a, const DataSource& b) {
    return a.kind == b.kind && a.text == b.text;
}

/// The source that a link opens: its own data, or the present data with other options; else Kind::none.
DataSource wantedSource(const Share& share, const DataSource& present) {
    if (share.source.kind != DataSource::Kind::none || share.choices.empty()) return share.source;
    DataSource source = present;
    for (const ShareField& choice : share.choices)
        readOpenChoice(source.options, choice.key, choice.value);
    return source;
}

}  // namespace

Effects openSource(AppState& state, const OpenSource& command) {
    const Share share = parseShare(command.fields);
    if (command.source.kind == DataSource::Kind::none) {
        if (share.source.kind == DataSource::Kind::none)
            return applyFields(state, {command.fields, false});
        return openLinked(state, share.source, command.fields, true);
    }
    DataSource source = command.source;
    for (const ShareField& choice : share.choices)
        readOpenChoice(source.options, choice.key, choice.value);
    return openLinked(state, source, command.fields, true);
}

namespace {

/// Whether the fields name only an example. The view is then kept, as for a typed text.
bool isExampleAlone(const Share& share) {
    if (share.fields.size() != 1) return false;
    const std::string& key = share.fields[0].key;
    return key == "example" || isMaker(key);
}

/// A message's own actions come first, followed by one per choice.
std::optional<MessageAction> actionOf(const Message& message, int index) {
    if (index < 0) return {};
    const std::size_t place = index;
    if (place < message.actions.size()) return message.actions[place];
    const std::size_t choice = place - message.actions.size();
    const auto dialog = std::ranges::find(message.actions, "layers", &MessageAction::dialog);
    if (choice >= message.problem.choices.size() || dialog == message.actions.end()) return {};
    MessageAction action{"layers", "", dialog->source, ""};
    action.source.options.layersFrom = message.problem.choices[choice].value;
    return action;
}

}  // namespace

Effects applyMessageAction(AppState& state, const ApplyMessageAction& command) {
    const auto message = std::ranges::find(state.messages, command.message, &Message::id);
    if (message == state.messages.end()) return {};
    std::optional<MessageAction> chosen = actionOf(*message, command.action);
    if (!chosen) return {};
    const MessageAction action = std::move(*chosen);
    if (!action.dialog.empty()) return {DialogEffect{action.dialog}};
    const bool isOpen =
        sameData(action.source, state.source) && action.source.given == state.source.given;
    if (action.source.kind != DataSource::Kind::local || isAtHand(state, action.source))
        return openLinked(state, action.source, isOpen ? viewFields(state) : "", true);
    Effects effects;
    const Problem gone{
        Code::cannotRead, "", "This file is no longer available."_tr, "Drop it here again."_tr, {}};
    showError(state, {action.source.text, gone, action.source}, effects);
    return effects;
}

Effects beginPage(AppState& state, const BeginPage& command) {
    const DataSource sample{DataSource::Kind::sample, command.sample, {}};
    state.openings.fallback = sample;
    if (parseShare(command.fields).source.kind == DataSource::Kind::none) {
        return openSource(state, {sample, command.fields});
    }
    return applyFields(state, {command.fields, true});
}

Effects applyFields(AppState& state, const ApplyFields& command) {
    const Share share = parseShare(command.fields);
    const bool push = !command.fromHistory;
    const DataSource wanted = wantedSource(share, state.source);
    const bool named = wanted.kind != DataSource::Kind::none;
    const bool hasSecond = share.second.kind == DataSource::Kind::none ||
                           wanted.kind == DataSource::Kind::local ||
                           (state.earlier && state.openings.earlierSource == share.second);
    const bool opening = state.pendingSource.kind != DataSource::Kind::none;
    if (opening && (!named || wanted == state.pendingSource) && !state.document) {
        state.pendingFields = command.fields;
        return {};
    }
    if (named && (!state.document || wanted != state.source || !hasSecond)) {
        const bool again = share.source.kind == DataSource::Kind::none;
        return openLinked(state, wanted,
                          again ? viewFields(state) + '&' + command.fields : command.fields, push);
    }
    if (!state.document) {
        state.pendingFields = command.fields;
        return {};
    }
    // An address leaves out defaults, so it defines the whole view. Single fields change the present view.
    const ExampleName present = nameOf(*state.document);
    const bool hasFirst = command.fromHistory && !state.document->exampleTitles.empty();
    ExampleName example = exampleIn(share, hasFirst ? ExampleName{0} : present, *state.document);
    if (!example.isNone() && example != present) {
        const bool keepsView = push && isExampleAlone(share);
        return askForExample(state, std::move(example), keepsView ? "" : command.fields, push);
    }
    const ViewState before = state.view;
    const ViewState base = command.fromHistory ? defaultView(*state.document) : state.view;
    showFields(state, share, base, true);
    if (command.fromHistory || !command.settled) return {};
    if (state.view == before && !state.undo.held) return {};
    Effects effects{AddressEffect{!sameButLayer(before, state.view)}};
    announceSwitch(effects, state, before);
    if (state.view.layer != before.layer) effects.push_back(layerAnnouncement(state));
    return effects;
}

}  // namespace hw
