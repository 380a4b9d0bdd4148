// SPDX-License-Identifier: MIT
#include "page/models/timeline_model.h"

#include "page/models/model_text.h"
#include "page/state/token_steps.h"
#include "page/state/units.h"

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
    if (!hasTokenSteps(state)) return timeline;
    const Axis axis(namelessUnits(state, true));
    const bool chosen = state.view.outputMode == OutputMode::chosen;
    const std::vector<int> places = chosen ? axis.placesOf(state.view.outputs) : std::vector<int>{};
    timeline.steps.tokens = axis.tokens;
    timeline.steps.playing = state.playback.tokensPlaying;
    const std::string output = outputWords(state);
    if (!places.empty()) timeline.steps.at = places.front();
    const std::string place = "token " + std::to_string(timeline.steps.at + 1) + " of " +
                              std::to_string(axis.tokens.size()) + ": ";
    timeline.steps.text = (places.size() == 1 ? place : "") + output;
    if (const std::string next = predictedAtOutput(state); !next.empty())
        timeline.steps.text += ", predicts " + next;
    return timeline;
}

}  // namespace hw
