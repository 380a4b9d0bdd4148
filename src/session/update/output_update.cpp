// SPDX-License-Identifier: MIT
#include "session/update/output_update.h"

#include <algorithm>

#include "page/rules/units.h"
#include "session/update/view_changes.h"

namespace hw {
namespace {

/// Splits the spans that are completely among the outputs.
void splitOutputs(ViewState& view) {
    std::erase_if(view.spans, [&](const std::vector<int>& span) {
        return std::ranges::includes(view.outputs, span);
    });
}

}  // namespace

/// A token selects its whole word or span. A token that the filter hides cannot be an output.
Effects carryOut(AppState& state, const SetOutput& command) {
    const Units units = queryUnits(state);
    const int index = units.of(command.token);
    if (index < 0 || !units.list[index].isShown()) return {};
    state.playback.tokensPlaying = false;
    const std::vector<int>& tokens = units.list[index].tokens;
    const auto choose = [&](ViewState& view) {
        const bool add = command.toggle && view.outputMode == OutputMode::chosen;
        view.outputMode = OutputMode::chosen;
        std::vector<int>& outputs = view.outputs;
        const bool there = std::binary_search(outputs.begin(), outputs.end(), tokens.front());
        if (!add) {
            outputs = tokens;
        } else if (!there) {
            outputs.insert(outputs.end(), tokens.begin(), tokens.end());
            std::stable_sort(outputs.begin(), outputs.end());
        } else if (outputs.size() > tokens.size()) {
            std::erase_if(outputs, [&](int token) {
                return std::binary_search(tokens.begin(), tokens.end(), token);
            });
        }
    };
    return changeView(state, choose, command.settled);
}

Effects carryOut(AppState& state, const MergeOutputs&) {
    if (!keysAreOutputs(state) || state.view.outputMode != OutputMode::chosen) return {};
    return changeView(state, [](ViewState& view) {
        // Earlier spans inside the new one merge into it.
        splitOutputs(view);
        view.spans.push_back(view.outputs);
    });
}

Effects carryOut(AppState& state, const SplitOutputs&) { return changeView(state, splitOutputs); }

}  // namespace hw
