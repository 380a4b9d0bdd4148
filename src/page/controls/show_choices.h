// SPDX-License-Identifier: MIT
// How values are shown, where one of several holds: one row each, which the settings' column and the text version are drawn from.
#pragma once

#include <span>
#include <string_view>

#include "core/choice_names.h"
#include "page/models/controls_model.h"
#include "page/state/command.h"

namespace hw {

/// An option as the settings' column shows it.
struct BriefOption {
    Words tip = {};   ///< what it does, in a sentence; empty: the column does not offer it
    Words word = {};  ///< empty: the option's own name
};

struct ShowChoice {
    const char* field;  ///< of an address
    Words name;         ///< "Order of tokens"
    std::span<const ChoiceName> options;
    std::span<const BriefOption> briefs;            ///< one an option
    int (*chosen)(const ControlsModel& controls);   ///< an option; -1: the data have no such choice
    int (*present)(const ControlsModel& controls);  ///< the option whose brief word is marked
    Command (*set)(int option);
};

/// The row of a field, which must be there.
const ShowChoice& showChoice(std::string_view field);

}  // namespace hw
