// SPDX-License-Identifier: MIT
// What the page knows of the panel.
#include "core/number_text.h"
#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_words.h"
#include "panels/graph/about.h"
#include "panels/graph/model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {
    {"graph", "Graph: one output traced, or a matrix as lines", true, true}};

/// The largest edges; the figure's numbers hold all that are drawn.
void writeTable(JsonWriter& json, const PageModel& page) {
    constexpr std::size_t most = 60;
    const GraphModel& model = page.of<GraphModel>();
    const bool share = model.graph.carries == Carries::share;
    const bool traced = model.form == GraphForm::traced;
    const std::string caption = model.standing.words.empty() ? model.caption : model.standing.words;
    std::vector<std::string> columns{"to"};
    columns.push_back(traced ? "layer" : "value");
    if (traced && share) columns.push_back("share of the rollout");
    if (traced) columns.push_back("weight");
    if (!traced && model.heads > 0) columns.push_back("head");
    mirror::beginTable(json, model.title, caption, columns);
    const auto& ribbons = model.graph.ribbons;
    for (std::size_t i = 0; traced && i < std::min(ribbons.size(), most); ++i) {
        const FlowRibbon& ribbon = ribbons[i];
        std::vector<std::string> cells{model.graph.labels[ribbon.toRow],
                                       std::to_string(ribbon.layer + 1)};
        if (share) cells.push_back(shownNumber(ribbon.amount));
        cells.push_back(shownNumber(ribbon.capacity));
        mirror::tableRow(json, model.graph.labels[ribbon.fromRow], cells);
    }
    const auto& lines = model.lines;
    for (std::size_t i = 0; !traced && i < std::min(lines.size(), most); ++i) {
        const GraphLine& line = lines[lines.size() - 1 - i];
        std::vector<std::string> cells{model.keyLabels[line.key],
                                       shownNumber(static_cast<double>(line.value))};
        if (model.heads > 0) cells.push_back(std::to_string(line.head + 1));
        mirror::tableRow(json, model.queryLabels[line.query], cells);
    }
    mirror::endTable(json);
}

void writeChoices(JsonWriter& json, const PageModel& page, const AppState&) {
    const GraphModel& model = page.of<GraphModel>();
    mirror::enumChoice(json, "graph", "Graph", model.form);
    std::vector<mirror::Option> sizes{{"auto", "edges=0", model.edges == 0, true, ""}};
    for (const double size : edgeSizes) {
        const std::string text = numberText(size);
        sizes.push_back({text, "edges=" + text, model.edges == size, true, ""});
    }
    mirror::choice(json, "edges", "Edges from", sizes);
}

}  // namespace

constinit const PanelSpec graphPanel{
    .about = &graphAbout,
    .questions = graphQueries,
    .asksLast = true,
    .fill = [](PageModel& page,
               const ModelSources& from) { page.own.put(graphModel(from.state, from.results)); },
    .tables = writeTable,
    .controls = writeChoices,
    .figures = figures,
};

}  // namespace hw
