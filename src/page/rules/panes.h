// SPDX-License-Identifier: MIT
// The rules on views side by side (Panes): their number and place, how a choice changes them, and their form in
// addresses. A view is in at most one pane, so a pane is identified by its view.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

inline constexpr int mostPanes = 4;
/// Min width or height of a pane, as a share of the length that its divider divides.
inline constexpr double leastPane = 0.15;

/// Number of views in each column, from left to right.
using PaneShape = std::vector<int>;

/// The shapes that the page offers: one view, two side by side, two above each other, one next to two, two next to two.
/// Addresses may contain any other shape of two to four views.
std::span<const PaneShape> offeredShapes();
PaneShape shapeOf(const Panes& panes);
/// For an offered shape, "one", "beside", "stacked", "three", "four" as in the names of actions, and "one view", "two
/// side by side" ... as labels. For any other shape "other".
const ChoiceName& shapeWord(const PaneShape& shape);

/// The views that are drawn: those in panes, or the one that fills the window.
std::vector<Panel> shownPanels(const ViewState& view);
bool shows(const ViewState& view, Panel panel);

/// A view's place, in shares (0..1) of the area of all panes.
struct PanePlace {
    Panel panel = Panel::overview;
    double x = 0, y = 0, w = 1, h = 1;
};
/// Ordered by column, and from top to bottom within each.
std::vector<PanePlace> placesOf(const Panes& panes);

/// A line between panes. Those between columns come first, then those within each column.
struct DividerPlace {
    bool upright = true;      ///< vertical, so it moves sideways
    double at = 0.5;          ///< its x or y
    double from = 0, to = 1;  ///< its ends, along the other axis
};
std::vector<DividerPlace> dividersOf(const Panes& panes);
/// Moves the divider to `at`, clamped between its neighbours, in steps of a thousandth. Changes nothing if the index
/// does not exist.
Panes withDivider(const Panes& panes, int index, double at);
/// The divider that makes a pane wider (`upright`) or taller, and in which direction.
struct Resizing {
    int divider = -1;  ///< -1 if there is none
    double direction = 1;
};
Resizing resizingOf(const Panes& panes, Panel panel, bool upright);

/// Shows a view in the window or, with panes, in its own pane or in the focused one.
void choosePanel(ViewState& view, Panel panel);
/// Puts another view into a pane. If that view has a pane already, the two change places.
void replacePane(ViewState& view, Panel from, Panel to);
void closePane(ViewState& view, Panel panel);
/// Keeps the shown views in their order, and adds the nearest others.
void arrangePanes(ViewState& view, const PaneShape& shape, const ExampleSummary& example);
/// Removes views that the example does not have, duplicates, and dividers that do not fit.
void fitPanes(ViewState& view, const ExampleSummary& example);

/// "bars/matrix,evolution" with slashes between columns, and commas between views from top to bottom.
std::string panesText(const Panes& panes);
/// Nullopt if a word is not the name of a view, or there are fewer than two or more than four.
std::optional<Panes> readPanes(std::string_view text);

}  // namespace hw
