// SPDX-License-Identifier: MIT
#include "figure/axis.h"

#include <algorithm>
#include <cmath>

#include "page/models/number_phrases.h"
#include "page/models/value_scale.h"

namespace hw::figure {
namespace {

const TextStyle tickStyle{.size = 9.5F, .mono = true, .anchor = Anchor::middle, .colour = muted};
float betweenTicks(const Svg& svg) { return svg.isPrint() ? 4 : 8; }

/// 1, 2 or 5 times a power of ten, not below `least`.
double roundStep(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double times : {1.0, 2.0, 5.0}) {
        if (times * power >= least * (1 - 1e-9)) return times * power;
    }
    return 10 * power;
}

/// Text with as many decimals as the step has.
std::string tickText(double value, double step) {
    const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 6);
    const std::string text =
        std::abs(value) < step / 2 ? "0" : shownNumber(std::abs(value), decimals);
    return value <= -step / 2 ? "−" + text : text;
}

void add(std::vector<Tick>& ticks, const Box& room, ValueForm form, float end, float value,
         std::string text) {
    const bool oneWay = form == ValueForm::amounts;
    const float from = room.x + (oneWay ? 0 : room.w / 2);
    ticks.push_back(
        {value, from + (room.right() - from) * placeOnScale(form, value, end), std::move(text)});
}

}  // namespace

std::vector<Tick> ticksOf(const Svg& svg, const Box& room, ValueForm form, float end) {
    std::vector<Tick> ticks;
    if (!(end > 0) || !std::isfinite(end) || room.w <= 0) return ticks;
    if (form == ValueForm::ratios) {
        // 1 in the middle, and the power nearest to the end on either side.
        float power = 1;
        while (power * 2 <= end * 1.001F && power < 1e6F) power *= 2;
        if (power > 1)
            add(ticks, room, form, end, 1 / power,
                "1/" + shownNumber(static_cast<double>(power), 0));
        add(ticks, room, form, end, 1, "1");
        if (power > 1)
            add(ticks, room, form, end, power, shownNumber(static_cast<double>(power), 0));
        return ticks;
    }
    const bool oneWay = form == ValueForm::amounts;
    const double span = static_cast<double>(end) * (oneWay ? 1 : 2);
    for (double step = roundStep(span / 8);; step = roundStep(step * 1.5)) {
        const int count = static_cast<int>(std::floor(static_cast<double>(end) / step + 1e-6));
        float widest = 0;
        for (int i = oneWay ? 0 : -count; i <= count; ++i)
            widest = std::max(widest, numberWidth(svg, tickText(i * step, step), tickStyle));
        const float between = room.w * static_cast<float>(step / span);
        if (between < widest + betweenTicks(svg) && count > 1) continue;
        const bool isAlone = between < widest + betweenTicks(svg);  // not even the two ends fit
        for (int i = oneWay || isAlone ? 0 : -count; i <= (isAlone ? 0 : count); ++i)
            add(ticks, room, form, end, static_cast<float>(i * step), tickText(i * step, step));
        return ticks;
    }
}

float drawAxis(Svg& svg, const Box& room, ValueForm form, float end) {
    const std::vector<Tick> ticks = ticksOf(svg, room, form, end);
    for (const Tick& tick : ticks) {
        svg.line(tick.at, room.y, tick.at, room.bottom() + 3, rule, 0.5F);
        svg.text(tick.at, room.bottom() + 9, tick.text, tickStyle);
    }
    svg.line(room.x, room.bottom(), room.right(), room.bottom(), rule, 0.5F);
    return 16;
}

}  // namespace hw::figure
