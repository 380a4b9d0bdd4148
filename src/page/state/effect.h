// SPDX-License-Identifier: MIT
// What the program asks of the world outside after a command or an event: update() says it, the session
// (page/session.h) carries it out.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/problem.h"
#include "page/state/openings.h"
#include "protocol/query.h"

namespace hw {

/// Write the address (writeShare); push: a step for "back". Nothing to do if it is the same text.
struct AddressEffect {
    bool push;
};
/// Fetch and open; the host answers with events, none before this has been carried out.
struct FetchEffect {
    std::uint32_t ticket;
    DataSource source;
    std::string name;
};
struct CancelEffect {
    std::uint32_t ticket;
    Problem why;
};  ///< an opening is over: cancelled, another took its place, or its engine ended
struct OpenedEffect {
    std::uint32_t ticket;
    bool isList = false;  ///< of a data set, which DialogEffect shows: no document has been opened
};  ///< whoever waits for the opening is told
struct FailedEffect {
    std::uint32_t ticket;
    Problem problem;
};  ///< the same
struct LookForEffect {
    std::string name;
};  ///< is a file of this name kept? KeptFile answers
struct HoldEffect {
    std::uint32_t given;
};  ///< keep this file over a reload, in place of the one before; 0: none
struct ReleaseEffect {
    std::uint32_t given;
};  ///< the bytes are not needed any more
struct ExampleEffect {
    std::uint32_t document;
    int example;
};
struct DialogEffect {
    std::string name;
};
struct AnnounceEffect {
    std::string text;
};  ///< for screen readers
struct ForgetEffect {
    Query query;
};  ///< the engine need not answer it

struct LessonEffect {
    std::string lesson;
    int step;
    bool asked;
};  ///< ViewState's lesson or step has changed; `asked`: show the step's own view as well as its text
struct PresentEffect {
    bool on;
};  ///< projected or not any more: the whole screen, if the browser allows it

using Effect = std::variant<AddressEffect, FetchEffect, CancelEffect, OpenedEffect, FailedEffect,
                            LookForEffect, HoldEffect, ReleaseEffect, ExampleEffect, DialogEffect,
                            AnnounceEffect, ForgetEffect, LessonEffect, PresentEffect>;
using Effects = std::vector<Effect>;

}  // namespace hw
