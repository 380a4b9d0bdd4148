// SPDX-License-Identifier: MIT
#include "panels/registry.h"

#include "page/answers/questions.h"
#include "page/state/compared_views.h"
#include "page/state/panel_choice.h"
#include "page/state/panes.h"
#include "panels/bars/about.h"
#include "panels/compare/about.h"
#include "panels/compare/mirror.h"
#include "panels/compare/model.h"
#include "panels/compare/questions.h"
#include "panels/evolution/about.h"
#include "panels/evolution/mirror.h"
#include "panels/evolution/multiples_model.h"
#include "panels/faithfulness/about.h"
#include "panels/faithfulness/mirror.h"
#include "panels/faithfulness/model.h"
#include "panels/flow/about.h"
#include "panels/flow/mirror.h"
#include "panels/flow/model.h"
#include "panels/heads/about.h"
#include "panels/heads/mirror.h"
#include "panels/heads/model.h"
#include "panels/image/about.h"
#include "panels/image/mirror.h"
#include "panels/image/model.h"
#include "panels/matrix/about.h"
#include "panels/matrix/mirror.h"
#include "panels/overview/about.h"

namespace hw {
namespace {

using Page = PageModel&;
using Sources = const ModelSources&;
using Json = JsonWriter&;
using Shown = const PageModel&;

void writeMatrixTables(Json json, Shown page) {
    writeTables(json, page.raw);
    if (page.controls.method != Method::raw) writeTables(json, page.result);
}

constexpr PanelSpec overview{
    .panel = Panel::overview,
    .about = &overviewAbout,
    .tables =
        [](Json json, Shown page) {
            if (!page.shows(Panel::matrix)) writeMatrixTables(json, page);
        },
};
constexpr PanelSpec bars{
    .panel = Panel::bars,
    .about = &barsAbout,
};
constexpr PanelSpec matrix{
    .panel = Panel::matrix, .about = &matrixAbout, .tables = writeMatrixTables};

constexpr PanelSpec evolution{
    .panel = Panel::evolution,
    .about = &evolutionAbout,
    .questions = multiplesQueries,
    .asksLast = true,
    .fill =
        [](Page page, Sources from) {
            page.multiples = multiplesModel(from.state, from.results, from.queries, from.keys);
        },
    .tables = [](Json json, Shown page) { writeTables(json, page.evolution, page.multiples); },
    .numbers = [](Json json, Shown page) { writeMultiples(json.key("multiples"), page.multiples); },
};

constexpr PanelSpec flow{
    .panel = Panel::flow,
    .about = &flowAbout,
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
    .tables = [](Json json, Shown page) { writeTables(json, page.flow); },
    .controls = [](Json json, Shown, const AppState& state) { writeFlowControls(json, state); },
};

constexpr PanelSpec heads{
    .panel = Panel::heads,
    .about = &headsAbout,
    .questions = headsQueries,
    .fill = [](Page page, Sources from) { page.heads = headsModel(from.state, from.results); },
    .tables = [](Json json, Shown page) { writeTables(json, page.heads); },
};

constexpr PanelSpec compare{
    .panel = Panel::compare,
    .about = &compareAbout,
    .questions = comparedQueries,
    .fill = [](Page page, Sources from) { page.compare = compareModel(from.state, from.results); },
    .tables = [](Json json, Shown page) { writeTables(json, page.compare); },
    .numbers = [](Json json, Shown page) { writeCompare(json.key("compare"), page.compare); },
    .controls = [](Json json, Shown, const AppState& state) { writeComparing(json, state); },
};

constexpr PanelSpec image{
    .panel = Panel::image,
    .about = &imageAbout,
    .isThere = [](const ExampleSummary& example) { return example.image.has_value(); },
    // The overview of a file with a picture shows it too.
    .isShown =
        [](const AppState& state) {
            return shows(state.view, Panel::image) || (shows(state.view, Panel::overview) &&
                                                       state.document->current.image.has_value());
        },
    .fill = [](Page page, Sources from) { page.image = imageModel(from.state, page.bars); },
    .tables = [](Json json, Shown page) { writeTables(json, page.image); },
    .numbers = [](Json json, Shown page) { writeImage(json.key("image"), page.image); },
    .controls = [](Json json, Shown page,
                   const AppState&) { writeImageControls(json, page.image); },
};

constexpr PanelSpec faithfulness{
    .panel = Panel::faithfulness,
    .about = &faithfulnessAbout,
    .isThere = [](const ExampleSummary& example) { return !example.importance.empty(); },
    .questions = [](const AppState& state) { return std::vector{correlationQuery(state)}; },
    .asksLast = true,
    .fill = [](Page page,
               Sources from) { page.faithfulness = faithfulnessModel(from.state, from.results); },
    .tables = [](Json json, Shown page) { writeTables(json, page.faithfulness); },
    .numbers = [](Json json,
                  Shown page) { writeFaithfulness(json.key("faithfulness"), page.faithfulness); },
    .controls = [](Json json, Shown page,
                   const AppState&) { writeRankingControls(json, page.faithfulness); },
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
