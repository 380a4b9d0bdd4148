// SPDX-License-Identifier: MIT
#include "app/opening_update.h"

#include <algorithm>
#include <utility>

#include "app/compared.h"
#include "app/message_list.h"
#include "app/open_choices.h"
#include "app/playback.h"
#include "app/share_state.h"
#include "app/share_text.h"
#include "app/view_rules.h"
#include "core/number_text.h"

namespace hw {
namespace {

Problem note(std::string place, std::string finding, std::string remedy) {
    Problem problem;
    problem.code = Code::badArgument;
    problem.place = std::move(place);
    problem.finding = std::move(finding);
    problem.remedy = std::move(remedy);
    return problem;
}

void sayDropped(AppState& state, const std::vector<std::string>& dropped) {
    if (dropped.empty()) return;
    std::string list;
    constexpr std::size_t most = 8;
    for (std::size_t i = 0; i < std::min(dropped.size(), most); ++i) {
        if (i > 0) list += ", ";
        list += dropped[i];
    }
    if (dropped.size() > most) list += ", and " + numberText(dropped.size() - most) + " more";
    addMessage(
        state, Message::Kind::note,
        note("link", "This part of the link does not fit the file or this version: " + list + ".",
             "It was left out; all else is as the link says."));
}

/// What people chose for their eyes and their method stays with the next file; what belongs to the
/// file (outputs, heads, layers) does not.
ViewState carriedOver(const ViewState& before, const DocumentSummary& document) {
    AppState next;
    next.document = document;
    next.view = before;
    const ViewState fresh = defaultView(document);
    next.view.example = fresh.example;
    next.view.side = fresh.side;
    next.view.outputMode = fresh.outputMode;
    forgetTokens(next.view, document.current);
    next.view.layer = fresh.layer;
    next.view.segments = SegmentFilter::all;
    next.view.settings.heads.clear();
    next.view.settings.headWeights.clear();
    next.view.settings.layers.clear();
    next.view.settings.startLayer = 0;
    if (next.view.panes.columns.empty()) next.view.panel = Panel::overview;
    next.view.compared.clear();
    next.view.differenceOf = next.view.differenceFrom = -1;
    next.view.leftOut.clear();
    next.view.thisExampleOnly = false;
    fitView(next);
    return next.view;
}

/// The example that the fields ask for; the present one if they do not, -1 if there is no such one.
int exampleOf(const Share& share, int otherwise, const DocumentSummary& document) {
    const std::string* value = share.find("example");
    if (value == nullptr) return otherwise;
    const auto example = readInt(*value);
    const int count = static_cast<int>(document.exampleTitles.size());
    return example && *example >= 0 && *example < count ? *example : -1;
}

bool sameButLayer(ViewState a, const ViewState& b) {
    a.layer = b.layer;
    return a == b;
}

/// Carries out the fields on the open document, from `base`.
void showFields(AppState& state, const Share& share, const ViewState& base, bool glide) {
    AppliedShare applied = applyShare(share, base, *state.document, state.earlier);
    std::vector<std::string> dropped = share.dropped;
    dropped.insert(dropped.end(), applied.dropped.begin(), applied.dropped.end());
    if (exampleOf(share, 0, *state.document) < 0) {
        dropped.push_back("example=" + percentEncoded(*share.find("example")));
    }
    sayDropped(state, dropped);
    const int layer = applied.view.layer;
    const bool moves = layer != state.view.layer || applied.view.side != state.view.side;
    applied.view.layer = state.view.layer;
    state.view = std::move(applied.view);
    if (!moves && share.find("layer") == nullptr) return;
    stopPlaying(state);
    goToLayer(state, layer, glide ? pace::step : 0);
}

Effects askForExample(AppState& state, int example, std::string fields, bool push) {
    state.pendingFields = std::move(fields);
    state.pendingPush = push;
    state.pendingExample = example;
    return {ExampleEffect{state.document->id, example}};
}

/// The fields of the address without data: how the present view is, for opening the same data anew.
std::string viewFields(const AppState& state) { return fieldsText(parseShare(writeShare(state))); }

bool sameData(const DataSource& a, const DataSource& b) {
    return a.kind == b.kind && a.text == b.text;
}

/// What a link asks to be opened: its own data, or the present ones in another way; else Kind::none.
DataSource wantedSource(const Share& share, const DataSource& present) {
    if (share.source.kind != DataSource::Kind::none || share.choices.empty()) return share.source;
    DataSource source = present;
    for (const ShareField& choice : share.choices)
        readOpenChoice(source.options, choice.key, choice.value);
    return source;
}

Effects openShared(AppState& state, const DataSource& source, std::string fields, bool push) {
    state.pendingSource = source;
    state.pendingFields = std::move(fields);
    state.pendingPush = push;
    const bool within = source.kind != DataSource::Kind::local || sameData(source, state.source);
    if (within) return {OpenEffect{source}};
    addMessage(
        state, Message::Kind::note,
        note(source.text, "This view belongs to a file on somebody's disk; a link cannot carry it.",
             "Drop the file here, and it is shown as it was."));
    return {};
}

void endLoading(AppState& state) {
    state.loading = {};
    state.pendingSource = {};
    state.pendingFields.clear();
    state.pendingPush = true;
}

/// True if a column of the compare view asks for this example.
bool isCompared(const AppState& state, const DocumentSummary& document) {
    return std::ranges::any_of(state.view.compared, [&](const ComparedView& column) {
        return exampleOf(state, column) == ComparedExample{document.id, document.example};
    });
}

/// The newest of a few: as many as there can be columns, and some that were left lately.
void keepForComparing(AppState& state, const DocumentSummary& document) {
    constexpr std::size_t most = 8;
    std::erase_if(state.others, [&](const DocumentSummary& old) {
        return old.id == document.id && old.example == document.example;
    });
    state.others.push_back(document);
    if (state.others.size() > most) state.others.erase(state.others.begin());
}

}  // namespace

Effects openSource(AppState& state, const OpenSource& command) {
    const Share share = parseShare(command.fields);
    if (command.source.kind == DataSource::Kind::none) {
        if (share.source.kind == DataSource::Kind::none)
            return applyFields(state, {command.fields, false});
        return openShared(state, share.source, command.fields, true);
    }
    DataSource source = command.source;
    for (const ShareField& choice : share.choices)
        readOpenChoice(source.options, choice.key, choice.value);
    return openShared(state, source, command.fields, true);
}

Effects takeAction(AppState& state, const TakeAction& command) {
    const auto message = std::ranges::find(state.messages, command.message, &Message::id);
    if (message == state.messages.end() || command.action < 0 ||
        command.action >= static_cast<int>(message->actions.size()))
        return {};
    const MessageAction action = message->actions[static_cast<std::size_t>(command.action)];
    if (action.source.kind == DataSource::Kind::none) return {DialogEffect{action.dialog}};
    const std::string fields = sameData(action.source, state.source) ? viewFields(state) : "";
    state.pendingSource = action.source;
    state.pendingFields = fields;
    state.pendingPush = true;
    return {OpenEffect{action.source}};
}

Effects applyFields(AppState& state, const ApplyFields& command) {
    const Share share = parseShare(command.fields);
    const bool push = !command.fromHistory;
    const DataSource wanted = wantedSource(share, state.source);
    const bool named = wanted.kind != DataSource::Kind::none;
    const bool opening = state.pendingSource.kind != DataSource::Kind::none;
    if (opening && (!named || wanted == state.pendingSource) && !state.document) {
        state.pendingFields = command.fields;
        return {};
    }
    if (named && (!state.document || wanted != state.source)) {
        const bool again = share.source.kind == DataSource::Kind::none;
        return openShared(state, wanted,
                          again ? viewFields(state) + '&' + command.fields : command.fields, push);
    }
    if (!state.document) {
        state.pendingFields = command.fields;
        return {};
    }
    // An address leaves defaults out, so it says everything; single fields change what is there.
    const int present = state.document->example;
    const int example = exampleOf(share, command.fromHistory ? 0 : present, *state.document);
    if (example >= 0 && example != present) {
        return askForExample(state, example, command.fields, push);
    }
    const ViewState before = state.view;
    const ViewState base = command.fromHistory ? defaultView(*state.document) : state.view;
    showFields(state, share, base, true);
    if (command.fromHistory || state.view == before) return {};
    Effects effects{AddressEffect{!sameButLayer(before, state.view)}};
    if (state.view.layer != before.layer) effects.push_back(layerAnnouncement(state));
    return effects;
}

Effects selectExample(AppState& state, int example) {
    if (!state.document || example == state.document->example) return {};
    if (example < 0 || example >= static_cast<int>(state.document->exampleTitles.size())) return {};
    return askForExample(state, example, {}, true);
}

Effects cancelOpening(AppState& state) {
    if (state.loading.ticket == 0) return {};
    const std::uint32_t ticket = state.loading.ticket;
    endLoading(state);
    return {CancelEffect{ticket}, AnnounceEffect{"Opening cancelled"}};
}

Effects openingBegan(AppState& state, const OpeningBegan& event) {
    // Fields wait for the data they were written for, and for no other.
    if (event.source != state.pendingSource) {
        state.pendingFields.clear();
        state.pendingPush = true;
    }
    state.pendingSource = event.source;
    state.loading = {};
    state.loading.ticket = event.ticket;
    state.loading.name = event.name;
    return {};
}

Effects openingProgressed(AppState& state, const OpeningProgressed& event) {
    if (event.ticket != state.loading.ticket || event.ticket == 0) return {};
    state.loading.bytes = event.bytes;
    state.loading.fraction = -1;
    if (event.total > 0) {
        const double share = static_cast<double>(event.bytes) / static_cast<double>(event.total);
        state.loading.fraction = std::min(share, 1.0);
    }
    return {};
}

Effects openingFailed(AppState& state, const OpeningFailed& event) {
    if (event.ticket != state.loading.ticket || event.ticket == 0) return {};
    const DataSource about = state.pendingSource;
    endLoading(state);
    if (event.problem.code == Code::cancelled) return {};
    addMessage(state, Message::Kind::error, event.problem, about);
    return {AnnounceEffect{sentence(event.problem)}};
}

Effects opened(AppState& state, const Opened& event) {
    if (event.ticket != state.loading.ticket || event.ticket == 0) return {};
    const bool isFirst = !state.document.has_value();
    const Share share = parseShare(state.pendingFields);
    const std::string fields = state.pendingFields;
    const bool push = state.pendingPush && !isFirst;
    state.source = state.pendingSource;
    endLoading(state);
    state.messages.clear();
    state.hover = {};
    stopPlaying(state);
    // The engine keeps the file before, for comparing (app/open_documents.h).
    state.earlier = std::exchange(state.document, event.document);
    state.others.clear();
    state.pendingExample = -1;
    state.view = share.fields.empty() ? carriedOver(state.view, event.document)
                                      : defaultView(event.document);
    jumpToLayer(state, state.view.layer);
    sayWarnings(state, event.document.warnings);
    Effects effects{AnnounceEffect{"Opened " + event.document.name}};
    const int example = exampleOf(share, event.document.example, event.document);
    if (example >= 0 && example != event.document.example) {
        Effects asked = askForExample(state, example, fields, push);
        effects.insert(effects.end(), asked.begin(), asked.end());
        return effects;
    }
    showFields(state, share, state.view, false);
    if (share.fields.empty() && !state.surroundings.reducedMotion) {
        jumpToLayer(state, firstLayer(state.view));
        startPlaying(state, true);
    }
    effects.push_back(AddressEffect{push});
    return effects;
}

Effects exampleChanged(AppState& state, const ExampleChanged& event) {
    if (!state.document) return {};
    const bool isOpen = state.document->id == event.document.id;
    const bool isWanted =
        state.pendingExample < 0 || state.pendingExample == event.document.example;
    if (!isOpen || !isWanted || (state.pendingExample < 0 && isCompared(state, event.document))) {
        keepForComparing(state, event.document);
        return {};
    }
    state.pendingExample = -1;
    // Columns that follow the view follow it; the example left behind may be one of the others.
    keepForComparing(state, *state.document);
    const Share share = parseShare(state.pendingFields);
    const bool push = state.pendingPush;
    state.pendingFields.clear();
    state.pendingPush = true;
    state.document = event.document;
    state.hover = {};
    stopPlaying(state);
    state.view.example = event.document.example;
    forgetTokens(state.view, event.document.current);
    fitView(state);
    jumpToLayer(state, state.view.layer);
    if (!share.fields.empty()) showFields(state, share, defaultView(event.document), false);
    return {AddressEffect{push}, AnnounceEffect{event.document.current.title}};
}

}  // namespace hw
