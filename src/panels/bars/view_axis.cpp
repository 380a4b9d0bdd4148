// SPDX-License-Identifier: MIT
#include "panels/bars/view_axis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/localized_text.h"
#include "page/models/value_scale.h"

namespace hw {

float barEnd(const BarsModel& model, const BarColumns& columns, float value) {
    const float from = barOrigin(model, columns);
    return from + barLength(model.form, value, model.scale, columns.bar + columns.barWidth - from);
}
float barOrigin(const BarsModel& model, const BarColumns& columns) {
    return columns.bar + (model.form == ValueForm::amounts ? 0 : columns.barWidth / 2);
}

namespace {

/// 1, 2 or 5 times a power of ten, so that about `count` steps make `range`.
double niceStep(double range, int count) {
    const double rough = range / count;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= rough) return factor * power;
    }
    return 10 * power;
}

/// For ratios, a factor of which at most `steps` powers reach `scale`.
double factorStep(double scale, int steps) {
    for (const double base : {1.1, 1.25, 1.5, 2.0, 4.0, 10.0, 100.0, 1000.0}) {
        if (std::log(scale) / std::log(base) <= steps) return base;
    }
    return scale;
}

void drawTick(const Pen& pen, const BarsModel& model, const BarColumns& columns, double value,
              float top, float bottom) {
    const float x = barEnd(model, columns, static_cast<float>(value));
    vline(pen, x, top, bottom, pen.theme.rule);
    char text[24];
    std::snprintf(text, sizeof text, "%.3g", value);
    textLine(pen, fonts().mono, type::label, x, bottom + 11, pen.theme.muted, inLanguage(text),
             Align::centre);
}

void drawAxisBothWays(const Pen& pen, const BarsModel& model, const BarColumns& columns, float top,
                      float bottom) {
    const int steps = std::max(1, static_cast<int>(columns.barWidth / 180));
    drawTick(pen, model, columns, model.form == ValueForm::ratios ? 1 : 0, top, bottom);
    if (model.form == ValueForm::signs) {
        const double step = niceStep(model.scale, steps);
        for (int i = 1; i * step <= model.scale * 1.0001; ++i) {
            for (const double value : {-i * step, i * step})
                drawTick(pen, model, columns, value, top, bottom);
        }
        return;
    }
    const double base = factorStep(model.scale, steps);
    for (double factor = base; factor > 1 && factor <= model.scale * 1.0001; factor *= base) {
        for (const double value : {1 / factor, factor})
            drawTick(pen, model, columns, value, top, bottom);
    }
}

}  // namespace

void drawBarsAxis(const Pen& pen, const BarsModel& model, const BarColumns& columns, float top,
                  float bottom) {
    if (model.form != ValueForm::amounts) return drawAxisBothWays(pen, model, columns, top, bottom);
    const int steps = std::max(2, static_cast<int>(columns.barWidth / 90));
    double step = niceStep(model.scale, steps);
    if (step > model.scale) step = niceStep(model.scale, 2 * steps);  // a scale needs more than 0
    for (int i = 0; i * step <= model.scale * 1.0001; ++i) {
        const float x = columns.bar + columns.barWidth * static_cast<float>(i * step / model.scale);
        vline(pen, x, top, bottom, pen.theme.rule);
        char text[24];
        std::snprintf(text, sizeof text, "%g", i * step);
        textLine(pen, fonts().mono, type::label, x, bottom + 11, pen.theme.muted, inLanguage(text),
                 Align::centre);
    }
}

}  // namespace hw
