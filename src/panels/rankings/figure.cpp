// SPDX-License-Identifier: MIT
#include "panels/rankings/figure.h"

namespace hw::figure {

namespace {

float rowOf(const Svg& svg) { return svg.isPrint() ? 11 : 16; }

}  // namespace

float rankingsHeight(const Svg& svg, const Rankings& rankings) {
    constexpr float around = 80;  // title, heads of both columns, caption
    return around + rowOf(svg) * static_cast<float>(rankings.tokens.size());
}

float drawRankingsFigure(Svg& svg, const Rankings& rankings, float top) {
    if (rankings.tokens.empty()) return 0;
    const float row = rowOf(svg);
    const float room = std::min(500.0F, svg.inner());
    const float names = 0.3F * room;
    const float left = svg.edge() + names;
    const float right = svg.edge() + room - names;
    const float heading =
        svg.block(svg.edge(), top - 1, svg.column(), rankings.title, {.size = 11, .strong = true});
    const float first = top + 26 + heading;
    svg.text(left - 8, first - 14, svg.cut(rankings.left, names - 8, {.size = 9.5F}),
             {.size = 9.5F, .anchor = Anchor::end, .colour = muted});
    svg.text(right + 8, first - 14, svg.cut(rankings.right, names - 8, {.size = 9.5F}),
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
           svg.block(svg.edge(), bottom, svg.column(), rankings.caption,
                     {.size = 10.5F, .colour = muted});
}

}  // namespace hw::figure
