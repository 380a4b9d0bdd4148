// SPDX-License-Identifier: MIT
// Several panels together.
#include <algorithm>
#include <cmath>

#include "panels/bars/view.h"
#include "panels/evolution/view.h"
#include "panels/flow/model.h"
#include "panels/image/model.h"
#include "panels/views.h"

namespace hw {
namespace {

/// Height of the picture with its colours in a phone's overview.
constexpr float pictureHeight = 310;
/// Height of a picture with title, name and legend. With less, it takes the layers' space, too.
constexpr float lowPicture = 186;
/// Title, names and legend of a matrix, in addition to its cells.
constexpr float matrixWords = 70;

/// The flow view is more informative than the flow's matrix.
bool showsFlow(const PageModel& page) {
    return page.controls.method == Method::flow && page.of<FlowModel>().isShown();
}

bool hasPicture(const PageModel& page) { return page.of<ImageModel>().image != nullptr; }

void drawWide(const PanelDrawing& on, const Rect& area) {
    const float left = std::floor(area.w * 0.45F);
    on.draw(Panel::bars, {area.x, area.y, left, area.h});
    const float x = area.x + left + 40;
    const float width = area.right() - x;
    // A picture comes first. Matrices have their own view.
    const Panel upper = hasPicture(on.page) ? Panel::image : Panel::matrix;
    if (showsFlow(on.page)) {
        const float above = area.h * 0.46F;
        const float below = area.h - above - 20;
        // In a low window, for example below a model's line, one of them takes all the space, since text without its
        // drawing is useless.
        if (below < leastHeight(on.page, Panel::flow, width)) {
            on.draw(hasPicture(on.page) ? upper : Panel::flow, {x, area.y, width, area.h});
            return;
        }
        on.draw(upper, {x, area.y, width, above});
        on.draw(Panel::flow, {x, area.y + above + 20, width, below});
        return;
    }
    const auto layers = static_cast<float>(std::max(on.page.timeline.layers, 2));
    // Matrices are as high as they are wide. In a tall window the layers take the rest.
    const float rest = area.h - (width / 2 + matrixWords) - 24;
    const float evolution = std::max(std::min(area.h * 0.36F, 90.0F + 26.0F * layers),
                                     std::min(rest, 90.0F + 44.0F * layers));
    const float above = area.h - evolution - 24;
    if (upper == Panel::image && above < lowPicture) {
        on.draw(upper, {x, area.y, width, area.h});
        return;
    }
    on.draw(upper, {x, area.y, width, above});
    drawEvolutionAlone(on, {x, area.bottom() - evolution, width, evolution});
}

/// In a narrow column, the bars, and below them a panel that fits.
void drawStacked(const PanelDrawing& on, Rect area) {
    const BarsModel& model = on.page.bars;
    if (hasPicture(on.page) && area.h > pictureHeight + 150) {
        on.draw(Panel::image, {area.x, area.y, area.w, pictureHeight});
        area.y += pictureHeight + 20;
        area.h -= pictureHeight + 20;
    }
    const float bars = barsHeight(model) + captionHeight(on.pen, model, area.w);
    const Rect below{area.x, area.y + bars + 28, area.w, area.h - bars - 28};
    if (below.h < 150) {
        on.draw(Panel::bars, area);
        return;
    }
    on.draw(Panel::bars, {area.x, area.y, area.w, bars});
    on.draw(below.h < 260        ? Panel::evolution
            : showsFlow(on.page) ? Panel::flow
                                 : Panel::matrix,
            below);
}

void drawPanel(const PanelDrawing& on, const Rect& area) {
    isNarrow(area.w) ? drawStacked(on, area) : drawWide(on, area);
}

}  // namespace

constinit const PanelView overviewView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel&, float) { return 150.0F; },
    .wideHeight = [](const PageModel& page, float) { return showsFlow(page) ? 560.0F : 420.0F; },
    .narrowHeight =
        [](const PageModel& page, float) {
            const float bars = std::min(barsHeight(page.bars) + 60, 560.0F);
            return bars + (hasPicture(page) ? pictureHeight + 20 : 0);
        },
};

}  // namespace hw
