// SPDX-License-Identifier: MIT
#include "page/state/app_state.h"

#include <utility>

namespace hw {

namespace {

const std::vector<std::string> noTokens;

}  // namespace

Cover AppState::cover() const {
    if (view.lesson.empty() || knownLesson.lesson != view.lesson) return Cover::none;
    const auto& covers = knownLesson.covers;
    const bool isKnown = std::cmp_less(view.lessonStep, covers.size());
    return isKnown ? covers[view.lessonStep] : Cover::none;
}

int AppState::layerCount() const {
    if (!document) return 0;
    if (view.side == Side::contributions) return document->current.contributionLayers;
    return view.side == Side::encoder ? document->current.layers : document->current.decoderLayers;
}

int AppState::headCount() const {
    if (!document) return 0;
    if (view.side == Side::contributions) return 1;
    return view.side == Side::encoder ? document->current.heads : document->current.decoderHeads;
}

const std::vector<std::string>& AppState::queryTokens() const {
    if (!document) return noTokens;
    return hasEncoderQueries(view.side) ? document->current.tokens
                                        : document->current.decoderTokens;
}

const std::vector<std::string>& AppState::keyTokens() const {
    if (!document) return noTokens;
    if (flowsAcross(view.side, view.method)) return document->current.bothTokens;
    return view.side == Side::decoder ? document->current.decoderTokens : document->current.tokens;
}

int AppState::queryCount() const { return static_cast<int>(queryTokens().size()); }
int AppState::keyCount() const { return static_cast<int>(keyTokens().size()); }

int AppState::firstDecoderKey() const {
    if (!document || !flowsAcross(view.side, view.method)) return keyCount();
    return static_cast<int>(document->current.tokens.size());
}

const AppState& asOf(const AppState& state, Method method, std::optional<AppState>& room) {
    const Side side = state.view.side;
    if (flowsAcross(side, method) == flowsAcross(side, state.view.method)) return state;
    room = state;
    room->view.method = method;
    std::erase_if(room->view.hidden, [&](int token) { return token >= room->keyCount(); });
    return *room;
}

}  // namespace hw
