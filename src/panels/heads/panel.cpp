// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "panels/heads/about.h"
#include "panels/heads/mirror.h"
#include "panels/heads/model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"heads", "Heads (every head of every layer)"_tr, true}};

}  // namespace

constinit const PanelSpec headsPanel{
    .about = &headsAbout,
    .questions = headsQueries,
    .fill = [](PageModel& page,
               const ModelSources& from) { page.own.put(headsModel(from.state, from.results)); },
    .tables = [](JsonWriter& json,
                 const PageModel& page) { writeTables(json, page.of<HeadsModel>()); },
    .controls = [](JsonWriter& json, const PageModel& page,
                   const AppState&) { writeHeadControls(json, page.of<HeadsModel>()); },
    .figures = figures,
};

}  // namespace hw
