// SPDX-License-Identifier: MIT
#include "page/models/timeline_model.h"

namespace hw {

TimelineModel timelineModel(const AppState& state) {
    TimelineModel timeline;
    timeline.layers = state.layerCount();
    timeline.layer = state.view.layer;
    timeline.startLayer = state.view.method == Method::raw ? 0 : state.view.settings.startLayer;
    timeline.head = state.playback.head;
    timeline.playing = state.playback.playing;
    timeline.loop = state.playback.loop;
    timeline.speed = state.playback.speed;
    const char* word = state.view.method == Method::raw ? "in layer " : "after layer ";
    timeline.text =
        word + std::to_string(timeline.layer + 1) + " of " + std::to_string(timeline.layers);
    return timeline;
}

}  // namespace hw
