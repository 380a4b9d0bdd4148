// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "page/rules/panes.h"
#include "panels/image/about.h"
#include "panels/image/mirror.h"
#include "panels/image/model.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"image", "Image (patches next to the picture)"_tr, false, true}};

}  // namespace

constinit const PanelSpec imagePanel{
    .about = &imageAbout,
    .isThere = [](const ExampleSummary& example) { return example.image.has_value(); },
    // The overview of a file with a picture shows it, too.
    .isShown =
        [](const AppState& state) {
            return shows(state.view, Panel::image) || (shows(state.view, Panel::overview) &&
                                                       state.document->current.image.has_value());
        },
    .hasMirrorToo = [](const PageModel& page) { return page.of<ImageModel>().image != nullptr; },
    .fill =
        [](PageModel& page, const ModelSources& from) {
            page.own.put(imageModel(from.state, page.bars, page.evolution));
        },
    .tables = [](JsonWriter& json,
                 const PageModel& page) { writeTables(json, page.of<ImageModel>()); },
    .numbers = [](JsonWriter& json,
                  const PageModel& page) { writeImage(json.key("image"), page.of<ImageModel>()); },
    .controls = [](JsonWriter& json, const PageModel& page,
                   const AppState&) { writeImageControls(json, page.of<ImageModel>()); },
    .figures = figures,
};

}  // namespace hw
