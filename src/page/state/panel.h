// SPDX-License-Identifier: MIT
// The panels: the views that can fill the window.
#pragma once

#include "core/model/settings.h"

namespace hw {

/// One row per panel, in menu order: its name in links and programs, and its label. Panel::NAME lives in
/// src/panels/NAME; everything else about it is in three rows there: NAMEPanel (panels/registry.h), NAMEView
/// (panels/views.h) and NAMEFigures (panels/figures.h). Code that needs all panels expands this list.
// clang-format off
#define HW_PANELS(row)              \
    row(overview, "Overview")       \
    row(bars, "Bars")               \
    row(matrix, "Matrix")           \
    row(evolution, "Evolution")     \
    row(flow, "Flow")               \
    row(heads, "Heads")             \
    row(compare, "Compare")         \
    row(image, "Image")             \
    row(faithfulness, "Faithfulness") \
    row(graph, "Graph")             \
    row(explain, "Explain")
// clang-format on

#define HW_PANEL_NAME(name, label) name,
/// Which view fills the window; `overview` shows several together.
enum class Panel { HW_PANELS(HW_PANEL_NAME) };
#undef HW_PANEL_NAME

#define HW_PANEL_WORDS(name, label) {#name, label},
template <>
struct Names<Panel> {
    static constexpr ChoiceName list[] = {HW_PANELS(HW_PANEL_WORDS)};
};
#undef HW_PANEL_WORDS

}  // namespace hw
