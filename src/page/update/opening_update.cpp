// SPDX-License-Identifier: MIT
#include "page/update/opening_update.h"

#include <algorithm>
#include <utility>

#include "core/number_text.h"
#include "page/address/address.h"
#include "page/state/compared_views.h"
#include "page/state/view_rules.h"
#include "page/update/link_update.h"
#include "page/update/message_list.h"
#include "page/update/playback.h"

namespace hw {
namespace {

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
    next.view.settings.headOfLayer.clear();
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

void endLoading(AppState& state) {
    state.loading = {};
    state.pendingSource = {};
    state.pendingFields.clear();
    state.pendingPush = true;
    state.reopens = false;
}

/// The link fields of the view as it is now, with the example that was asked for of an engine that is gone.
std::string fieldsAgain(const AppState& state) {
    if (state.pendingExample >= 0 && !state.pendingFields.empty()) return state.pendingFields;
    AppState wanted = state;
    if (state.pendingExample >= 0) {
        wanted.view.example = state.pendingExample;
        forgetTokens(wanted.view, state.document->current);
    }
    std::string fields = writeShare(wanted);
    if (parseShare(fields).find("layer") == nullptr)
        fields += '&' + fieldText("layer", numberText(state.view.layer + 1));
    return fields;
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
        state.reopens = false;
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
    const std::string name = state.loading.name;
    endLoading(state);
    if (event.problem.code == Code::cancelled) return {};
    forgetMessages(state, name);
    addMessage(state, Message::Kind::error, name, event.problem, about);
    return {AnnounceEffect{messageText(state.messages.back())}};
}

Effects opened(AppState& state, const Opened& event) {
    if (event.ticket != state.loading.ticket || event.ticket == 0) return {};
    const bool isFirst = !state.document.has_value();
    std::string fields = state.reopens ? fieldsAgain(state) : state.pendingFields;
    Share share = parseShare(fields);
    // A link that says how data are looked at comes before what the file says.
    if (share.fields.empty() && !event.document.savedView.empty()) {
        share = parseShare(event.document.savedView);
        fields = fieldsText(share);
    }
    const bool push = state.pendingPush && !isFirst && !state.reopens;
    state.source = state.pendingSource;
    endLoading(state);
    state.messages.clear();
    state.hover = {};
    stopPlaying(state);
    // The engine keeps the file before, for comparing (engine/store/open_documents.h).
    state.earlier = std::exchange(state.document, event.document);
    if (std::exchange(state.isLost, false)) state.earlier.reset();
    state.others.clear();
    state.refused.clear();
    state.pendingExample = -1;
    state.view = share.fields.empty() ? carriedOver(state.view, event.document)
                                      : defaultView(event.document);
    jumpToLayer(state, state.view.layer);
    sayWarnings(state, event.document.warnings);
    Effects effects{AnnounceEffect{"Opened " + event.document.name}};
    const int example = wantedExample(share, event.document.example, event.document);
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

Effects engineLost(AppState& state) {
    if (!state.document) return {};
    state.isLost = true;
    // Whoever opens the same data next sees this view again, or what becomes of it meanwhile, and it is no step for
    // "back".
    state.reopens = true;
    state.pendingSource = state.source;
    if (state.pendingExample < 0) state.pendingFields.clear();
    state.earlier.reset();
    state.others.clear();
    state.refused.clear();
    return {};
}

Effects exampleRefused(AppState& state, const ExampleRefused& event) {
    const std::string why =
        event.problem.finding + (event.problem.remedy.empty() ? "" : " " + event.problem.remedy);
    state.refused.push_back({event.document, event.example, why});
    const bool isMeant = state.document && state.document->id == event.document &&
                         state.pendingExample == event.example;
    if (!isMeant) return {};
    state.pendingExample = -1;
    state.pendingFields.clear();
    state.pendingPush = true;
    addMessage(state, Message::Kind::error, state.document->name, event.problem, state.source);
    return {AnnounceEffect{messageText(state.messages.back())}};
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
