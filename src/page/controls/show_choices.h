// SPDX-License-Identifier: MIT
// How values are shown, where one of several holds: one row each, which the settings are made from.
#pragma once

#include <span>
#include <string_view>

#include "core/choice_names.h"
#include "page/models/controls_model.h"

namespace hw {

struct ShowChoice {
    const char* field;  ///< of an address
    Words name;         ///< "Order of tokens"
    std::span<const ChoiceName> options;
    Words tip;                                     ///< what it does, in a sentence
    int (*chosen)(const ControlsModel& controls);  ///< an option; -1: the data have no such choice
};

/// The row of a field, which must be there.
const ShowChoice& showChoice(std::string_view field);

}  // namespace hw
