// SPDX-License-Identifier: MIT
#include "session/update/model_line.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "session/update/example_update.h"
#include "session/update/view_changes.h"

namespace hw {
namespace {

constexpr std::size_t mostTexts = 100;

Recipe runOf(const std::string& text) { return {"prompt", text}; }

}  // namespace

Effects runText(AppState& state, const RunText& command) {
    if (!state.document) return {};
    if (command.backTo >= 0) turnBack(state, command.backTo);
    state.undo.turning = command.backTo >= 0;
    state.line.text = command.text;
    state.line.problem.clear();
    state.pendingExample = {-1, runOf(command.text)};
    state.exampleFields = command.fields;
    state.examplePush = true;
    return {MakeEffect{state.document->id, runOf(command.text), command.settled}};
}

Effects beginText(AppState& state, const BeginText& command) {
    if (awaitsLine(state)) forgetPendingExample(state);
    state.line.text = command.text;
    state.line.problem.clear();
    return {};
}

bool awaitsLine(const AppState& state) {
    return state.pendingExample.recipe == runOf(state.line.text);
}

void showInLine(AppState& state, bool isListed) {
    if (!state.document) return;
    const Recipe& shown = state.document->current.recipe;
    ModelLine& line = state.line;
    line.text = isModelRun(shown) ? shown.text : "";
    line.problem.clear();
    if (!isListed || !isModelRun(shown)) return;
    std::erase(line.texts, line.text);
    line.texts.insert(line.texts.begin(), line.text);
    if (line.texts.size() > mostTexts) line.texts.pop_back();
}

}  // namespace hw
