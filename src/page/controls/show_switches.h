// SPDX-License-Identifier: MIT
// Display settings that are on or off, one row each. The settings dialog and the list of actions are made from them.
#pragma once

#include <optional>
#include <string_view>

#include "core/localized_text.h"
#include "page/models/controls_model.h"
#include "page/state/command.h"

namespace hw {

/// The names of those that are also actions with keys.
namespace switch_names {
inline constexpr LocalizedText ghost = "Show the previous layer"_tr;
inline constexpr LocalizedText rawTokens = "Tokens in the tokenizer’s spelling"_tr;
inline constexpr LocalizedText words = "Whole words"_tr;
}  // namespace switch_names

struct ShowSwitch {
    const char* field;   ///< key of the address; also the action's name
    LocalizedText name;  ///< such as "Tokens as the tokenizer writes them"
    LocalizedText tip;   ///< describes the setting in a sentence
    std::optional<bool> (*on)(
        const ControlsModel& controls);  ///< nothing if the data have no such choice
    bool ViewState::* member;

    Command set(bool on) const { return Set{member, on}; }
};

/// The row of a field, which must exist.
const ShowSwitch& showSwitch(std::string_view field);

/// Flips the switch. Nothing if the data have no such choice.
Commands flip(const ControlsModel& controls, std::string_view field);

}  // namespace hw
