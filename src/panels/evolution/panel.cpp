// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "page/answers/questions.h"
#include "panels/evolution/about.h"
#include "panels/evolution/mirror.h"
#include "panels/evolution/multiples_model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"evolution", "Evolution (layers by tokens)"_tr},
                                  {"multiples", "Small multiples (one matrix per layer)"_tr}};

}  // namespace

constinit const PanelSpec evolutionPanel{
    .about = &evolutionAbout,
    .questions = multiplesQueries,
    .asksLast = true,
    .fill =
        [](PageModel& page, const ModelSources& from) {
            page.own.put(multiplesModel(from.state, from.results, from.queries, from.keys));
            page.controls.fit.can = page.controls.fit.can || page.of<MultiplesModel>().fit.can;
        },
    .tables =
        [](JsonWriter& json, const PageModel& page) {
            writeTables(json, page.evolution, page.of<MultiplesModel>());
        },
    .numbers =
        [](JsonWriter& json, const PageModel& page) {
            writeMultiples(json.key("multiples"), page.of<MultiplesModel>());
        },
    .figures = figures,
};

}  // namespace hw
