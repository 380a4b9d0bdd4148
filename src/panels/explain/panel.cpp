// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "panels/explain/about.h"
#include "panels/explain/mirror.h"
#include "panels/explain/model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"explain", "Explain (how one number arises)"_tr, true, true}};

}  // namespace

constinit const PanelSpec explainPanel{
    .about = &explainAbout,
    // The largest input is known once its profile has arrived.
    .followUp =
        [](const AppState& state, ResultStore& results) {
            return std::vector{explainQuery(state, explainedKey(state, results))};
        },
    .fill = [](PageModel& page,
               const ModelSources& from) { page.own.put(explainModel(from.state, from.results)); },
    .step =
        [](const AppState& state, ResultStore& results, int by) {
            const ExplainModel model = explainModel(state, results);
            return by > 0 ? model.nextFields : model.backFields;
        },
    .tables = [](JsonWriter& json,
                 const PageModel& page) { writeTables(json, page.of<ExplainModel>()); },
    .controls =
        [](JsonWriter& json, const PageModel& page, const AppState& state) {
            writeExplainControls(json, page.of<ExplainModel>(), state);
        },
    .figures = figures,
};

}  // namespace hw
