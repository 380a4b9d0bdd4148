// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

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
    std::string text;      ///< "after layer 6 of 6"
    std::string lastText;  ///< the same at the last layer: there is room for it at every one
    /// Of a causal model the way through its tokens, each with its own sources; else empty.
    struct {
        std::vector<int> tokens;  ///< those that can be the output, in order
        int at = -1;              ///< place of the chosen one, the first of several; -1: none
        std::string text;         ///< "token 12 of 40", and which one it is
        bool playing = false;
    } steps;
};

TimelineModel timelineModel(const AppState& state);

}  // namespace hw
