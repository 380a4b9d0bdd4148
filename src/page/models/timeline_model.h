// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "page/state/app_state.h"

namespace hw {

struct TimelineModel {
    int layers = 0;
    int layer = 0;       ///< zero-based, the layer that the views show
    int startLayer = 0;  ///< layers before it take no part
    double head = 0;     ///< smooth position, 0..layers-1
    bool playing = false;
    bool loop = true;
    double speed = 1;
    std::string text;  ///< "after layer 6 of 6"
};

TimelineModel timelineModel(const AppState& state);

}  // namespace hw
