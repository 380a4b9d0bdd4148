// SPDX-License-Identifier: MIT
// An opening as a machine of stages (page/state/openings.h: OpeningStage): what each asks of the host, and which follows
// which. Nothing else writes Openings::stage.
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
// All but lookingFor have a ticket (AppState::loading). Whichever it is, cancelOpening (the user), supersede (another opening)
// and engineLost end it as well.
#pragma once

#include <cstdint>

#include "page/state/app_state.h"
#include "session/update/effect.h"

namespace hw {

/// How a stage is over.
enum class StageEnd { done, failed };

/// The stage after one that is over; none: so is the opening.
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

/// True while what the engine lost is reopened.
constexpr bool isAgain(OpeningStage stage) {
    return stage == OpeningStage::earlierAgain || stage == OpeningStage::documentAgain;
}

/// Begins a stage: asks the host for its data under a new ticket, or for a stored file.
void enter(AppState& state, OpeningStage stage, Effects& effects);
/// Nothing is being opened any more. What waits for the data is the caller's to keep or forget.
void leave(AppState& state);

/// Begins the stage after the present one, which is over. False if there is none: the caller takes what it needs from the
/// present one and leaves it.
bool goOn(AppState& state, StageEnd end, Effects& effects);

/// True if something came of what is being opened now, and not of an opening before it.
bool isUnderWay(const AppState& state, std::uint32_t ticket);

}  // namespace hw
