// SPDX-License-Identifier: MIT
// The panels: the views that can fill the window, and which of them an example has.
#pragma once

#include <span>
#include <vector>

#include "core/choice_names.h"

namespace hw {

struct ExampleSummary;

/// One row per panel, in the order of the number keys: its name in links and programs, its label, and its name in
/// sentences. Panel::NAME lives in src/panels/NAME (those of a model in src/panels/asked); everything else about it is
/// in three rows there, NAMEPanel (panels/registry.h), NAMEView (panels/views.h) and NAMEFigures (panels/figures.h).
/// Code that needs all panels expands this list.
// clang-format off
#define HW_PANELS(row)                                                 \
    row(overview, "Overview"_tr, "overview"_tr)                        \
    row(bars, "Bars"_tr, "bars"_tr)                                    \
    row(matrix, "Matrix"_tr, "matrix"_tr)                              \
    row(evolution, "Evolution"_tr, "evolution"_tr)                     \
    row(flow, "Flow"_tr, "flow"_tr)                                    \
    row(heads, "Heads"_tr, "heads"_tr)                                 \
    row(compare, "Compare"_tr, "compare"_tr)                           \
    row(image, "Image"_tr, "image"_tr)                                 \
    row(faithfulness, "Faithfulness"_tr, "faithfulness"_tr)            \
    row(graph, "Graph"_tr, "graph"_tr)                                 \
    row(explain, "Explain"_tr, "explain"_tr)                           \
    row(words, "Why"_tr, "why"_tr)                                     \
    row(lens, "By layer"_tr, "by layer"_tr)                            \
    row(swap, "Swap"_tr, "swap"_tr)                                    \
    row(experiment, "Experiment"_tr, "experiment"_tr)                  \
    row(decides, "Carrying edges"_tr, "carrying edges"_tr)             \
    row(circuit, "Circuit"_tr, "circuit"_tr)                           \
    row(patches, "Patches"_tr, "patches"_tr)                           \
    row(contacts, "Contacts"_tr, "contacts"_tr)                        \
    row(sound, "Sound"_tr, "sound"_tr)
// clang-format on

#define HW_PANEL_NAME(name, label, words) name,
/// The view that fills the window. `overview` shows several together.
enum class Panel { HW_PANELS(HW_PANEL_NAME) };
#undef HW_PANEL_NAME

#define HW_PANEL_LABEL(name, label, words) {#name, label},
template <>
struct Names<Panel> {
    static constexpr ChoiceName list[] = {HW_PANELS(HW_PANEL_LABEL)};
};
#undef HW_PANEL_LABEL

#define HW_PANEL_WORDS(name, label, words) words,
/// The names of panels in sentences, in the order of Panel.
inline constexpr LocalizedText panelWords[] = {HW_PANELS(HW_PANEL_WORDS)};
#undef HW_PANEL_WORDS

/// Whether the example has the data that a panel needs, according to the panels' rows (panels/registry.h). Defined in
/// panels/registry.cpp.
bool hasPanel(const ExampleSummary& example, Panel panel);

/// The views of the model that ran the example. Their content is drawn outside the canvas (web/model/open/views.js).
constexpr bool isOfModel(Panel panel) {
    using enum Panel;
    return panel == words || panel == lens || panel == swap || panel == experiment ||
           panel == decides || panel == circuit || panel == patches || panel == contacts ||
           panel == sound;
}

/// The panels that the example has, in the order of their tabs. The model's answers come first, or Bars without a
/// model.
std::vector<Panel> panelsOf(const ExampleSummary& example);

/// Whether a panel's tab is in the menu at the end of the row while the panel is not shown. `offered` is panelsOf().
bool isUnderMore(Panel panel, std::span<const Panel> offered);

}  // namespace hw
