// SPDX-License-Identifier: MIT
#include "session/opening/engine_lost.h"

#include <algorithm>
#include <utility>

#include "page/rules/compared_views.h"
#include "session/opening/begin.h"
#include "session/opening/stages.h"
#include "session/update/message_list.h"

namespace hw {
namespace {

/// The message about data whose engine ended, while opening them or later.
PendingMessage ended(const std::string& file, const DataSource& about, std::string finding) {
    Problem problem;
    problem.code = Code::internal;
    problem.place = file;
    problem.finding = std::move(finding);
    problem.remedy =
        "Close other tabs, average the heads, or use 16-bit numbers or the command line."_tr;
    problem.offer = Offer::lessMemory;
    return {file, problem, about};
}

PendingMessage endedWhileOpening(const Loading& loading, const std::string& reason) {
    return ended(
        loading.name, loading.source,
        formatText("Opening this crashed the computation ({}). It was restarted."_tr, {reason}));
}

PendingMessage endedWhileOpen(const AppState& state, const std::string& reason) {
    return ended(state.document->name, state.source,
                 formatText("The computation crashed ({}). It was restarted."_tr, {reason}));
}

/// Reopening the same data shows this view again, with any later changes. It is no step for "back".
void expectDocument(AppState& state) {
    state.reopens = true;
    state.pendingSource = state.source;
    state.pendingFields = state.pendingExample.isNone() ? std::string() : state.exampleFields;
}

}  // namespace

Effects engineLost(AppState& state, const EngineLost& event) {
    Openings& openings = state.openings;
    const bool isSecondTime = isReopening(openings.stage);
    Effects effects;
    std::optional<PendingMessage> lost;
    openings.openedSecond.reset();
    openings.earlierIsNewer = false;
    if (state.loading.ticket != 0) {
        lost = endedWhileOpening(state.loading, event.reason);
        cancelTickets(state, lost->problem, effects);
        endOpening(state);
    }
    leave(state);
    if (!state.document || state.isLost) {
        if (lost) showError(state, *lost, effects);
        if (isSecondTime) giveUp(state);
        showPending(state, effects);
        return effects;
    }
    state.isLost = true;
    state.others.clear();
    state.refused.clear();
    openings.whyLost = {Code::internal,
                        "",
                        formatText("The computation crashed ({})."_tr, {event.reason}),
                        "Open the data again, or reload the page."_tr,
                        {}};
    // An opening clears old messages, so the message is shown when the document is back.
    openings.later = lost ? *lost : endedWhileOpen(state, event.reason);
    if (!event.last) {
        expectDocument(state);
        const bool needsEarlier = usesEarlier(state);
        enter(state, needsEarlier ? OpeningStage::earlierAgain : OpeningStage::documentAgain,
              effects);
        return effects;
    }
    giveUp(state);
    showPending(state, effects);
    return effects;
}

void giveUp(AppState& state) {
    state.openings.reopenedEarlier.reset();
    expectDocument(state);
}

}  // namespace hw
