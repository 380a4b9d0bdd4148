// SPDX-License-Identifier: MIT
// The panel's row (panels/registry.h).
#include "panels/overview/about.h"
#include "panels/registry.h"

namespace hw {

constinit const PanelSpec overviewPanel{
    .about = &overviewAbout,
    .tables =
        [](JsonWriter& json, const PageModel& page) {
            if (!page.shows(Panel::matrix)) matrixPanel.tables(json, page);
        },
};

}  // namespace hw
