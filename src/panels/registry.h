// SPDX-License-Identifier: MIT
// The panels, one row each: when a panel is available, what it asks, what it shows and its part of the
// mirror. The row is in the panel's folder (panels/NAME/panel.cpp); panels/views.h has a row for how it is
// drawn, panels/figures.h rows for its figures.
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

/// A figure that can be exported.
struct FigureName {
    std::string_view name;  ///< in programs; the panel's name if it is its only figure
    Words label;            ///< "Evolution: layers by tokens"
    bool hasNumbers =
        false;  ///< has numbers of its own, besides a method's rows and matrices (FigureSpec::numbers)
    bool ofLayer = false;  ///< shows the present layer only: an animation shows one after the other
};

struct PanelSpec {
    const AboutText* about;  ///< general text: what it shows and what it does not
    /// Whether the example has what the panel needs; null: every example has.
    bool (*isThere)(const ExampleSummary& example) = nullptr;
    /// Whether the state shows it; null: if it fills the window or is in a pane.
    bool (*isShown)(const AppState& state) = nullptr;
    /// Whether the mirror has its numbers and controls even while another panel is shown; null: no.
    bool (*isToldToo)(const PageModel& page) = nullptr;
    /// Its questions for the engine, besides those that every panel needs.
    std::vector<Query> (*questions)(const AppState& state) = nullptr;
    /// Its questions that depend on other answers: quick ones, asked before what can take long.
    std::vector<Query> (*followUp)(const AppState& state, ResultStore& results) = nullptr;
    bool asksLast = false;  ///< they can take long: asked after all others of the shown views
    /// Fills in its part of the page's model.
    void (*fill)(PageModel& page, const ModelSources& sources) = nullptr;
    /// Where the keys for one step on (1) or back (-1) lead: fields of the address, or "".
    std::string (*step)(const AppState& state, ResultStore& results, int by) = nullptr;
    /// Writes its tables in the mirror, its numbers next to them under its own key, and its own controls.
    void (*tables)(JsonWriter& json, const PageModel& page) = nullptr;
    void (*numbers)(JsonWriter& json, const PageModel& page) = nullptr;
    void (*controls)(JsonWriter& json, const PageModel& page, const AppState& state) = nullptr;
    std::span<const FigureName> figures = {};  ///< their drawing is in panels/figures.h
    /// Whether the open document has them; null: as for the panel.
    bool (*hasFigures)(const AppState& state) = nullptr;
};

#define HW_PANEL_ROW(name, label, words) extern const PanelSpec name##Panel;
HW_PANELS(HW_PANEL_ROW)
#undef HW_PANEL_ROW

const PanelSpec& specOf(Panel panel);

/// Whether the state shows the panel.
bool isShown(const AppState& state, Panel panel);

/// Whether the mirror has its numbers and controls.
bool isTold(const PageModel& page, Panel panel);

}  // namespace hw
