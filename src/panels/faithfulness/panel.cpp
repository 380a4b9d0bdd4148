// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "page/answers/questions.h"
#include "panels/faithfulness/about.h"
#include "panels/faithfulness/mirror.h"
#include "panels/faithfulness/model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {
    {"faithfulness", "Faithfulness (correlations with the scores)"_tr, true}};

}  // namespace

constinit const PanelSpec faithfulnessPanel{
    .about = &faithfulnessAbout,
    .isThere = [](const ExampleSummary& example) { return !example.importance.empty(); },
    .questions = [](const AppState& state) { return std::vector{correlationQuery(state)}; },
    .asksLast = true,
    .fill =
        [](PageModel& page, const ModelSources& from) {
            page.own.put(faithfulnessModel(from.state, from.results));
        },
    .tables = [](JsonWriter& json,
                 const PageModel& page) { writeTables(json, page.of<FaithfulnessModel>()); },
    .numbers =
        [](JsonWriter& json, const PageModel& page) {
            writeFaithfulness(json.key("faithfulness"), page.of<FaithfulnessModel>());
        },
    .controls = [](JsonWriter& json, const PageModel& page,
                   const AppState&) { writeRankingControls(json, page.of<FaithfulnessModel>()); },
    .figures = figures,
};

}  // namespace hw
