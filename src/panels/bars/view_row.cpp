// SPDX-License-Identifier: MIT
#include "panels/bars/view_row.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/tokens/token_text.h"
#include "page/models/value_scale.h"
#include "view/matrix/color_legend.h"

namespace hw {
namespace {

void drawRankChange(const Pen& pen, int change, float x, float middle) {
    if (change == 0) return;
    const float up = change > 0 ? -1.0F : 1.0F;
    const ImVec2 tip{x + 3, middle + up * 3};
    pen.list->AddTriangleFilled(tip, {x, middle - up * 2}, {x + 6, middle - up * 2},
                                pen.theme.muted);
    textLine(pen, fonts().mono, type::label, x + 9, middle, pen.theme.muted,
             std::to_string(std::abs(change)));
}

}  // namespace

ImFont* barFace(const TokenRow& row) { return row.isOutput ? fonts().semibold : fonts().text; }

std::string barRowText(const BarsModel& model, const TokenRow& row) {
    const bool isRatio = model.form == ValueForm::ratios;
    const bool isThere = !std::isnan(row.value);
    std::string out =
        isolated(row.name) + "  " + (isThere ? exactText(row.value) : describeRange(model, row));
    if (row.rank > 0) out += "\n" + formatText("rank {} of {}"_tr, {row.rank, model.rows.size()});
    if (!std::isnan(row.before))
        out += "\n" + formatText("previous layer {}"_tr, {exactText(row.before)});
    if (isThere && row.uniform > 0) {
        const auto number = [](const char* form, float value) {
            char text[32];
            std::snprintf(text, sizeof text, form, static_cast<double>(value));
            return inLanguage(text);
        };
        out += "\n" + formatText("uniform causal model {}, ratio {}"_tr,
                                 {number("%.4g", row.uniform),
                                  number("%.2f", isRatio ? row.value : row.value / row.uniform)});
    }
    return out;
}

void drawBarRow(const Pen& pen, const BarsModel& model, const TokenRow& row,
                const BarColumns& columns, float middle, float height, bool ghost, bool lit) {
    ImFont* face = barFace(row);
    const float size = height < 22 ? type::small : type::body;
    textLine(pen, face, size, columns.labelRight, middle, pen.theme.ink,
             elided(face, size, row.name, columns.labelWidth), Align::right);
    const float half = std::clamp(height * 0.29F, 4.0F, 14.0F);
    if (columns.second > 0 && !std::isnan(row.second)) {
        const auto xOf = [&](float value) {
            return columns.second + model.second.share(value) * columns.secondWidth;
        };
        const auto [left, right] = std::minmax({xOf(0), xOf(row.second)});
        pen.list->AddRectFilled({left, middle - half / 2},
                                {std::max(right, left + 1), middle + half / 2}, pen.theme.muted);
        textLine(pen, fonts().mono, type::number, columns.secondValueRight, middle, pen.theme.muted,
                 signedNumber(row.second, model.second.decimals), Align::right);
    }
    if (std::isnan(row.shown) && row.range.isKnown()) {
        rangeBar(pen, barEnd(model, columns, row.range.least),
                 barEnd(model, columns, row.range.most), middle, half,
                 isBeyond(model.form, row.range.most, model.scale));
        textLine(pen, fonts().mono, type::number, columns.valueRight, middle, pen.theme.muted,
                 describeValue(model, row), Align::right);
        return;
    }
    if (std::isnan(row.shown)) {
        textLine(pen, fonts().text, type::small, columns.bar, middle, pen.theme.muted, model.gap);
        return;
    }
    const float from = barOrigin(model, columns);
    const auto bar = [&](float value, float rim) {
        const float end = barEnd(model, columns, value);
        return std::pair{ImVec2{std::min(from, end), middle - half - rim},
                         ImVec2{std::max(end, from + 1), middle + half + rim}};
    };
    const bool oneWay = model.form == ValueForm::amounts;
    const auto [low, high] = bar(row.shown, 0);
    const bool isLeft = low.x < from;
    pen.list->AddRectFilled(low, high, oneWay ? pen.theme.quantity : sideColour(pen.theme, isLeft),
                            2,
                            isLeft ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_RoundCornersRight);
    if (ghost && !std::isnan(row.before)) {
        // Past the scale's end the outline is open, and no wider than the scale.
        const bool isOpen =
            model.form != ValueForm::ratios && isBeyond(model.form, row.before, model.scale);
        const auto [first, last] =
            bar(isOpen ? std::copysign(model.scale, row.before) : row.before, 1.5F);
        if (isOpen) {
            for (const float y : {first.y, last.y}) hline(pen, first.x, last.x, y, pen.theme.ghost);
        } else {
            pen.list->AddRect(
                first, last, pen.theme.ghost, 2,
                first.x < from ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_RoundCornersRight, 1);
        }
    }
    if (isBeyond(model.form, row.shown, model.scale))
        tearBar(pen, isLeft ? low.x + 18 : high.x, middle, half);
    textLine(pen, fonts().mono, type::number, columns.valueRight, middle,
             lit ? pen.theme.ink : pen.theme.muted, describeValue(model, row), Align::right);
    if (columns.change > 0) drawRankChange(pen, row.rankChange, columns.change, middle);
}

}  // namespace hw
