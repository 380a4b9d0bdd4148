// SPDX-License-Identifier: MIT
// How values are shown, where it is on or off: one row each, which the settings and the list of actions are made from.
#pragma once

#include <optional>
#include <string_view>

#include "core/words.h"
#include "page/models/controls_model.h"
#include "page/state/command.h"

namespace hw {

/// The names of those that are actions with keys, too.
namespace switch_names {
inline constexpr Words ghost = "Show the previous layer"_tr;
inline constexpr Words rawTokens = "Tokens in the tokenizer’s spelling"_tr;
inline constexpr Words words = "Whole words"_tr;
}  // namespace switch_names

struct ShowSwitch {
    const char* field;  ///< of an address; also the action's name
    Words name;         ///< "Tokens as the tokenizer writes them"
    Words tip;          ///< what it does, in a sentence
    std::optional<bool> (*on)(
        const ControlsModel& controls);  ///< nothing: the data have no such choice
    bool ViewState::* member;

    Command set(bool on) const { return Set{member, on}; }
};

/// The row of a field, which must be there.
const ShowSwitch& showSwitch(std::string_view field);

/// The switch turned over; nothing where the data have no such choice.
Commands flip(const ControlsModel& controls, std::string_view field);

}  // namespace hw
