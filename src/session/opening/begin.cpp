// SPDX-License-Identifier: MIT
#include "session/opening/begin.h"

#include <utility>

#include "page/address/address.h"
#include "session/opening/engine_lost.h"
#include "session/opening/given_files.h"
#include "session/opening/stages.h"
#include "session/update/message_list.h"

namespace hw {
namespace {

/// The second file was opened, but the first failed. The open document stays, and the engine has closed the one before
/// it.
void forgetSecond(AppState& state) {
    Openings& openings = state.openings;
    if (openings.openedSecond) {
        state.earlier = std::exchange(openings.openedSecond, std::nullopt);
        openings.earlierSource = openings.second;
        openings.earlierIsNewer = true;
    }
    openings.second = {};
    openings.secondTicket = 0;
}

void forgetPending(AppState& state) {
    state.pendingSource = {};
    state.pendingFields.clear();
    state.pendingPush = true;
    state.reopens = false;
}

Problem anotherCame() {
    return {
        Code::cancelled, "", "Opening was cancelled because another file was opened."_tr, "", {}};
}

}  // namespace

void beginOpening(AppState& state, const DataSource& source, Effects& effects) {
    supersede(state, effects);
    if (source != state.pendingSource) forgetPending(state);
    state.pendingSource = source;
    enter(state, OpeningStage::data, effects);
}

Effects openLinked(AppState& state, DataSource source, std::string fields, bool push) {
    Effects effects;
    supersede(state, effects);
    const DataSource second = parseShare(fields).second;
    // The open document becomes the earlier one as soon as another is open.
    const bool isOpen = state.document && !state.isLost && second == state.source;
    const bool isLocal = source.kind == DataSource::Kind::local;
    if (isLocal && source.given == 0) source.given = numberUnder(state, source.text);
    state.pendingSource = source;
    state.pendingFields = std::move(fields);
    state.pendingPush = push;
    state.reopens = false;
    OpeningStage first = OpeningStage::data;
    if (second.kind != DataSource::Kind::none && !isOpen && !isLocal) {
        state.openings.second = second;
        first = OpeningStage::secondFile;
    } else if (isLocal && source.given == 0) {
        state.openings.fallback = {};  // if the file is not stored, the page waits for it
        first = OpeningStage::lookingFor;
    }
    enter(state, first, effects);
    return effects;
}

void cancelTickets(AppState& state, const Problem& why, Effects& effects) {
    effects.emplace_back(CancelEffect{state.loading.ticket, why});
    const std::uint32_t second = state.openings.secondTicket;
    if (second != 0 && second != state.loading.ticket)
        effects.emplace_back(CancelEffect{second, why});
}

void supersede(AppState& state, Effects& effects) {
    const OpeningStage stage = state.openings.stage;
    if (stage == OpeningStage::none || stage == OpeningStage::lookingFor) return leave(state);
    cancelTickets(state, anotherCame(), effects);
    forgetSecond(state);
    leave(state);
    if (isReopening(stage)) giveUp(state);
    showPending(state, effects);
}

void endOpening(AppState& state) {
    forgetSecond(state);
    leave(state);
    forgetPending(state);
}

Effects cancelOpening(AppState& state) {
    const OpeningStage stage = state.openings.stage;
    if (stage == OpeningStage::none || stage == OpeningStage::lookingFor) return {};
    const Problem why{Code::cancelled, state.loading.name, "Opening was cancelled."_tr, "", {}};
    Effects effects;
    cancelTickets(state, why, effects);
    effects.emplace_back(AnnounceEffect{"Opening cancelled"_tr});
    endOpening(state);
    if (isReopening(stage)) giveUp(state);
    showPending(state, effects);
    return effects;
}

}  // namespace hw
