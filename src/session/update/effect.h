// SPDX-License-Identifier: MIT
// What the program does to the outside world after a command or an event: update() returns effects, the
// session (session/session.h) carries them out.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/problem.h"
#include "page/state/openings.h"
#include "protocol/query.h"

namespace hw {

/// Set the address (writeShare); push: add a history entry. Does nothing if the text is unchanged.
struct AddressEffect {
    bool push;
};
/// Fetch and open; the host answers with events, none before this effect has been carried out.
struct FetchEffect {
    std::uint32_t ticket;
    DataSource source;
    std::string name;
    Recipe recipe = {};  ///< of a model: the example to begin with, if the address names one
};
struct CancelEffect {
    std::uint32_t ticket;
    Problem why;
};  ///< an opening is over: cancelled, replaced by another, or its engine died
struct OpenedEffect {
    std::uint32_t ticket;
    bool isList = false;  ///< of a data set, shown by DialogEffect: no document has been opened
};  ///< tells whoever waits for the opening
struct FailedEffect {
    std::uint32_t ticket;
    Problem problem;
};  ///< the same
struct LookForEffect {
    std::string name;
};  ///< is a file of this name stored? KeptFile answers
struct HoldEffect {
    std::uint32_t given;
};  ///< store this file across a reload, replacing the previous one; 0: none
struct ReleaseEffect {
    std::uint32_t given;
};  ///< its bytes are no longer needed
struct ExampleEffect {
    std::uint32_t document;
    int example;
    Recipe recipe;
};  ///< ask for it: by its recipe, if there is one
/// Make an example, to be shown when it is there; `settled`: ExampleChanged::settled.
struct MakeEffect {
    std::uint32_t document;
    Recipe recipe;
    bool settled;
};
struct DialogEffect {
    std::string name;
};
struct AnnounceEffect {
    std::string text;
};  ///< for screen readers
struct ForgetEffect {
    Query query;
};  ///< the engine need not answer it any more

struct LessonEffect {
    std::string lesson;
    int step;
    bool asked;
};  ///< ViewState's lesson or step has changed; `asked`: apply the step's view as well as show its text
struct PresentEffect {
    bool on;
};  ///< presentation mode starts or ends: full screen, if the browser allows it

using Effect =
    std::variant<AddressEffect, FetchEffect, CancelEffect, OpenedEffect, FailedEffect,
                 LookForEffect, HoldEffect, ReleaseEffect, ExampleEffect, MakeEffect, DialogEffect,
                 AnnounceEffect, ForgetEffect, LessonEffect, PresentEffect>;
using Effects = std::vector<Effect>;

}  // namespace hw
