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
    std::string text;      ///< such as "after layer 6 of 6"
    std::string lastText;  ///< the same at the last layer; its width is reserved at every layer
    /// For a causal model, the steps through its tokens, each with its own sources. Else empty.
    struct {
        std::vector<int> tokens;  ///< possible outputs, in order
        int at = -1;              ///< place of the chosen one, the first of several; -1 if none
        std::string text;         ///< such as "token 12 of 40", and the token
        bool playing = false;
    } steps;
    /// For a model with several steps of training. Else empty.
    struct {
        std::vector<TrainingStep> steps;
        int at = -1;       ///< place of the present one, or of the one under a drag; -1 if none
        std::string text;  ///< such as "step 500 of 143000"
        bool playing = false;
    } training;
};

TimelineModel timelineModel(const AppState& state);

}  // namespace hw
