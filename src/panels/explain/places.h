// SPDX-License-Identifier: MIT
// The matrices of a number's product, and the names of their tokens. Internal to panels/explain.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// One matrix of the product.
struct ProductLink {
    Side side = Side::encoder;
    int layer = 0;
    std::string name() const;  ///< "layer 6", "decoder layer 2", "cross-attention 3"
};

/// From the top down, in the order of core/explain's `down`. Cross rollout has those of both sides.
std::vector<ProductLink> productLinks(const AppState& state);

/// Names of tokens as in the views, equal ones numbered.
class TokenNames {
public:
    explicit TokenNames(const AppState& state);
    /// “keys”, “the” (2).
    std::string query(int token) const { return quotedName(queries_, queryPlaces_, token); }
    std::string key(int token) const { return quotedName(keys_, keyPlaces_, token); }
    /// Without quotes, for labels.
    const std::string& keyLabel(int token) const { return keyNames_[token]; }
    int keys() const { return static_cast<int>(keys_.size()); }
    /// A token of a matrix's rows.
    std::string rowOf(const ProductLink& link, int token) const;
    std::string columnOf(const ProductLink& link, int token) const;
    bool has(int query, int key) const;

private:
    using Texts = std::vector<std::string>;
    static std::string quotedName(const Texts& names, const Texts& places, int token);
    bool across_ = false;
    Texts queries_, queryPlaces_, keys_, keyPlaces_, keyNames_;
};

}  // namespace hw
