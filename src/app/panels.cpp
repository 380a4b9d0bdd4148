// SPDX-License-Identifier: MIT
#include "app/panels.h"

#include "app/compare_model.h"
#include "app/compared.h"
#include "app/faithfulness_model.h"
#include "app/flow_model.h"
#include "app/heads_model.h"
#include "app/image_model.h"
#include "app/mirror_compare.h"
#include "app/mirror_controls.h"
#include "app/mirror_tables.h"
#include "app/multiples_model.h"
#include "app/panes.h"

namespace hw {
namespace {

using Page = PageModel&;
using Sources = const ModelSources&;
using Json = JsonWriter&;
using Shown = const PageModel&;

constexpr PanelSpec overview{
    .panel = Panel::overview,
    .tables =
        [](Json json, Shown page) {
            if (!page.shows(Panel::matrix)) writeMatrixTables(json, page);
        },
};
constexpr PanelSpec bars{.panel = Panel::bars};
constexpr PanelSpec matrix{.panel = Panel::matrix, .tables = writeMatrixTables};

constexpr PanelSpec evolution{
    .panel = Panel::evolution,
    .questions = multiplesQueries,
    .asksLast = true,
    .fill =
        [](Page page, Sources from) {
            page.multiples = multiplesModel(from.state, from.results, from.queries, from.keys);
        },
    .tables = writeEvolutionTables,
    .numbers = [](Json json, Shown page) { writeMultiples(json.key("multiples"), page.multiples); },
};

constexpr PanelSpec flow{
    .panel = Panel::flow,
    // Where there is no flow the panel says why.
    .isShown =
        [](const AppState& state) { return showsFlow(state) || shows(state.view, Panel::flow); },
    // Beside the graph of one pair stand the flows to all inputs, whatever the method is.
    .questions =
        [](const AppState& state) {
            return showsFlow(state) ? std::vector{profileQuery(state, Method::flow)}
                                    : std::vector<Query>{};
        },
    .fill = [](Page page, Sources from) { page.flow = flowModel(from.state, from.results); },
    .tables = writeFlowTable,
    .controls = writeFlowControls,
};

constexpr PanelSpec heads{
    .panel = Panel::heads,
    .questions = headsQueries,
    .fill = [](Page page, Sources from) { page.heads = headsModel(from.state, from.results); },
    .tables = writeHeadsTable,
};

constexpr PanelSpec compare{
    .panel = Panel::compare,
    .questions = comparedQueries,
    .fill = [](Page page, Sources from) { page.compare = compareModel(from.state, from.results); },
    .tables = writeCompareTables,
    .numbers = [](Json json, Shown page) { writeCompare(json.key("compare"), page.compare); },
    .controls = [](Json json, Shown, const AppState& state) { writeComparing(json, state); },
};

constexpr PanelSpec image{
    .panel = Panel::image,
    .isThere = [](const ExampleSummary& example) { return example.image.has_value(); },
    // The overview of a file with a picture shows it too.
    .isShown =
        [](const AppState& state) {
            return shows(state.view, Panel::image) || (shows(state.view, Panel::overview) &&
                                                       state.document->current.image.has_value());
        },
    .fill = [](Page page, Sources from) { page.image = imageModel(from.state, page.bars); },
    .tables = writePatchesTable,
    .numbers = [](Json json, Shown page) { writeImage(json.key("image"), page.image); },
    .controls = writeImageControls,
};

constexpr PanelSpec faithfulness{
    .panel = Panel::faithfulness,
    .isThere = [](const ExampleSummary& example) { return !example.importance.empty(); },
    .questions = [](const AppState& state) { return std::vector{correlationQuery(state)}; },
    .asksLast = true,
    .fill = [](Page page,
               Sources from) { page.faithfulness = faithfulnessModel(from.state, from.results); },
    .tables = writeScoreTables,
    .numbers = [](Json json,
                  Shown page) { writeFaithfulness(json.key("faithfulness"), page.faithfulness); },
    .controls = writeRankingControls,
};

constexpr PanelSpec specs[] = {overview, bars,    matrix, evolution,   flow,
                               heads,    compare, image,  faithfulness};

constexpr bool inOrder() {
    for (std::size_t i = 0; i < std::size(specs); ++i) {
        if (specs[i].panel != static_cast<Panel>(i)) return false;
    }
    return true;
}
static_assert(std::size(specs) == wordsOf<Panel>().size() && inOrder());

}  // namespace

const PanelSpec& specOf(Panel panel) { return specs[static_cast<std::size_t>(panel)]; }

bool hasPanel(const ExampleSummary& example, Panel panel) {
    const PanelSpec& spec = specOf(panel);
    return spec.isThere == nullptr || spec.isThere(example);
}

std::vector<Panel> panelsOf(const ExampleSummary& example) {
    std::vector<Panel> there;
    for (const Panel panel : every<Panel>()) {
        if (hasPanel(example, panel)) there.push_back(panel);
    }
    return there;
}

bool isShown(const AppState& state, const PanelSpec& spec) {
    return spec.isShown != nullptr ? spec.isShown(state) : shows(state.view, spec.panel);
}

}  // namespace hw
