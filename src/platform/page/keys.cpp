// SPDX-License-Identifier: MIT
#include "platform/page/keys.h"

#include <algorithm>
#include <optional>
#include <string>

#include "app/view_names.h"

namespace hw {
namespace {

int outputAt(const AppState& state) {
    return state.view.outputs.empty() ? 0 : state.view.outputs.front();
}

SetOutput moveOutput(const AppState& state, int by) {
    return {std::clamp(outputAt(state) + by, 0, std::max(state.queryCount() - 1, 0)), false};
}

SetSettings changeResidual(const AppState& state, double by) {
    Settings settings = state.view.settings;
    settings.residual = std::clamp(settings.residual + by, 0.0, 1.0);
    return {settings, true};
}

/// 1 to 9, in the order of the words above the view.
std::optional<Panel> panelForKey(std::string_view key) {
    if (key.size() != 1 || key[0] < '1' || key[0] > '9') return std::nullopt;
    return static_cast<Panel>(key[0] - '1');
}
static_assert(static_cast<int>(Panel::faithfulness) == 8, "a panel more needs another key");

std::optional<Method> methodForKey(std::string_view key) {
    if (key == "w") return Method::raw;
    if (key == "r") return Method::rollout;
    if (key == "f") return Method::flow;
    return std::nullopt;
}

}  // namespace

Commands commandsForKey(const AppState& state, std::string_view key) {
    if (key == "?") return {ShowDialog{"help"}};
    if (key == "a") return {ShowDialog{"about-" + std::string(nameOf(state.view.panel))}};
    if (key == "Escape") {
        if (state.loading.ticket != 0) return {CancelOpening{}};
        if (state.view.panel != Panel::overview) return {SetPanel{Panel::overview}};
        return {};
    }
    if (!state.document) return {};
    if (key == " ") return {TogglePlay{}};
    if (key == "ArrowLeft") return {StepLayer{-1}};
    if (key == "ArrowRight") return {StepLayer{1}};
    if (key == "Home") return {SetLayer{0}};
    if (key == "End") return {SetLayer{state.layerCount() - 1}};
    if (key == "ArrowUp") return {moveOutput(state, -1)};
    if (key == "ArrowDown") return {moveOutput(state, 1)};
    if (key == "+" || key == "=") return {SetSpeed{state.playback.speed * 2}};
    if (key == "-") return {SetSpeed{state.playback.speed / 2}};
    if (key == "[") return {changeResidual(state, -0.05)};
    if (key == "]") return {changeResidual(state, 0.05)};
    if (key == "l") return {ToggleLoop{}};
    if (key == "g") return {SetGhost{!state.view.ghost}};
    if (key == "s") {
        return {SetSort{state.view.sort == SortBy::position ? SortBy::score : SortBy::position}};
    }
    if (const auto panel = panelForKey(key)) return {SetPanel{*panel}};
    if (const auto method = methodForKey(key)) return {SetMethod{*method}};
    return {};
}

}  // namespace hw
