// SPDX-License-Identifier: MIT
// What the page knows of the panel.
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
