// SPDX-License-Identifier: MIT
#include "session/update/opening_update.h"

#include <algorithm>
#include <utility>

#include "core/number_text.h"
#include "page/address/address.h"
#include "page/address/saved_view.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "session/update/begin_opening.h"
#include "session/update/link_update.h"
#include "session/update/message_list.h"
#include "session/update/panel_update.h"
#include "session/update/playback.h"
#include "session/update/reopening.h"

namespace hw {
namespace {

/// The next example of a data set keeps method and settings, not what is of its own tokens, heads and layers.
ViewState carriedOver(const ViewState& before, const DocumentSummary& document) {
    AppState next;
    next.document = document;
    next.view = before;
    const ViewState fresh = defaultView(document);
    next.view.example = fresh.example;
    next.view.recipe = fresh.recipe;
    next.view.side = fresh.side;
    next.view.outputMode = fresh.outputMode;
    forgetTokens(next.view, document.current);
    next.view.layer = fresh.layer;
    next.view.segments = SegmentFilter::all;
    next.view.settings.heads.clear();
    next.view.settings.headWeights.clear();
    next.view.settings.headOfLayer.clear();
    next.view.settings.layerHeads.clear();
    next.view.settings.layers.clear();
    next.view.settings.startLayer = 0;
    if (next.view.panes.columns.empty()) next.view.panel = Panel::overview;
    next.view.compared.clear();
    next.view.bothFiles = false;
    next.view.difference = {};
    next.view.leftOut.clear();
    next.view.title.clear();
    next.view.notes.clear();
    next.view.thisExampleOnly = false;
    fitView(next);
    return next.view;
}

/// The link fields of the view as it is now, with the example that was asked for of an engine that is gone.
std::string fieldsAgain(const AppState& state) {
    const bool isPending = !state.pendingExample.isNone();
    if (isPending && !state.pendingFields.empty()) return state.pendingFields;
    AppState wanted = state;
    if (isPending) {
        wanted.view.example = state.pendingExample.example;
        wanted.view.recipe = state.pendingExample.recipe;
        forgetTokens(wanted.view, state.document->current);
    }
    std::string fields = writeShare(wanted);
    if (parseShare(fields).find("layer") == nullptr)
        fields += '&' + fieldText("layer", numberText(state.view.layer + 1));
    return fields;
}

/// The document that was open becomes the one before, which the engine keeps for comparing
/// (engine/store/open_documents.h), unless it went with its engine.
void takeDocument(AppState& state, const DocumentSummary& document) {
    Openings& openings = state.openings;
    const DataSource before = std::exchange(state.source, state.loading.source);
    const bool keepsEarlier = std::exchange(openings.earlierIsNewer, false);
    if (std::exchange(state.isLost, false)) {
        state.earlier = std::exchange(openings.reopenedEarlier, std::nullopt);
        if (!state.earlier) openings.earlierSource = {};
        openings.reopening = Reopening::none;
    } else if (!keepsEarlier) {
        state.earlier = state.document;
        openings.earlierSource = before;
    }
    state.document = document;
    if (openings.second.kind == DataSource::Kind::none) return;
    // A link that names a second file means no other; one that could not be opened has been said.
    state.earlier = std::exchange(openings.openedSecond, std::nullopt);
    openings.earlierSource = state.earlier ? openings.second : DataSource{};
}

/// What a link says of the document that has just been opened.
Effects showFirst(AppState& state, const std::string& fields, bool push) {
    const DocumentSummary& document = *state.document;
    const Share share = parseShare(fields);
    ExampleName example = wantedExample(share, nameOf(document), document);
    if (!example.isNone() && example != nameOf(document))
        return askForExample(state, std::move(example), fields, push);
    showFields(state, share, state.view, false);
    const bool plays = std::exchange(state.openings.playsSample, false) &&
                       state.source.kind == DataSource::Kind::sample && share.fields.empty();
    if (plays && !state.surroundings.reducedMotion) {
        jumpToLayer(state, firstLayer(state.view));
        startPlaying(state, true);
    }
    return {AddressEffect{push}};
}

void append(Effects& effects, const Effects& more) {
    effects.insert(effects.end(), more.begin(), more.end());
}

/// A data set's list can be named by the state.
bool isListed(const DataSource& source) {
    return source.kind == DataSource::Kind::url || source.kind == DataSource::Kind::local;
}

/// What was to be opened is the list of a data set: the host shows it, and what is open stays below it.
Effects showList(AppState& state, const OpeningFailed& event) {
    const DataSource& source = state.loading.source;
    state.view.dataSet = (source.kind == DataSource::Kind::local ? "local:" : "") + source.text;
    state.view.dataSetRow = -1;
    endLoading(state);
    // The same list again is a new file of that name.
    Effects effects{DialogEffect{"data-set"}, OpenedEffect{event.ticket, true}};
    const DataSource fallback = std::exchange(state.openings.fallback, {});
    if (state.document || fallback.kind == DataSource::Kind::none) {
        if (state.document) effects.emplace_back(AddressEffect{true});
        return effects;
    }
    append(effects, openLinked(state, fallback, "", false));
    return effects;
}

/// Fields that leave the view to whoever looks: the next example of a data set is looked at like the one before.
bool saysNoView(const Share& share) {
    return std::ranges::all_of(share.fields, [](const ShareField& field) {
        return field.key == "dataset" || field.key == "row" || field.key == "example";
    });
}

}  // namespace

Effects cancelOpening(AppState& state) {
    if (state.loading.ticket == 0) return {};
    const Problem why{Code::cancelled, state.loading.name, "The opening was cancelled."_tr, "", {}};
    Effects effects;
    cancelTickets(state, why, effects);
    effects.emplace_back(AnnounceEffect{"Opening cancelled"_tr});
    endLoading(state);
    if (state.openings.reopening != Reopening::none) giveUp(state);
    sayLater(state, effects);
    return effects;
}

Effects openingNamed(AppState& state, const OpeningNamed& event) {
    if (event.ticket == state.loading.ticket) state.loading.name = event.name;
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
    if (opensSecond(state.openings, event.ticket)) return openFirst(state, &event.problem);
    if (event.problem.code == Code::dataSet && isListed(state.loading.source))
        return showList(state, event);
    Openings& openings = state.openings;
    Effects effects;
    if (openings.reopening == Reopening::earlier) {  // the columns that compare with it go
        reopenDocument(state, effects);
        return effects;
    }
    const LaterMessage error{state.loading.name, event.problem, state.loading.source};
    const std::uint32_t waiting = openings.secondTicket;
    endLoading(state);
    markRefused(state, error.about);
    sayError(state, error, effects);
    if (openings.reopening != Reopening::none) giveUp(state);
    sayLater(state, effects);
    effects.emplace_back(FailedEffect{event.ticket, event.problem});
    if (waiting != 0) effects.emplace_back(FailedEffect{waiting, event.problem});
    // A link that fails still leads to a page that works, and says once more what an opening clears.
    const DataSource fallback = std::exchange(openings.fallback, {});
    if (state.document || fallback.kind == DataSource::Kind::none) return effects;
    openings.later = error;
    append(effects, openLinked(state, fallback, "", false));
    return effects;
}

Effects opened(AppState& state, const Opened& event) {
    if (event.ticket != state.loading.ticket || event.ticket == 0) return {};
    Openings& openings = state.openings;
    Effects effects;
    if (opensSecond(openings, event.ticket)) {
        openings.openedSecond = event.document;
        return openFirst(state, nullptr);
    }
    const std::uint32_t waiting = openings.secondTicket;
    if (openings.reopening == Reopening::earlier) {
        openings.reopenedEarlier = event.document;
        reopenDocument(state, effects);
        return effects;
    }
    std::string fields = state.reopens ? fieldsAgain(state) : state.pendingFields;
    // A link that says how data are looked at comes before what the file says.
    SavedView saved;
    if (parseShare(fields).fields.empty()) saved = takeApart(event.document.savedView);
    if (!saved.view.empty()) fields = saved.view;
    const bool push = state.pendingPush && state.document && !state.reopens;
    const ViewState before = state.view;
    const std::uint32_t given = state.loading.source.given;
    if (given != state.source.given) effects.emplace_back(HoldEffect{given});
    takeDocument(state, event.document);
    endLoading(state);
    state.messages.clear();
    state.hover = {};
    stopPlaying(state);
    state.undo = {};
    state.others.clear();
    state.refused.clear();
    state.pendingExample = {};
    const Share share = parseShare(fields);
    state.view = !saysNoView(share)  ? defaultView(event.document)
                 : share.find("row") ? carriedOver(state.view, event.document)
                                     : nextView(state.view, event.document);
    // Whoever opens something else has left the data set; its examples name it.
    if (push) state.view.dataSet.clear();
    if (state.view.dataSet.empty()) state.view.dataSetRow = -1;
    // Who opens something during a lesson or a talk goes on with it.
    if (push) keepTeaching(state.view, before);
    jumpToLayer(state, state.view.layer);
    sayWarnings(state, event.document.warnings);
    effects.emplace_back(AnnounceEffect{say("Opened {}"_tr, {event.document.name})});
    append(effects, showFirst(state, fields, push));
    sayLater(state, effects);
    if (!saved.elsewhere.empty()) effects.emplace_back(DialogEffect{"agree-" + saved.elsewhere});
    effects.emplace_back(OpenedEffect{event.ticket});
    if (waiting != 0) effects.emplace_back(OpenedEffect{waiting});
    return effects;
}

}  // namespace hw
