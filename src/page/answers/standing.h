// SPDX-License-Identifier: MIT
// The status of an answer that a view waits for. A question is under way only if it has been or is about to be asked. A
// question that will never be answered has a reason instead, so that no view waits for ever.
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
    std::string text;  ///< shown by a view in place of the values; empty if they are there
    std::vector<Alternative> ways;  ///< alternatives to a refused view
    bool isRefused() const { return kind == Kind::refused; }
    /// Text for a figure without values, which cannot wait.
    std::string why() const { return isRefused() ? text : "not computed"_tr; }
};

/// The status of one question. O(number of questions) if there is no answer.
Standing standingOf(const AppState& state, ResultStore& results, const Query& query);

/// The status while a step of a lesson hides the answer until its question is answered.
Standing covered();
/// The status of a view that has nothing to ask, with the reason and alternatives.
Standing refused(std::string why, std::vector<Alternative> ways = {});
/// Ways to encoder and decoder, if the example has them, from a view that cannot show steps across both.
std::vector<Alternative> sidesAlone(const AppState& state);
/// The status of a view whose values come with another question that is under way.
Standing underWay();

}  // namespace hw
