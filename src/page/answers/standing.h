// SPDX-License-Identifier: MIT
// What is known of the answer that a view waits for. Only a question that was asked, or is about to be,
// is under way; whatever nobody will answer has a reason instead, so that no view can wait for ever.
#pragma once

#include <string>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

class ResultStore;

struct Standing {
    enum class Kind { there, underWay, refused, stopped, notAsked };
    Kind kind = Kind::notAsked;
    std::string words;  ///< what a view says in place of the values; empty if they are there
    bool isRefused() const { return kind == Kind::refused; }
    /// For a figure without values: it waits for nothing.
    std::string why() const { return isRefused() ? words : "not computed"; }
};

/// Of one question. O(number of questions) where there is no answer.
Standing standingOf(const AppState& state, ResultStore& results, const Query& query);

/// A standing for a view that can ask nothing, and why.
Standing refused(std::string why);
/// A standing for a view whose values are computed by another question that is under way.
Standing underWay();

}  // namespace hw
