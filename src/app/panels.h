// SPDX-License-Identifier: MIT
// The panels, one row each: when a panel is there, what it asks, what it shows and what the mirror says of it.
// Their names stand beside Panel (app/app_state.h), how they are drawn in view/panel_views.cpp, and their
// figures in figure/figure_kinds.cpp.
#pragma once

#include <vector>

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// What a model is made from.
struct ModelSources {
    const AppState& state;
    ResultStore& results;
    const Axis& queries;
    const Axis& keys;
};

struct PanelSpec {
    Panel panel;
    /// Whether the example has what the panel needs; null: every example has.
    bool (*isThere)(const ExampleSummary& example) = nullptr;
    /// Whether the state shows it; null: where it fills the window or stands in a pane.
    bool (*isShown)(const AppState& state) = nullptr;
    /// What it asks the engine besides what every panel needs.
    std::vector<Query> (*questions)(const AppState& state) = nullptr;
    bool asksLast = false;  ///< they can take long: after everything else that is looked at
    /// Its part of the page's model.
    void (*fill)(PageModel& page, const ModelSources& sources) = nullptr;
    /// Its tables in the mirror, its numbers beside them under its own key, and what it alone offers there.
    void (*tables)(JsonWriter& json, const PageModel& page) = nullptr;
    void (*numbers)(JsonWriter& json, const PageModel& page) = nullptr;
    void (*controls)(JsonWriter& json, const PageModel& page, const AppState& state) = nullptr;
};

const PanelSpec& specOf(Panel panel);

/// Whether the example has what a panel needs.
bool hasPanel(const ExampleSummary& example, Panel panel);

/// Those that the example has, in their order.
std::vector<Panel> panelsOf(const ExampleSummary& example);

bool isShown(const AppState& state, const PanelSpec& spec);

}  // namespace hw
