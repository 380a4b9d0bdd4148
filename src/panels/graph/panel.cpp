// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include <cmath>

#include "core/number_text.h"
#include "page/mirror/options.h"
#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"
#include "panels/graph/about.h"
#include "panels/graph/model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {
    {"graph", "Graph (one output traced, or a matrix as lines)"_tr, true, true}};

/// For two files, the edges with their amounts in each, and the totals of each layer.
void writeBoth(JsonWriter& json, const GraphModel& model, const std::string& caption) {
    constexpr std::size_t most = 60;
    const auto number = [](double value) {
        return std::isnan(value) ? std::string("not drawn"_tr) : shownNumber(value);
    };
    const auto inFiles = [&](FilePresence files) { return filesText(model, files); };
    mirror::beginTable(json, model.title, caption,
                       {"to"_tr, "layer"_tr, "where"_tr, "this"_tr, "previous"_tr});
    const auto& ribbons = model.graph.ribbons;
    for (std::size_t i = 0; i < std::min(ribbons.size(), most); ++i) {
        const FlowRibbon& ribbon = ribbons[i];
        mirror::tableRow(json, model.graph.labels[ribbon.keyRow],
                         {model.graph.labels[ribbon.queryRow], std::to_string(ribbon.layer + 1),
                          inFiles(ribbon.files), number(ribbon.here), number(ribbon.before)});
    }
    const auto& lines = model.lines;
    for (std::size_t i = 0; i < std::min(lines.size(), most); ++i) {
        const GraphLine& line = lines[lines.size() - 1 - i];
        mirror::tableRow(
            json, model.keyLabels[line.key],
            {model.queryLabels[line.query], std::to_string(model.shared.front().layer + 1),
             inFiles(line.files), number(static_cast<double>(line.here)),
             number(static_cast<double>(line.before))});
    }
    mirror::endTable(json);
    mirror::beginTable(
        json, "Values of the edges"_tr, "",
        {"both, this file"_tr, "both, previous file"_tr, "only this file"_tr,
         "only the previous file"_tr, "hidden, this file"_tr, "hidden, previous file"_tr});
    for (const SharedPaths& paths : model.shared) {
        std::vector<std::string> cells;
        for (const auto* part : {&paths.both, &paths.own, &paths.hidden}) {
            for (const double value : *part) cells.push_back(shownNumber(value));
        }
        mirror::tableRow(json, formatText("layer {}"_tr, {paths.layer + 1}), cells);
    }
    mirror::endTable(json);
}

/// The largest edges. The figure's numbers have all drawn ones.
void writeTable(JsonWriter& json, const PageModel& page) {
    constexpr std::size_t most = 60;
    const GraphModel& model = page.of<GraphModel>();
    const bool share = model.graph.carries == WidthMeaning::share;
    const bool traced = model.form == GraphForm::traced;
    const std::string caption = model.standing.text.empty() ? model.caption : model.standing.text;
    if (model.bothFiles) return writeBoth(json, model, caption);
    std::vector<std::string> columns{"to"_tr};
    columns.push_back(traced ? "layer"_tr : "value"_tr);
    if (traced && share) columns.push_back("share of the rollout"_tr);
    if (traced) columns.push_back("weight"_tr);
    if (!traced && model.heads > 0) columns.push_back("head"_tr);
    mirror::beginTable(json, model.title, caption, columns);
    const auto& ribbons = model.graph.ribbons;
    for (std::size_t i = 0; traced && i < std::min(ribbons.size(), most); ++i) {
        const FlowRibbon& ribbon = ribbons[i];
        std::vector<std::string> cells{model.graph.labels[ribbon.queryRow],
                                       std::to_string(ribbon.layer + 1)};
        if (share) cells.push_back(shownNumber(ribbon.amount));
        cells.push_back(shownNumber(ribbon.capacity));
        mirror::tableRow(json, model.graph.labels[ribbon.keyRow], cells);
    }
    const auto& lines = model.lines;
    for (std::size_t i = 0; !traced && i < std::min(lines.size(), most); ++i) {
        const GraphLine& line = lines[lines.size() - 1 - i];
        std::vector<std::string> cells{model.queryLabels[line.query],
                                       shownNumber(static_cast<double>(line.value))};
        if (model.heads > 0) cells.push_back(std::to_string(line.head + 1));
        mirror::tableRow(json, model.keyLabels[line.key], cells);
    }
    mirror::endTable(json);
}

void writeChoices(JsonWriter& json, const PageModel& page, const AppState&) {
    const GraphModel& model = page.of<GraphModel>();
    mirror::enumChoice(json, "graph", "Graph"_tr, model.form);
    const bool canKeep = model.form == GraphForm::traced && !model.bothFiles;
    const bool byShare = canKeep && model.byShare;
    std::vector<mirror::Option> sizes{
        {"auto"_tr, "edges=0&keep=0", model.edges == 0 && !byShare, true, ""}};
    for (const double size : edgeSizes) {
        const std::string text = numberText(size);
        sizes.push_back({inLanguage(text), "edges=" + text + "&keep=0",
                         model.edges == size && !byShare, true, ""});
    }
    if (canKeep) mirror::number(json, "keep", "Share kept in each layer"_tr, model.kept, 1, 0.05);
    mirror::choice(json, "edges", "Edges from"_tr, sizes);
    if (model.hasEarlier) mirror::toggle(json, "both-files", "Both files"_tr, model.bothFiles);
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
