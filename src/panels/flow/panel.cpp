// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "page/answers/questions.h"
#include "page/rules/panes.h"
#include "panels/flow/about.h"
#include "panels/flow/mirror.h"
#include "panels/flow/model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"flow", "Flow (ribbons between tokens)"_tr, true, true}};

}  // namespace

constinit const PanelSpec flowPanel{
    .about = &flowAbout,
    // Without a flow the panel shows the reason.
    .isShown =
        [](const AppState& state) { return showsFlow(state) || shows(state.view, Panel::flow); },
    // Next to the graph of one pair are the flows from all inputs, whatever the method is.
    .questions =
        [](const AppState& state) {
            return showsFlow(state) ? std::vector{profileQuery(state, Method::flow)}
                                    : std::vector<Query>{};
        },
    // The pair is known once its profile has arrived.
    .followUp =
        [](const AppState& state, ResultStore& results) {
            return showsFlow(state) ? std::vector{flowEdgesQuery(state, flowSink(state, results))}
                                    : std::vector<Query>{};
        },
    .fill = [](PageModel& page,
               const ModelSources& from) { page.own.put(flowModel(from.state, from.results)); },
    .tables = [](JsonWriter& json,
                 const PageModel& page) { writeTables(json, page.of<FlowModel>()); },
    .controls = [](JsonWriter& json, const PageModel& page,
                   const AppState& state) { writeFlowControls(json, page.of<FlowModel>(), state); },
    .figures = figures,
    .hasFigures = [](const AppState& state) { return whyNoFlowGraph(state).empty(); },
};

}  // namespace hw
