// SPDX-License-Identifier: MIT
#include "panels/rankings/figure.h"

#include "figure/paper.h"

namespace hw::figure {

float drawRankingsFigure(Svg& svg, const Rankings& rankings, float top) {
    if (rankings.tokens.empty()) return 0;
    constexpr float row = 16;
    constexpr float names = 150;
    constexpr float left = edge + names;
    constexpr float right = edge + 500 - names;
    svg.text(edge, top + 7, rankings.title, {.size = 11, .strong = true});
    const float first = top + 42;
    svg.text(left - 8, first - 14, svg.cut(rankings.left, names, {.size = 9.5F}),
             {.size = 9.5F, .anchor = Anchor::end, .colour = muted});
    svg.text(right + 8, first - 14, svg.cut(rankings.right, names, {.size = 9.5F}),
             {.size = 9.5F, .colour = muted});
    const auto y = [&](int place) { return first + row * (static_cast<float>(place) + 0.5F); };
    for (const RankedToken& token : rankings.tokens) {
        svg.line(left, y(token.leftPlace), right, y(token.rightPlace), "#4f83b5", 1);
        svg.disc(left, y(token.leftPlace), 2, ink);
        svg.disc(right, y(token.rightPlace), 2, ink);
        const std::string name = svg.cut(token.label, names - 12, {.size = 10});
        svg.text(left - 8, y(token.leftPlace), name, {.size = 10, .anchor = Anchor::end});
        svg.text(right + 8, y(token.rightPlace), name, {.size = 10});
    }
    const float bottom = first + row * static_cast<float>(rankings.tokens.size()) + 8;
    return bottom - top +
           svg.block(edge, bottom, inner * 0.88F, rankings.caption,
                     {.size = 10.5F, .colour = muted});
}

}  // namespace hw::figure
