// SPDX-License-Identifier: MIT
#include "panels/faithfulness/view_plot.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

#include "core/report/ranked_colours.h"
#include "page/models/number_phrases.h"

namespace hw {
namespace {

/// "#rrggbb" as a colour to draw with.
ImU32 colourOf(std::string_view hex) {
    unsigned value = 0;
    std::from_chars(hex.data() + 1, hex.data() + hex.size(), value, 16);
    return IM_COL32(value >> 16, value >> 8 & 0xFF, value & 0xFF, 0xFF);
}

}  // namespace

ImU32 rankedColour(const Theme& theme, int row) {
    return colourOf(theme.dark ? rankedColours[row].dark : rankedColours[row].light);
}

namespace {

/// The range that a plot needs, in steps of a quarter, always including 0.
struct Range {
    float low = 0;
    float high = 1;
    float at(const Rect& plot, double value) const {
        const float share = (static_cast<float>(value) - low) / (high - low);
        return plot.bottom() - plot.h * share;
    }
};

Range rangeOf(const FaithfulnessTable& table) {
    double low = 0;
    double high = 0.5;
    for (const auto& row : table.methods) {
        for (const FaithfulnessCell& cell : row) {
            if (std::isnan(cell.mean)) continue;
            low = std::min(low, cell.mean);
            high = std::max(high, cell.mean);
        }
    }
    return {static_cast<float>(std::floor(low * 4) / 4),
            static_cast<float>(std::ceil(high * 4) / 4)};
}

/// Names at the lines' ends, pushed apart if they would touch.
void drawLineNames(const Pen& pen, const FaithfulnessTable& table, const Range& range,
                   const Rect& plot) {
    struct Name {
        std::size_t method;
        float y;
    };
    std::vector<Name> names;
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const auto& row = table.methods[method];
        const auto last = std::find_if(row.rbegin(), row.rend(), [](const FaithfulnessCell& cell) {
            return !std::isnan(cell.mean);
        });
        if (last != row.rend()) names.push_back({method, range.at(plot, last->mean)});
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const Name& a, const Name& b) { return a.y < b.y; });
    constexpr float apart = 14;
    for (std::size_t i = 1; i < names.size(); ++i) {
        names[i].y = std::max(names[i].y, names[i - 1].y + apart);
    }
    const float over = names.empty() ? 0 : std::max(0.0F, names.back().y - plot.bottom());
    for (const Name& name : names) {
        textLine(pen, fonts().text, type::label, plot.right() + 8, name.y - over,
                 rankedColour(pen.theme, table.rows[name.method]), table.row(name.method).name);
    }
}

}  // namespace

float lineNames(const FaithfulnessTable& table) {
    float widest = 42;
    for (std::size_t row = 0; row < table.rows.size(); ++row)
        widest = std::max(widest, wordWidth(fonts().text, type::label, table.row(row).name));
    return widest + 8;
}

void drawFaithfulnessPlot(const Pen& pen, const FaithfulnessModel& model,
                          const FaithfulnessTable& table, const Rect& area) {
    const Range range = rangeOf(table);
    const auto widthOf = [](float value) {
        return wordWidth(fonts().mono, type::label, shortCorrelation(value));
    };
    // Only "-1.00" has five characters.
    const float left = std::max(26.0F, widthOf(range.low <= -1 ? -1 : 1)) + 8;
    const Rect plot{area.x + left, area.y + 8, area.w - left - lineNames(table), area.h - 30};
    noteFigure(pen, "lines", plot);
    for (float value = range.low; value <= range.high + 0.01F; value += 0.25F) {
        const float y = range.at(plot, value);
        const bool zero = std::abs(value) < 0.01F;
        hline(pen, plot.x, plot.right(), y, zero ? pen.theme.ghost : pen.theme.rule);
        const bool half = std::abs(std::remainder(value, 0.5F)) < 0.01F;
        if (!half) continue;
        textLine(pen, fonts().mono, type::label, plot.x - 8, y, pen.theme.muted,
                 zero ? "0" : shortCorrelation(value), Align::right);
    }
    const int last = std::max(model.layers - 1, 1);
    const auto x = [&](int layer) {
        return plot.x + plot.w * static_cast<float>(layer) / static_cast<float>(last);
    };
    vline(pen, x(model.layer), plot.y, plot.bottom(), pen.theme.selection);
    textLine(pen, fonts().text, type::label, x(model.layer), plot.bottom() + 12,
             pen.theme.selection, std::to_string(model.layer + 1), Align::centre);
    for (std::size_t method = 0; method < table.methods.size(); ++method) {
        const ImU32 colour = rankedColour(pen.theme, table.rows[method]);
        const auto& row = table.methods[method];
        for (int layer = 0; layer < model.layers; ++layer) {
            const double here = row[layer].mean;
            if (std::isnan(here)) continue;
            const ImVec2 point{x(layer), range.at(plot, here)};
            if (model.layers <= 16) pen.list->AddCircleFilled(point, 2.2F, colour, 12);
            if (layer == 0) continue;
            const double before = row[layer - 1].mean;
            if (std::isnan(before)) continue;
            pen.list->AddLine({x(layer - 1), range.at(plot, before)}, point, colour, 1.6F);
        }
    }
    drawLineNames(pen, table, range, plot);
}

}  // namespace hw
