// SPDX-License-Identifier: MIT
// Effects of a command or an event on the outside world. update() returns them, and the session (session/session.h)
// carries them out.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/problem.h"
#include "page/state/openings.h"
#include "protocol/query.h"

namespace hw {

/// Sets the address (writeShare); `push` adds a history entry. Does nothing if the text is unchanged.
struct AddressEffect {
    bool push;
};
/// Fetches and opens data. The host answers with events, but not before this effect has been carried out.
struct FetchEffect {
    std::uint32_t ticket;
    DataSource source;
    std::string name;
    Recipe recipe = {};  ///< first example of a model, if the address names one
};
struct CancelEffect {
    std::uint32_t ticket;
    Problem why;
};  ///< an opening has ended: cancelled, replaced by another, or lost with its engine
struct OpenedEffect {
    std::uint32_t ticket;
    bool isList = false;  ///< a data set's list, shown by DialogEffect; no document was opened
};  ///< answers the caller who waits for the opening
struct FailedEffect {
    std::uint32_t ticket;
    Problem problem;
};  ///< the same
struct LookForEffect {
    std::string name;
};  ///< looks for a stored file of this name; StoredFile answers
struct HoldEffect {
    std::uint32_t given;
};  ///< stores this file across a reload, replacing the previous one; 0 stores none
struct ReleaseEffect {
    std::uint32_t given;
};  ///< its bytes are no longer needed
struct ExampleEffect {
    std::uint32_t document;
    int example;
    Recipe recipe;
};  ///< asks for the example, by its recipe if it has one
/// Makes an example, which is shown when it is ready. `settled` is ExampleChanged::settled.
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
};  ///< the engine need not answer the query any more

struct LessonEffect {
    std::string lesson;
    int step;
    bool asked;
};  ///< ViewState's lesson or step has changed; `asked` also applies the step's view
struct PresentEffect {
    bool on;
};  ///< presentation mode starts or ends, in full screen if the browser allows it

using Effect =
    std::variant<AddressEffect, FetchEffect, CancelEffect, OpenedEffect, FailedEffect,
                 LookForEffect, HoldEffect, ReleaseEffect, ExampleEffect, MakeEffect, DialogEffect,
                 AnnounceEffect, ForgetEffect, LessonEffect, PresentEffect>;
using Effects = std::vector<Effect>;

}  // namespace hw
