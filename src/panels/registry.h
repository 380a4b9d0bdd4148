// SPDX-License-Identifier: MIT
// The panels, one row each: when a panel is there, what it asks, what it shows and what the mirror says of it.
// Their names stand beside Panel (page/state/app_state.h), how they are drawn in view/frame/panel_views.cpp, and their
// figures in panels/figures.cpp.
#pragma once

#include <vector>

#include "io/write/json_writer.h"
#include "page/models/about_text.h"
#include "panels/page_model.h"

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
    const AboutText* about;  ///< what it shows and what it does not, in general
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

bool isShown(const AppState& state, const PanelSpec& spec);

}  // namespace hw
