// SPDX-License-Identifier: MIT
#include "session/update/training_step.h"

#include <algorithm>

#include "page/rules/recipe_step.h"
#include "session/update/model_line.h"
#include "session/update/playback.h"

namespace hw {
namespace {

Effects runAt(AppState& state, int step, bool settled) {
    state.line.pointed = -1;
    return runText(state, {.text = withStep(state.line.text, step), .settled = settled});
}

/// Whether the views show this recipe, and it is in the list of texts.
bool isShown(const AppState& state, const std::string& recipe) {
    const auto& texts = state.line.texts;
    return state.document && state.document->current.recipe.text == recipe && !texts.empty() &&
           texts.front() == recipe && !awaitsLine(state);
}

Effects endPlaying(AppState& state) {
    state.playback.stepsPlaying = false;
    const int at = stepPlace(state.line);
    return at < 0 ? Effects{} : runAt(state, state.line.steps[at].step, true);
}

}  // namespace

Effects stepsKnown(AppState& state, const StepsKnown& event) {
    ModelLine& line = state.line;
    line.steps = event.steps;
    std::ranges::sort(line.steps, {}, &TrainingStep::step);
    line.usualStep = event.usual;
    return {};
}

Effects setStep(AppState& state, const SetStep& command) {
    ModelLine& line = state.line;
    const auto found = std::ranges::find(line.steps, command.step, &TrainingStep::step);
    if (!state.document || found == line.steps.end()) return {};
    stopPlaying(state);
    if (!command.settled && found->bytes > 0) {
        line.pointed = command.step;
        return {};
    }
    const std::string recipe = withStep(line.text, command.step);
    const bool isAsked = command.settled ? isShown(state, recipe) : line.text == recipe;
    line.pointed = -1;
    return isAsked ? Effects{} : runAt(state, command.step, command.settled);
}

Effects playSteps(AppState& state) {
    Playback& playback = state.playback;
    const bool begins = !playback.stepsPlaying;
    stopPlaying(state);
    if (!begins) return endPlaying(state);
    if (!state.document || state.line.steps.size() < 2) return {};
    playback.stepsPlaying = true;
    const int last = static_cast<int>(state.line.steps.size()) - 1;
    if (stepPlace(state.line) == last) return runAt(state, state.line.steps.front().step, false);
    return {};
}

Effects advanceSteps(AppState& state, double seconds) {
    Playback& playback = state.playback;
    if (!playback.stepsPlaying || awaitsLine(state)) return {};
    playback.stepDwell -= seconds;
    if (playback.stepDwell > 0) return {};
    playback.stepDwell = pace::trainingRest / playback.speed;
    const auto& steps = state.line.steps;
    const auto next = static_cast<std::size_t>(stepPlace(state.line) + 1);
    if (next < steps.size()) return runAt(state, steps[next].step, false);
    return playback.loop && !steps.empty() ? runAt(state, steps.front().step, false)
                                           : endPlaying(state);
}

}  // namespace hw
