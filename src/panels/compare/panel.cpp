// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "panels/compare/about.h"
#include "panels/compare/mirror.h"
#include "panels/compare/model.h"
#include "panels/compare/questions.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {
    {"compare", "Compare (columns, difference, rank correlations)"_tr, true, true}};

}  // namespace

constinit const PanelSpec comparePanel{
    .about = &compareAbout,
    .questions = comparedQueries,
    .fill = [](PageModel& page,
               const ModelSources& from) { page.own.put(compareModel(from.state, from.results)); },
    .tables = [](JsonWriter& json,
                 const PageModel& page) { writeTables(json, page.of<CompareModel>()); },
    .numbers =
        [](JsonWriter& json, const PageModel& page) {
            writeCompare(json.key("compare"), page.of<CompareModel>());
        },
    .controls = [](JsonWriter& json, const PageModel&,
                   const AppState& state) { writeComparing(json, state); },
    .figures = figures,
};

}  // namespace hw
