// SPDX-License-Identifier: MIT
#include "page/rules/panes.h"

#include <algorithm>
#include <cmath>

#include "page/state/panel.h"

namespace hw {
namespace {

int countOf(const Panes& panes) {
    int count = 0;
    for (const auto& column : panes.columns) count += static_cast<int>(column.size());
    return count;
}

std::vector<Panel> flat(const Panes& panes) {
    std::vector<Panel> all;
    for (const auto& column : panes.columns) all.insert(all.end(), column.begin(), column.end());
    return all;
}

/// A run of dividers that share one length, with the first of them and the number of parts.
struct Run {
    std::size_t first = 0;
    std::size_t parts = 1;
};

/// The columns' run, then one for each column.
std::vector<Run> runsOf(const Panes& panes) {
    std::vector<Run> runs{{0, std::max<std::size_t>(panes.columns.size(), 1)}};
    std::size_t next = runs[0].parts - 1;
    for (const auto& column : panes.columns) {
        runs.push_back({next, std::max<std::size_t>(column.size(), 1)});
        next += runs.back().parts - 1;
    }
    return runs;
}

/// Start of the run's part `index`, or the end of the run for index `parts`.
double edgeOf(const Panes& panes, const Run& run, std::size_t index) {
    if (index == 0) return 0;
    if (index >= run.parts) return 1;
    if (panes.dividers.empty()) return static_cast<double>(index) / static_cast<double>(run.parts);
    return panes.dividers[run.first + index - 1];
}

bool dividersFit(const Panes& panes) {
    if (panes.dividers.empty()) return true;
    if (static_cast<int>(panes.dividers.size()) != countOf(panes) - 1) return false;
    for (const Run& run : runsOf(panes)) {
        for (std::size_t part = 0; part < run.parts; ++part) {
            const double size = edgeOf(panes, run, part + 1) - edgeOf(panes, run, part);
            if (!(size > leastPane - 1e-9)) return false;
        }
    }
    return true;
}

Panes shaped(const PaneShape& shape, const std::vector<Panel>& panels) {
    Panes panes;
    std::size_t next = 0;
    for (const int rows : shape) {
        std::vector<Panel> column;
        for (int row = 0; row < rows && next < panels.size(); ++row)
            column.push_back(panels[next++]);
        if (!column.empty()) panes.columns.push_back(std::move(column));
    }
    return panes;
}

bool has(const std::vector<Panel>& panels, Panel panel) {
    return std::find(panels.begin(), panels.end(), panel) != panels.end();
}

/// A single view needs no panes.
void endWithOne(ViewState& view) {
    const std::vector<Panel> left = flat(view.panes);
    if (left.size() >= 2) return;
    view.panes = {};
    if (left.size() == 1) view.panel = left.front();
}

}  // namespace

std::span<const PaneShape> offeredShapes() {
    static const std::array<PaneShape, 5> shapes{PaneShape{1}, PaneShape{1, 1}, PaneShape{2},
                                                 PaneShape{1, 2}, PaneShape{2, 2}};
    return shapes;
}

PaneShape shapeOf(const Panes& panes) {
    PaneShape shape;
    for (const auto& column : panes.columns) shape.push_back(static_cast<int>(column.size()));
    return shape.empty() ? PaneShape{1} : shape;
}

const ChoiceName& shapeWord(const PaneShape& shape) {
    static constexpr ChoiceName words[] = {
        {"one", "one view"_tr},        {"beside", "two side by side"_tr},
        {"stacked", "two stacked"_tr}, {"three", "one next to two"_tr},
        {"four", "four"_tr},           {"other", "other"_tr}};
    const auto shapes = offeredShapes();
    return words[std::ranges::find(shapes, shape) - shapes.begin()];
}

std::vector<Panel> shownPanels(const ViewState& view) {
    return view.panes.columns.empty() ? std::vector<Panel>{view.panel} : flat(view.panes);
}

bool shows(const ViewState& view, Panel panel) { return has(shownPanels(view), panel); }

std::vector<PanePlace> placesOf(const Panes& panes) {
    std::vector<PanePlace> places;
    const std::vector<Run> runs = runsOf(panes);
    for (std::size_t c = 0; c < panes.columns.size(); ++c) {
        const double left = edgeOf(panes, runs[0], c);
        const double right = edgeOf(panes, runs[0], c + 1);
        for (std::size_t r = 0; r < panes.columns[c].size(); ++r) {
            const double top = edgeOf(panes, runs[c + 1], r);
            const double bottom = edgeOf(panes, runs[c + 1], r + 1);
            places.push_back({panes.columns[c][r], left, top, right - left, bottom - top});
        }
    }
    return places;
}

std::vector<DividerPlace> dividersOf(const Panes& panes) {
    std::vector<DividerPlace> places;
    const std::vector<Run> runs = runsOf(panes);
    for (std::size_t i = 1; i < runs[0].parts; ++i) {
        places.push_back({true, edgeOf(panes, runs[0], i), 0, 1});
    }
    for (std::size_t c = 0; c < panes.columns.size(); ++c) {
        for (std::size_t i = 1; i < runs[c + 1].parts; ++i) {
            places.push_back({false, edgeOf(panes, runs[c + 1], i), edgeOf(panes, runs[0], c),
                              edgeOf(panes, runs[0], c + 1)});
        }
    }
    return places;
}

Panes withDivider(const Panes& panes, int index, double at) {
    const int count = countOf(panes) - 1;
    if (index < 0 || index >= count || std::isnan(at)) return panes;
    Panes moved = panes;
    const std::vector<DividerPlace> places = dividersOf(panes);
    moved.dividers.clear();
    for (const DividerPlace& place : places) moved.dividers.push_back(place.at);
    const std::size_t wanted = index;
    for (const Run& run : runsOf(panes)) {
        if (wanted < run.first || wanted >= run.first + run.parts - 1) continue;
        const std::size_t part = wanted - run.first;
        const double low = edgeOf(moved, run, part) + leastPane;
        const double high = edgeOf(moved, run, part + 2) - leastPane;
        if (low > high) return panes;
        moved.dividers[wanted] = std::round(std::clamp(at, low, high) * 1000) / 1000;
    }
    return moved;
}

Resizing resizingOf(const Panes& panes, Panel panel, bool upright) {
    const std::vector<Run> runs = runsOf(panes);
    for (std::size_t c = 0; c < panes.columns.size(); ++c) {
        const auto& column = panes.columns[c];
        const auto found = std::find(column.begin(), column.end(), panel);
        if (found == column.end()) continue;
        const Run& run = upright ? runs[0] : runs[c + 1];
        const std::size_t part = upright ? c : static_cast<std::size_t>(found - column.begin());
        if (run.parts < 2) return {};
        // The last part grows at its first edge, all others at their second.
        const bool last = part + 1 == run.parts;
        return {static_cast<int>(run.first + part) - (last ? 1 : 0), last ? -1.0 : 1.0};
    }
    return {};
}

void choosePanel(ViewState& view, Panel panel) {
    if (panel == Panel::overview) view.panes = {};
    if (!view.panes.columns.empty() && !shows(view, panel)) {
        replacePane(view, view.panel, panel);
    }
    view.panel = panel;
}

void replacePane(ViewState& view, Panel from, Panel to) {
    if (to == Panel::overview || !shows(view, from)) return;
    for (auto& column : view.panes.columns) {
        for (Panel& panel : column) {
            if (panel == to) {
                panel = from;
            } else if (panel == from) {
                panel = to;
            }
        }
    }
    view.panel = to;
}

void closePane(ViewState& view, Panel panel) {
    if (view.panes.columns.empty()) return;
    for (auto& column : view.panes.columns) std::erase(column, panel);
    std::erase_if(view.panes.columns, [](const auto& column) { return column.empty(); });
    view.panes.dividers.clear();
    endWithOne(view);
    if (!shows(view, view.panel)) view.panel = flat(view.panes).front();
}

void arrangePanes(ViewState& view, const PaneShape& shape, const ExampleSummary& example) {
    std::size_t count = 0;
    for (const int rows : shape) count += std::max(rows, 0);
    if (count < 2) {
        view.panes = {};
        return;
    }
    std::vector<Panel> panels = shownPanels(view);
    std::erase(panels, Panel::overview);
    const bool flow = view.method == Method::flow;
    for (const Panel next :
         {Panel::bars, Panel::matrix, flow ? Panel::flow : Panel::evolution,
          flow ? Panel::evolution : Panel::heads, Panel::heads, Panel::compare}) {
        if (panels.size() < count && hasPanel(example, next) && !has(panels, next)) {
            panels.push_back(next);
        }
    }
    // The selected view stays, whichever others are removed.
    if (panels.size() > count &&
        !has({panels.begin(), panels.begin() + static_cast<int>(count)}, view.panel) &&
        has(panels, view.panel)) {
        panels[count - 1] = view.panel;
    }
    panels.resize(std::min(panels.size(), count));
    view.panes = shaped(shape, panels);
    if (!has(panels, view.panel)) view.panel = panels.front();
}

void fitPanes(ViewState& view, const ExampleSummary& example) {
    if (!hasPanel(example, view.panel)) {
        view.panel = Panel::overview;
        const std::vector<Panel> others = flat(view.panes);
        const auto there = std::find_if(others.begin(), others.end(), [&](Panel panel) {
            return panel != Panel::overview && hasPanel(example, panel);
        });
        if (there != others.end()) view.panel = *there;
    }
    if (view.panes.columns.empty()) {
        view.panes.dividers.clear();
        return;
    }
    std::vector<Panel> seen;
    for (auto& column : view.panes.columns) {
        std::erase_if(column, [&](Panel panel) {
            if (panel == Panel::overview || !hasPanel(example, panel) || has(seen, panel))
                return true;
            seen.push_back(panel);
            return static_cast<int>(seen.size()) > mostPanes;
        });
    }
    std::erase_if(view.panes.columns, [](const auto& column) { return column.empty(); });
    if (!dividersFit(view.panes)) view.panes.dividers.clear();
    endWithOne(view);
    if (!shows(view, view.panel)) view.panel = flat(view.panes).front();
}

std::string panesText(const Panes& panes) {
    std::string text;
    for (const auto& column : panes.columns) {
        if (!text.empty()) text += '/';
        for (std::size_t row = 0; row < column.size(); ++row) {
            if (row > 0) text += ',';
            text += nameOf(column[row]);
        }
    }
    return text;
}

std::optional<Panes> readPanes(std::string_view text) {
    Panes panes;
    panes.columns.emplace_back();
    int count = 0;
    while (true) {
        const std::size_t end = std::min(text.find_first_of("/,"), text.size());
        const auto panel = fromName<Panel>(text.substr(0, end));
        if (!panel || *panel == Panel::overview || ++count > mostPanes) return std::nullopt;
        panes.columns.back().push_back(*panel);
        if (end == text.size()) break;
        if (text[end] == '/') panes.columns.emplace_back();
        text.remove_prefix(end + 1);
    }
    if (count < 2) return std::nullopt;
    return panes;
}

}  // namespace hw
