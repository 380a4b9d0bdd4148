// SPDX-License-Identifier: MIT
#include "session/opening/end.h"

#include <algorithm>
#include <utility>

#include "core/tokens/visible_text.h"
#include "session/opening/begin.h"
#include "session/opening/engine_lost.h"
#include "session/opening/first_view.h"
#include "session/opening/given_files.h"
#include "session/opening/stages.h"
#include "session/update/example_update.h"
#include "session/update/message_list.h"
#include "session/update/model_line.h"
#include "session/update/playback.h"

namespace hw {
namespace {

/// The open document becomes the earlier one, which the engine keeps for comparing (engine/store/open_documents.h),
/// unless it was lost with its engine.
void takeDocument(AppState& state, const DocumentSummary& document) {
    Openings& openings = state.openings;
    const DataSource before = std::exchange(state.source, state.loading.source);
    const bool keepsEarlier = std::exchange(openings.earlierIsNewer, false);
    if (std::exchange(state.isLost, false)) {
        state.earlier = std::exchange(openings.reopenedEarlier, std::nullopt);
        if (!state.earlier) openings.earlierSource = {};
    } else if (!keepsEarlier) {
        state.earlier = state.document;
        openings.earlierSource = before;
    }
    state.document = document;
    if (openings.second.kind == DataSource::Kind::none) return;
    // A link that names a second file excludes any other. A failure to open it has been reported.
    state.earlier = std::exchange(openings.openedSecond, std::nullopt);
    openings.earlierSource = state.earlier ? openings.second : DataSource{};
}

/// Forgets the previous document's state except its view. `wasOpen`: the new document is the same one.
void forgetDocument(AppState& state, bool wasOpen) {
    state.messages.clear();
    state.hover = {};
    stopPlaying(state);
    state.undo = {};
    state.others.clear();
    state.refused.clear();
    forgetPendingExample(state);
    if (!wasOpen) state.line = {};
    showInLine(state, true);
}

void append(Effects& effects, const Effects& more) {
    effects.insert(effects.end(), more.begin(), more.end());
}

/// After a failed opening the page still shows the previous data. The error names them.
void nameShownData(Problem& problem, const AppState& state) {
    if (!state.document) return;
    const std::string& title = state.document->current.title;
    problem.remedy.append(problem.remedy.empty() ? "" : " ")
        .append(title.empty() ? std::string("The page still shows the previous data."_tr)
                              : formatText("The page still shows “{}”."_tr, {title}));
}

/// Whether the state can name a data set's list from this source.
bool isListed(const DataSource& source) {
    return source.kind == DataSource::Kind::url || source.kind == DataSource::Kind::local;
}

/// The source is the list of a data set. The host shows it above the open document, which stays.
Effects showList(AppState& state, const OpeningFailed& event) {
    const DataSource& source = state.loading.source;
    const std::uint32_t waiting = state.openings.secondTicket;
    state.view.dataSet = (source.kind == DataSource::Kind::local ? "local:" : "") + source.text;
    state.view.dataSetRow = -1;
    endOpening(state);
    // Opening a list of the same name again is an opening of a new file.
    Effects effects{DialogEffect{"data-set"}, OpenedEffect{event.ticket, true}};
    if (waiting != 0) effects.emplace_back(OpenedEffect{waiting, true});
    const DataSource fallback = std::exchange(state.openings.fallback, {});
    if (state.document || fallback.kind == DataSource::Kind::none) {
        if (state.document) effects.emplace_back(AddressEffect{true});
        showPending(state, effects);
        return effects;
    }
    append(effects, openLinked(state, fallback, "", false));
    return effects;
}

/// Keeps a note to be shown when the data are open.
void noteSecond(AppState& state, const Problem& problem) {
    Openings& openings = state.openings;
    openings.later = PendingMessage{state.loading.name, problem, openings.second, true};
    Problem& note = openings.later->problem;
    note.finding = formatText("The link’s second file could not be opened: {}"_tr, {note.finding});
}

}  // namespace

Effects openingNamed(AppState& state, const OpeningNamed& event) {
    if (isUnderWay(state, event.ticket)) state.loading.name = withVisibleControls(event.name);
    return {};
}

Effects openingMarked(AppState& state, const OpeningMarked& event) {
    if (isUnderWay(state, event.ticket)) state.loading.source.options.mark = event.mark;
    return {};
}

Effects openingProgressed(AppState& state, const OpeningProgressed& event) {
    if (!isUnderWay(state, event.ticket)) return {};
    state.loading.bytes = event.bytes;
    state.loading.fraction = -1;
    if (event.total > 0) {
        const double share = static_cast<double>(event.bytes) / static_cast<double>(event.total);
        state.loading.fraction = std::min(share, 1.0);
    }
    return {};
}

Effects openingFailed(AppState& state, const OpeningFailed& event) {
    if (!isUnderWay(state, event.ticket)) return {};
    Openings& openings = state.openings;
    const OpeningStage stage = openings.stage;
    if (stage == OpeningStage::secondFile) noteSecond(state, event.problem);
    Effects effects;
    if (goOn(state, StageEnd::failed, effects)) return effects;
    const bool isList = event.problem.code == Code::dataSet && isListed(state.loading.source);
    if (stage == OpeningStage::data && isList) return showList(state, event);
    PendingMessage error{state.loading.name, event.problem, state.loading.source};
    const std::uint32_t waiting = openings.secondTicket;
    // A link to another model than the given one keeps waiting for its own model, with its question.
    DataSource awaited =
        event.problem.offer == Offer::otherModel ? state.pendingSource : DataSource();
    std::string fields = state.pendingFields;
    endOpening(state);
    if (awaited.kind != DataSource::Kind::none) {
        awaited.given = 0;
        state.pendingSource = std::move(awaited);
        state.pendingFields = std::move(fields);
    }
    markRefused(state, error.about);
    if (!isReopening(stage)) nameShownData(error.problem, state);
    showError(state, error, effects);
    if (isReopening(stage)) giveUp(state);
    showPending(state, effects);
    effects.emplace_back(FailedEffect{event.ticket, event.problem});
    if (waiting != 0) effects.emplace_back(FailedEffect{waiting, event.problem});
    // After a failed link the page opens the fallback, and repeats the error, which an opening clears.
    const DataSource fallback = std::exchange(openings.fallback, {});
    if (state.document || fallback.kind == DataSource::Kind::none) return effects;
    openings.later = error;
    append(effects, openLinked(state, fallback, "", false));
    return effects;
}

Effects opened(AppState& state, const Opened& event) {
    if (!isUnderWay(state, event.ticket)) return {};
    Openings& openings = state.openings;
    if (openings.stage == OpeningStage::secondFile) openings.openedSecond = event.document;
    if (openings.stage == OpeningStage::earlierAgain) openings.reopenedEarlier = event.document;
    Effects effects;
    if (goOn(state, StageEnd::done, effects)) return effects;
    const std::uint32_t waiting = openings.secondTicket;
    const FirstView first = firstViewOf(state, event.document);
    const std::uint32_t given = state.loading.source.given;
    if (given != state.source.given) effects.emplace_back(HoldEffect{given});
    const bool wasOpen = state.reopens;
    takeDocument(state, event.document);
    endOpening(state);
    forgetDocument(state, wasOpen);
    sayWarnings(state, event.document.warnings);
    append(effects, showFirst(state, first));
    showPending(state, effects);
    if (!first.elsewhere.empty()) effects.emplace_back(DialogEffect{"agree-" + first.elsewhere});
    effects.emplace_back(OpenedEffect{event.ticket});
    if (waiting != 0) effects.emplace_back(OpenedEffect{waiting});
    return effects;
}

}  // namespace hw
