// SPDX-License-Identifier: MIT
// Events other than the user's commands: time passes, the engine or the host answers. update() turns an Event into new
// state and Effects, as it does with a Command (page/state/command.h).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/problem.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

struct Tick {
    double seconds;
};  ///< time since the last frame
struct SurroundingsChanged {
    Surroundings now;
};
struct TicketTaken {};  ///< an export uses AppState::openings.lastTicket
struct OpeningNamed {
    std::uint32_t ticket;
    std::string name;
};  ///< the name of the data at an address
struct OpeningMarked {
    std::uint32_t ticket;
    std::string mark;
};  ///< identifies a model from a disk (OpenOptions::mark)
struct OpeningProgressed {
    std::uint32_t ticket;
    std::uint64_t bytes;
    std::uint64_t total;
};
struct OpeningFailed {
    std::uint32_t ticket;
    Problem problem;
};
struct Opened {
    std::uint32_t ticket;
    DocumentSummary document;
};
struct ExampleChanged {
    DocumentSummary document;
    bool settled = true;
    bool made = false;
};  ///< another example of the open file; `settled`: not being dragged; `made`: shown unrequested
/// The result of LookForEffect. Number 0 means that no file of that name is stored.
struct StoredFile {
    std::string name;
    std::uint32_t number;
};
/// The given file will not survive a reload, for the reason in `why`.
struct FileNotStored {
    std::uint32_t given;
    std::string why;
};
struct ExampleRefused {
    std::uint32_t document = 0;
    ExampleName example;
    Problem problem;
};  ///< an example that was requested cannot be opened
/// The host knows the steps of the open model, or their weights have arrived.
struct StepsKnown {
    std::vector<TrainingStep> steps;  ///< in any order
    int usual = -1;                   ///< ModelLine::usualStep
};
/// A new engine is ready, with nothing open in it.
struct EngineLost {
    std::string reason;
    bool last = false;  ///< this keeps happening, so nothing is opened until the user asks
};

/// The host has read the lesson that the view names.
struct LessonRead {
    std::string id;
    int steps;
    std::vector<Cover> covers = {};  ///< KnownLesson::covers
};
/// The user has answered the question of a step, so all of it is shown.
struct LessonAnswered {
    int step;  ///< zero-based
};

using Event =
    std::variant<Tick, SurroundingsChanged, TicketTaken, OpeningNamed, OpeningMarked,
                 OpeningProgressed, OpeningFailed, Opened, ExampleChanged, ExampleRefused,
                 StoredFile, FileNotStored, StepsKnown, EngineLost, LessonRead, LessonAnswered>;

}  // namespace hw
