// SPDX-License-Identifier: MIT
// How values are shown: order, scale, tokens, colours; and the words in lines of which settings are made.
#pragma once

#include <span>
#include <string>

#include "frame/control_reading.h"
#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "view/widgets/widgets.h"

namespace hw {

/// A word that sends its command when it is clicked.
struct SettingWord {
    const char* id;
    std::string text;
    bool on;
    Command command;
    std::string_view tip;
    bool enabled = true;
};

/// Values of which one holds, wrapped.
void drawChoice(const Pen& pen, Column& column, std::span<const SettingWord> words,
                Commands& commands);

/// What is shown and how. `all`: with the rare settings too, which are there anyway while one of them is not as usual.
void drawShow(const Pen& pen, const ControlsModel& model, Column& column, bool& all,
              Commands& commands);

}  // namespace hw
