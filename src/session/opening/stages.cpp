// SPDX-License-Identifier: MIT
#include "session/opening/stages.h"

#include "core/tokens/visible_text.h"
#include "page/address/address.h"

namespace hw {
namespace {

/// The name of the data as users know it. The host knows a better name for data at an address.
std::string nameOfData(const DataSource& source) {
    if (source.kind == DataSource::Kind::gist) return formatText("gist {}"_tr, {source.text});
    return source.kind == DataSource::Kind::data ? "link"_tr : source.text;
}

/// A model has no example before one is made. It begins with the one that the link names.
Recipe firstRecipe(const DataSource& source, const std::string& fields) {
    if (source.kind != DataSource::Kind::model && source.kind != DataSource::Kind::local) return {};
    const Share share = parseShare(fields);
    const std::string* prompt = share.find("prompt");
    return prompt == nullptr ? Recipe{} : Recipe{"prompt", *prompt};
}

/// The data that a stage with a ticket opens.
const DataSource& sourceOf(const AppState& state, OpeningStage stage) {
    switch (stage) {
        case OpeningStage::secondFile: return state.openings.second;
        case OpeningStage::earlierAgain: return state.openings.earlierSource;
        case OpeningStage::documentAgain: return state.source;
        case OpeningStage::none:
        case OpeningStage::lookingFor:
        case OpeningStage::data: break;
    }
    return state.pendingSource;
}

}  // namespace

void enter(AppState& state, OpeningStage stage, Effects& effects) {
    state.openings.stage = stage;
    state.loading = {};
    if (stage == OpeningStage::lookingFor) {
        effects.emplace_back(LookForEffect{state.pendingSource.text});
        return;
    }
    Loading& loading = state.loading;
    loading.ticket = ++state.openings.lastTicket;
    loading.source = sourceOf(state, stage);
    loading.name = withVisibleControls(nameOfData(loading.source));
    if (stage == OpeningStage::secondFile) state.openings.secondTicket = loading.ticket;
    effects.emplace_back(FetchEffect{loading.ticket, loading.source, loading.name,
                                     firstRecipe(loading.source, state.pendingFields)});
}

void leave(AppState& state) {
    state.openings.stage = OpeningStage::none;
    state.loading = {};
}

bool goOn(AppState& state, StageEnd end, Effects& effects) {
    const OpeningStage next = stageAfter(state.openings.stage, end);
    if (next == OpeningStage::none) return false;
    enter(state, next, effects);
    return true;
}

bool isUnderWay(const AppState& state, std::uint32_t ticket) {
    return ticket != 0 && ticket == state.loading.ticket;
}

}  // namespace hw
