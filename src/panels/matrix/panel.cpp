// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "panels/matrix/about.h"
#include "panels/matrix/mirror.h"
#include "panels/registry.h"

namespace hw {
namespace {

constexpr FigureName figures[] = {{"matrix", "Matrix (current layer)"_tr, false, true}};

}  // namespace

constinit const PanelSpec matrixPanel{
    .about = &matrixAbout,
    .tables =
        [](JsonWriter& json, const PageModel& page) {
            writeTables(json, page.raw);
            if (specOf(page.controls.method).overLayers) writeTables(json, page.result);
        },
    .figures = figures,
};

}  // namespace hw
