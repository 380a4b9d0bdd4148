// SPDX-License-Identifier: MIT
// The panels, one row each, with availability, questions, content and part of the mirror. The row is in the panel's
// folder (panels/NAME/panel.cpp). panels/views.h has a row for its drawing, panels/figures.h rows for its figures.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "io/write/json_writer.h"
#include "page/models/about_text.h"
#include "panels/page_model.h"

namespace hw {

/// The inputs of a model.
struct ModelSources {
    const AppState& state;
    ResultStore& results;
    const Axis& queries;
    const Axis& keys;
};

/// A figure that can be exported.
struct FigureName {
    std::string_view name;  ///< for programs. The panel's name if it is its only figure
    LocalizedText label;    ///< "Evolution: layers by tokens"
    bool hasNumbers =
        false;  ///< has its own numbers, in addition to a method's rows and matrices (FigureSpec::numbers)
    bool ofLayer =
        false;  ///< shows only the present layer, so an animation shows one after the other
};

struct PanelSpec {
    const AboutText* about;  ///< general text about its content and limits
    /// Whether the example has the data that the panel needs. Null if every example has.
    bool (*isThere)(const ExampleSummary& example) = nullptr;
    /// Whether the state shows it. Null if it is shown only when it fills the window or is in a pane.
    bool (*isShown)(const AppState& state) = nullptr;
    /// Whether the mirror has its numbers and controls even while another panel is shown. Null if not.
    bool (*hasMirrorToo)(const PageModel& page) = nullptr;
    /// Its questions for the engine, in addition to those that every panel needs.
    std::vector<Query> (*questions)(const AppState& state) = nullptr;
    /// Its questions that depend on other answers. They are quick, and asked before long ones.
    std::vector<Query> (*followUp)(const AppState& state, ResultStore& results) = nullptr;
    bool asksLast =
        false;  ///< they can take long, and are asked after all others of the shown views
    /// Adds its part of the page's model.
    void (*fill)(PageModel& page, const ModelSources& sources) = nullptr;
    /// The URL fields for the keys that go one step on (1) or back (-1), or "".
    std::string (*step)(const AppState& state, ResultStore& results, int by) = nullptr;
    /// Writes its tables in the mirror, its numbers next to them under its own key, and its own controls.
    void (*tables)(JsonWriter& json, const PageModel& page) = nullptr;
    void (*numbers)(JsonWriter& json, const PageModel& page) = nullptr;
    void (*controls)(JsonWriter& json, const PageModel& page, const AppState& state) = nullptr;
    std::span<const FigureName> figures = {};  ///< panels/figures.h has their drawing
    /// Whether the open document has them. Null if the same as for the panel.
    bool (*hasFigures)(const AppState& state) = nullptr;
};

#define HW_PANEL_ROW(name, label, words) extern const PanelSpec name##Panel;
HW_PANELS(HW_PANEL_ROW)
#undef HW_PANEL_ROW

const PanelSpec& specOf(Panel panel);

/// Whether the state shows the panel.
bool isShown(const AppState& state, Panel panel);

/// Whether the mirror has its numbers and controls.
bool hasMirror(const PageModel& page, Panel panel);

}  // namespace hw
