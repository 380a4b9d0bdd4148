// SPDX-License-Identifier: MIT
// The status of an answer that a view waits for. Only a question that has been or is about to be asked
// is under way; a question that will never be answered has a reason instead, so that no view waits for ever.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "page/state/command.h"
#include "protocol/query.h"

namespace hw {

class ResultStore;

struct Standing {
    enum class Kind { there, underWay, refused, stopped, notAsked };
    Kind kind = Kind::notAsked;
    std::string text;       ///< shown by a view in place of the values; empty if they are there
    std::vector<Way> ways;  ///< where a refusal leads instead
    bool isRefused() const { return kind == Kind::refused; }
    /// For a figure without values, which cannot wait.
    std::string why() const { return isRefused() ? text : "not computed"_tr; }
};

/// Of one question. O(number of questions) if there is no answer.
Standing standingOf(const AppState& state, ResultStore& results, const Query& query);

/// Hidden by a step of a lesson until its question is answered.
Standing covered();
/// The status of a view that has nothing to ask, why, and where to instead.
Standing refused(std::string why, std::vector<Way> ways = {});
/// Encoder and decoder by themselves, as far as the example has them, in a view that shows no steps across both.
std::vector<Way> sidesAlone(const AppState& state);
/// The status of a view whose values come with another question that is under way.
Standing underWay();

}  // namespace hw
