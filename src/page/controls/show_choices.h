// SPDX-License-Identifier: MIT
// Display settings with several options, one row each. The settings dialog is made from them.
#pragma once

#include <span>
#include <string_view>

#include "core/choice_names.h"
#include "page/models/controls_model.h"

namespace hw {

struct ShowChoice {
    const char* field;   ///< key of the address
    LocalizedText name;  ///< such as "Order of tokens"
    std::span<const ChoiceName> options;
    LocalizedText tip;                             ///< describes the setting in a sentence
    int (*chosen)(const ControlsModel& controls);  ///< an option; -1 if not applicable
};

/// The row of a field, which must exist.
const ShowChoice& showChoice(std::string_view field);

}  // namespace hw
