// SPDX-License-Identifier: MIT
// The panels: the views that can fill the window, and which of them an example has.
#pragma once

#include <vector>

#include "core/choice_names.h"

namespace hw {

struct ExampleSummary;

/// One row per panel, in menu order: its name in links and programs, its label, and what it is called in sentences. Panel::NAME lives in
/// src/panels/NAME; everything else about it is in three rows there: NAMEPanel (panels/registry.h), NAMEView
/// (panels/views.h) and NAMEFigures (panels/figures.h). Code that needs all panels expands this list.
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
    row(explain, "Explain"_tr, "explain"_tr)
// clang-format on

#define HW_PANEL_NAME(name, label, words) name,
/// Which view fills the window; `overview` shows several together.
enum class Panel { HW_PANELS(HW_PANEL_NAME) };
#undef HW_PANEL_NAME

#define HW_PANEL_LABEL(name, label, words) {#name, label},
template <>
struct Names<Panel> {
    static constexpr ChoiceName list[] = {HW_PANELS(HW_PANEL_LABEL)};
};
#undef HW_PANEL_LABEL

#define HW_PANEL_WORDS(name, label, words) words,
/// What a panel is called in sentences, in the order of Panel.
inline constexpr Words panelWords[] = {HW_PANELS(HW_PANEL_WORDS)};
#undef HW_PANEL_WORDS

/// Whether the example has what a panel needs, by the panels' rows (panels/registry.h); defined in panels/registry.cpp.
bool hasPanel(const ExampleSummary& example, Panel panel);

/// The panels that the example has, in order.
std::vector<Panel> panelsOf(const ExampleSummary& example);

}  // namespace hw
