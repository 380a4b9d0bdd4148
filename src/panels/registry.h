// SPDX-License-Identifier: MIT
// The panels, one row each: when a panel is there, what it asks, what it shows and what the mirror says of it. The row
// stands in the panel's folder (panels/NAME/panel.cpp); how it is drawn is its row of panels/views.h, its figures are
// those of panels/figures.h.
#pragma once

#include <span>
#include <string_view>
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

/// A figure that can be taken away.
struct FigureName {
    std::string_view name;   ///< in programs; that of its panel where that has one figure
    std::string_view label;  ///< "Evolution: layers by tokens"
    bool hasNumbers =
        false;  ///< of its own, beside a method's rows and matrices (FigureSpec::numbers)
    bool ofLayer =
        false;  ///< of the layer where the views stand: an animation shows one after the other
};

struct PanelSpec {
    const AboutText* about;  ///< what it shows and what it does not, in general
    /// Whether the example has what the panel needs; null: every example has.
    bool (*isThere)(const ExampleSummary& example) = nullptr;
    /// Whether the state shows it; null: where it fills the window or stands in a pane.
    bool (*isShown)(const AppState& state) = nullptr;
    /// Whether the text tells its numbers and controls too while another panel is chosen; null: no.
    bool (*isToldToo)(const PageModel& page) = nullptr;
    /// What it asks the engine besides what every panel needs.
    std::vector<Query> (*questions)(const AppState& state) = nullptr;
    /// What it asks once it is known what others have answered: quick, before what can take long.
    std::vector<Query> (*followUp)(const AppState& state, ResultStore& results) = nullptr;
    bool asksLast = false;  ///< they can take long: after everything else that is looked at
    /// Its part of the page's model.
    void (*fill)(PageModel& page, const ModelSources& sources) = nullptr;
    /// Where the keys for a step on (1) and a step back (-1) go: fields of the address, or nothing.
    std::string (*step)(const AppState& state, ResultStore& results, int by) = nullptr;
    /// Its tables in the mirror, its numbers beside them under its own key, and what it alone offers there.
    void (*tables)(JsonWriter& json, const PageModel& page) = nullptr;
    void (*numbers)(JsonWriter& json, const PageModel& page) = nullptr;
    void (*controls)(JsonWriter& json, const PageModel& page, const AppState& state) = nullptr;
    std::span<const FigureName> figures = {};  ///< drawn by its row of panels/figures.h
    /// Whether the open document has them; null: as the panel.
    bool (*hasFigures)(const AppState& state) = nullptr;
};

#define HW_PANEL_ROW(name, label) extern const PanelSpec name##Panel;
HW_PANELS(HW_PANEL_ROW)
#undef HW_PANEL_ROW

const PanelSpec& specOf(Panel panel);

/// Whether the state shows it.
bool isShown(const AppState& state, Panel panel);

/// Whether its numbers and controls stand in the text.
bool isTold(const PageModel& page, Panel panel);

}  // namespace hw
