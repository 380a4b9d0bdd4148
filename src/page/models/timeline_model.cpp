// SPDX-License-Identifier: MIT
#include "page/models/timeline_model.h"

#include <cstdint>

#include "io/tree/number_format.h"
#include "page/models/model_text.h"
#include "page/rules/available.h"
#include "page/rules/recipe_step.h"
#include "page/rules/units.h"

namespace hw {

namespace {

/// "step 500 of 143000", with the bytes to download first.
std::string trainingWords(const ModelLine& line, int at) {
    if (at < 0) return std::string("the model’s own weights"_tr);
    const TrainingStep& shown = line.steps[at];
    const std::string text =
        formatText("training step {} of {}"_tr, {shown.step, line.steps.back().step});
    return shown.bytes > 0
               ? formatText("{} ({} to download)"_tr,
                            {text, io::bytesText(static_cast<std::uint64_t>(shown.bytes))})
               : text;
}

}  // namespace

TimelineModel timelineModel(const AppState& state) {
    TimelineModel timeline;
    const ModelLine& line = state.line;
    if (line.steps.size() > 1) {
        const int at = stepPlace(line);
        timeline.training = {line.steps, at, trainingWords(line, at), state.playback.stepsPlaying};
    }
    timeline.layers = state.layerCount();
    timeline.layer = state.view.layer;
    timeline.startLayer = specOf(state.view.method).overLayers ? state.view.settings.startLayer : 0;
    timeline.head = state.playback.head;
    timeline.playing = state.playback.playing;
    timeline.loop = state.playback.loop;
    timeline.speed = state.playback.speed;
    const LocalizedText where =
        specOf(state.view.method).overLayers ? "after layer {} of {}"_tr : "in layer {} of {}"_tr;
    timeline.text = formatText(where, {timeline.layer + 1, timeline.layers});
    timeline.lastText = formatText(where, {timeline.layers, timeline.layers});
    if (!hasTokenSteps(state)) return timeline;
    const Axis axis(namelessUnits(state, true));
    const bool chosen = state.view.outputMode == OutputMode::chosen;
    const std::vector<int> places = chosen ? axis.placesOf(state.view.outputs) : std::vector<int>{};
    timeline.steps.tokens = axis.tokens;
    timeline.steps.playing = state.playback.tokensPlaying;
    timeline.steps.text = describeOutput(state);
    if (!places.empty()) timeline.steps.at = places.front();
    if (places.size() == 1)
        timeline.steps.text =
            formatText("token {} of {}: {}"_tr,
                       {timeline.steps.at + 1, axis.tokens.size(), timeline.steps.text});
    if (const std::string next = predictedAtOutput(state);
        !next.empty() && state.cover() != Cover::all)
        timeline.steps.text = formatText("{}, predicts {}"_tr, {timeline.steps.text, next});
    return timeline;
}

}  // namespace hw
