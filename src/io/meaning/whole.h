// SPDX-License-Identifier: MIT
// Helpers for reading a file's meaning, for whole numbers and warnings. Internal to io/meaning.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "core/model/attention_model.h"
#include "io/tree/tree.h"

namespace hw::io {

/// A whole number in [least, 1e9], or -1.
inline int whole(const Tree& tree, NodeId node, int least = 0) {
    if (!tree.is(node, Kind::number)) return -1;
    const double value = tree.number(node);
    if (!(value >= least) || value > 1e9 || value != std::floor(value)) return -1;
    return static_cast<int>(value);
}

/// Adds a warning about the shape of a value at a place.
inline void warn(Document& document, std::string place, std::string finding, std::string remedy) {
    document.warnings.push_back(
        {Code::badShape, std::move(place), std::move(finding), std::move(remedy), std::nullopt});
}

}  // namespace hw::io
