// SPDX-License-Identifier: MIT
// The stages of an opening (OpeningStage in page/state/openings.h) as a state machine, with the order of the stages.
// Nothing else writes Openings::stage.
//
//   stage          begins in                                 is over: the data came      or could not be had
//   ------------   ---------------------------------------   -------------------------   -------------------------------
//   lookingFor     openLinked: a local file not available    data                        none: the page waits for the file
//   secondFile     openLinked: a link with a second file     data                        data, with a note at the end
//   data           beginOpening, or after the two above      none: it is shown           none; if nothing is open, data
//                                                                                        again, of the fallback
//   earlierAgain   engineLost: columns compare with it       documentAgain               documentAgain, without the columns
//   documentAgain  engineLost, or after earlierAgain         none: it is shown           none: given up
//
// All stages except lookingFor have a ticket (AppState::loading). cancelOpening (the user), supersede (another opening)
// and engineLost end any of them as well.
#pragma once

#include <cstdint>

#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// The outcome of a stage.
enum class StageEnd { done, failed };

/// The stage after one that has ended, or none if the opening has ended as well.
constexpr OpeningStage stageAfter(OpeningStage stage, StageEnd end) {
    switch (stage) {
        case OpeningStage::lookingFor:
            return end == StageEnd::done ? OpeningStage::data : OpeningStage::none;
        case OpeningStage::secondFile: return OpeningStage::data;
        case OpeningStage::earlierAgain: return OpeningStage::documentAgain;
        case OpeningStage::none:
        case OpeningStage::data:
        case OpeningStage::documentAgain: return OpeningStage::none;
    }
    return OpeningStage::none;
}

/// True while data that the engine lost are reopened.
constexpr bool isReopening(OpeningStage stage) {
    return stage == OpeningStage::earlierAgain || stage == OpeningStage::documentAgain;
}

/// Begins a stage. Asks the host for its data under a new ticket, or for a stored file.
void enter(AppState& state, OpeningStage stage, Effects& effects);
/// Ends the present stage with no other after it. The caller keeps or clears everything that waits for the data.
void leave(AppState& state);

/// Begins the next stage after the present one has ended. Returns false if there is none. The caller then takes the
/// results of the present stage and leaves it.
bool goOn(AppState& state, StageEnd end, Effects& effects);

/// True if the ticket belongs to the present opening, and not to an earlier one.
bool isUnderWay(const AppState& state, std::uint32_t ticket);

}  // namespace hw
