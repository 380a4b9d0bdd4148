// SPDX-License-Identifier: MIT
// The layout of the columns of the compare view.
#include <algorithm>

#include "panels/compare/view_bars.h"

namespace hw {
namespace {

using Numbers = CompareColumns::Numbers;

constexpr float comfortable = 26;
/// Height of a row with numbers above its bars.
constexpr float twoLines = 34;
/// A column narrower than this does not fit numbers next to its bars.
constexpr float roomForNumbers = 116;
/// In a column narrower than this, names and bars are illegible.
constexpr float narrowestBars = 60;
constexpr float narrowestMatrix = 112;
constexpr float numberWidth = 46;

/// The same position for all columns, so that rows look alike.
Numbers numbersIn(const CompareModel& model, const CompareColumns& columns) {
    constexpr int smallNumber = 7;  // 1.3e-05, <0.0001
    int characters = model.of >= 0 ? model.differenceDecimals + 3 : 0;
    for (const CompareColumn& column : model.columns)
        characters = std::max(characters, column.decimals + 2 + (column.isSigned ? 1 : 0));
    if (columns.width >= roomForNumbers + compareNumberRoom(characters) - numberWidth)
        return Numbers::beside;
    const float above = digitsWidth(type::label, std::max(characters, smallNumber));
    return columns.width + columns.gap - 4 >= above ? Numbers::above : Numbers::none;
}

/// Names come before the bars, which have the whole width.
void stack(CompareColumns& columns, const CompareModel& model, const Rect& area) {
    columns.stacked = true;
    columns.numbers = Numbers::beside;
    float widest = model.of < 0 ? 0 : wordWidth(fonts().text, type::label, model.differenceName);
    for (const CompareColumn& column : model.columns)
        widest = std::max(widest, wordWidth(fonts().text, type::label, column.name));
    columns.labelWidth = std::min(widest, area.w * 0.42F);
    columns.left = area.x + columns.labelWidth + 8;
    columns.width = area.right() - 14 - columns.left;
}

}  // namespace

ImFont* compareLabelFace(const CompareModel& model, std::size_t key) {
    return model.isOutput[key] ? fonts().semibold : fonts().text;
}

float compareNumberRoom(int characters) {
    return std::max(numberWidth, digitsWidth(type::label, characters));
}

CompareColumns compareColumns(const CompareModel& model, const Rect& area, float gap) {
    CompareColumns columns;
    columns.area = area;
    columns.gap = gap;
    if (model.form == CompareForm::bars) {
        float widest = 24;
        const auto lengthOf = [&](int label) { return model.labels[label].size(); };
        for (const int label : sampleLabels(static_cast<int>(model.labels.size()), lengthOf)) {
            widest = std::max(
                widest, wordWidth(compareLabelFace(model, label), type::body, model.labels[label]));
        }
        // On a phone names need a larger share, since "word1016" and "word1023" begin alike.
        const float most = std::max({56.0F, std::min(76.0F, area.w * 0.21F), area.w * 0.16F});
        columns.labelWidth = std::min(widest, most);
    }
    columns.left = area.x + columns.labelWidth + (columns.labelWidth > 0 ? 14 : 0);
    // The bars' list may scroll. Its track is to the right of the last column, not on it.
    const float right = area.right() - (model.form == CompareForm::bars ? 14 : 0);
    columns.count = static_cast<int>(model.columns.size()) + (model.of >= 0 ? 1 : 0);
    if (isNarrow(area.w)) columns.gap = 16;
    const auto widthOf = [&](int places) {
        const auto across = static_cast<float>(places);
        return std::max(24.0F, (right - columns.left - columns.gap * (across - 1)) / across);
    };
    columns.perRow = columns.count;
    const bool bars = model.form == CompareForm::bars;
    while (!bars && columns.perRow > 1 && widthOf(columns.perRow) < narrowestMatrix)
        --columns.perRow;
    // Four short bars read better than two endless ones.
    columns.width =
        std::min(widthOf(columns.perRow), bars ? std::max(340.0F, area.w * 0.32F) : 460.0F);
    columns.numbers = numbersIn(model, columns);
    if (bars && (columns.numbers == Numbers::none || columns.width < narrowestBars))
        stack(columns, model, area);
    return columns;
}

float compareRowHeight(const CompareColumns& columns) {
    if (columns.stacked)
        return stackedName + stackedLine * static_cast<float>(columns.count) + stackedGap;
    return columns.numbers == Numbers::above ? twoLines : comfortable;
}

}  // namespace hw
