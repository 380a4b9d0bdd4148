// SPDX-License-Identifier: MIT
#include "panels/explain/places.h"

#include "core/tokens/token_text.h"
#include "page/models/model_text.h"
#include "page/rules/units.h"
#include "panels/flow/graph.h"

namespace hw {

std::string ProductLink::name() const {
    switch (side) {
        case Side::contributions:
        case Side::encoder: return formatText("layer {}"_tr, {layer + 1});
        case Side::decoder: return formatText("decoder layer {}"_tr, {layer + 1});
        case Side::cross: return formatText("cross-attention {}"_tr, {layer + 1});
    }
    return std::to_string(layer + 1);
}

std::vector<ProductLink> productLinks(const AppState& state) {
    const ViewState& view = state.view;
    const bool isGlobal = view.side == Side::contributions && state.document->current.isGlobal;
    if (!specOf(view.method).overLayers || isGlobal) return {{view.side, view.layer}};
    std::vector<ProductLink> links;
    const auto addDown = [&](Side side, int from) {
        for (int layer = from; layer >= view.settings.startLayer; --layer)
            links.push_back({side, layer});
    };
    if (view.side != Side::cross) {
        addDown(view.side, view.layer);
        return links;
    }
    const ExampleSummary& example = state.document->current;
    if (example.hasDecoderSelf) addDown(Side::decoder, example.decoderLayers - 1);
    links.push_back({Side::cross, view.layer});
    if (example.hasSelf) addDown(Side::encoder, example.layers - 1);
    return links;
}

TokenNames::TokenNames(const AppState& state) : across_(state.view.side == Side::cross) {
    keys_ = shownKeys(state, state.view.rawTokens);
    keyPlaces_ = placesAmongEqual(keys_);
    if (across_) {
        for (int token = 0; token < state.queryCount(); ++token)
            queries_.push_back(shownToken(state, true, token));
        queryPlaces_ = placesAmongEqual(queries_);
    } else {
        queries_ = keys_;
        queryPlaces_ = keyPlaces_;
    }
    for (std::size_t i = 0; i < keys_.size(); ++i)
        keyNames_.push_back(keyPlaces_[i].empty() ? keys_[i] : isolated(keys_[i]) + keyPlaces_[i]);
}

std::string TokenNames::quotedName(const Texts& names, const Texts& places, int token) {
    const std::size_t at = token;
    return at < names.size() ? quoted(names[at]) + places[at] : std::to_string(token);
}

std::string TokenNames::rowOf(const ProductLink& link, int token) const {
    return across_ && link.side == Side::encoder ? key(token) : query(token);
}

std::string TokenNames::columnOf(const ProductLink& link, int token) const {
    return across_ && link.side == Side::decoder ? query(token) : key(token);
}

bool TokenNames::has(int query, int key) const {
    return query >= 0 && key >= 0 && query < std::ssize(queries_) && key < std::ssize(keys_);
}

}  // namespace hw
