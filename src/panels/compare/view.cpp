// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "page/models/number_phrases.h"
#include "page/rules/compared_views.h"
#include "page/state/command.h"
#include "panels/compare/model.h"
#include "panels/compare/view_bars.h"
#include "panels/compare/view_header.h"
#include "panels/matrix/view.h"
#include "panels/rankings/view.h"
#include "panels/views.h"
#include "view/widgets/follow_scroll.h"
#include "view/widgets/widgets.h"

namespace hw {
namespace {

constexpr float gap = 28;
constexpr float betweenRows = 14;
constexpr float cellHeight = 26;
constexpr float tableHead = 30;

/// Two columns' correlation. A click shows their difference, or hides it.
void drawCorrelation(const Pen& pen, const CompareModel& model, int i, int j, const Rect& box,
                     Commands& commands) {
    const auto name = [&](int column) { return model.columns[column].name; };
    const double value = model.correlation[i][j];
    const float t = std::isnan(value) ? 0.5F : 0.5F + 0.5F * static_cast<float>(value);
    const ImU32 fill =
        rampColour(Ramp::diverging, 0.5F + (t - 0.5F) * 0.6F, pen.theme.dark, pen.theme.groundArgb);
    pen.list->AddRectFilled(box.min(), box.max(), fill, 2);
    textLine(pen, fonts().mono, type::number, box.x + box.w / 2, box.y + box.h / 2,
             inkOn(fill, pen.theme), describeCorrelation(model, i, j), Align::centre);
    ImGui::PushID(i * 8 + j);
    const Hit hit = hitArea("correlation", box);
    ImGui::PopID();
    const bool shown = (model.of == i && model.from == j) || (model.of == j && model.from == i);
    if (shown || hit.hovered) {
        pen.list->AddRect(box.min(), box.max(), shown ? pen.theme.selection : pen.theme.ink, 2, 0,
                          1.5F);
    }
    if (hit.hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        char text[32];
        std::snprintf(text, sizeof text, "%.6f", value);
        tooltip(pen, formatText("{} with {}"_tr, {name(j), name(i)}) + "\n" +
                         (waits(model, i, j)  ? "waits for exact values"_tr
                          : std::isnan(value) ? "no correlation (a ranking is constant)"_tr
                                              : inLanguage(text)));
    }
    if (hit.clicked)
        commands.push_back(
            Set{&ViewState::difference, shown ? ComparedPair{} : ComparedPair{j, i}});
}

/// Lower triangle of each column against those before it.
float drawCorrelations(const Pen& pen, const CompareModel& model, const Rect& area,
                       Commands& commands) {
    const int count = static_cast<int>(model.columns.size());
    if (count < 2) return 0;
    const auto name = [&](int i) -> const std::string& { return model.columns[i].name; };
    const LocalizedText title = "Rank correlation"_tr;
    float names = wordWidth(fonts().semibold, type::small, title);
    for (int i = 0; i < count; ++i) {
        names = std::max(names, wordWidth(fonts().text, type::small, name(i)));
    }
    const float cell = std::clamp((area.w - names - 14) / static_cast<float>(count), 40.0F, 76.0F);
    const float left = area.x + names + 14;
    textLine(pen, fonts().semibold, type::small, area.x, area.y + 10, pen.theme.ink, title);
    for (int j = 0; j + 1 < count; ++j) {
        textLine(pen, fonts().text, type::label, left + cell * (static_cast<float>(j) + 0.5F) - 1,
                 area.y + 10, pen.theme.muted, elided(fonts().text, type::label, name(j), cell - 4),
                 Align::centre);
    }
    float y = area.y + tableHead - 8;
    for (int i = 1; i < count; ++i, y += cellHeight) {
        textLine(pen, fonts().text, type::small, area.x, y + cellHeight / 2, pen.theme.ink,
                 name(i));
        for (int j = 0; j < i; ++j) {
            const Rect box{left + cell * static_cast<float>(j), y + 1, cell - 2, cellHeight - 2};
            drawCorrelation(pen, model, i, j, box, commands);
        }
    }
    return left + cell * static_cast<float>(count) - area.x;
}

MatrixModel matrixOf(const CompareModel& model, const CompareColumn& column) {
    MatrixModel matrix;
    static_cast<MatrixBlend&>(matrix) = column.matrix;
    const Axis& queries = column.elsewhere ? column.queryAxis : model.queryAxis;
    const Axis& keys = column.keysOf(model.keyAxis);
    fillFrame(matrix, queries, keys, column.elsewhere ? column.outputs : model.outputs,
              {model.hover.key, model.hover.query, -1});
    matrix.leads = !column.elsewhere;
    matrix.unit = column.layers;
    matrix.method = column.view.method;
    matrix.form = column.form;
    matrix.standing = column.standing;
    return matrix;
}

void drawMatrices(const CompareModel& model, MatrixUi& ui, MatrixRenderer& renderer,
                  const CompareColumns& columns, const Pen& pen, float top, float height,
                  float band, Commands& commands) {
    const int count = static_cast<int>(model.columns.size());
    const auto draw = [&](const MatrixModel& matrix, int index) {
        const Rect box = columns.at(index);
        // Notes do not apply to tokens of another file or example, or to cells of another layer.
        const bool same = index >= count || (matrix.leads && !model.columns[index].view.layer);
        const Pen own{pen.theme, pen.list, same ? pen.notes : nullptr};
        ImGui::PushID(index);
        // The headers take the place of a matrix title.
        const Commands more = drawMatrixView(
            matrix, ui, renderer, {box.x, top + band * static_cast<float>(index / columns.perRow)},
            {box.w, height}, own);
        ImGui::PopID();
        commands.insert(commands.end(), more.begin(), more.end());
    };
    for (int i = 0; i < count; ++i) { draw(matrixOf(model, model.columns[i]), i); }
    if (model.of < 0) return;
    MatrixModel matrix = matrixOf(model, model.columns[model.of]);
    matrix.from = matrix.to =
        model.differenceMatrix.values.empty() ? nullptr : &model.differenceMatrix;
    matrix.t = 0;
    matrix.form = ValueForm::signs;
    matrix.isDifference = true;
    matrix.unit.clear();
    if (matrix.from != nullptr) matrix.standing.kind = Standing::Kind::there;
    const Answer& difference = model.differenceMatrix;
    matrix.scale = scaleEnd(difference, model.wholeScale);
    matrix.fit = {.can = difference.readable < difference.largest, .whole = model.wholeScale};
    matrix.beyond = difference.largest > matrix.scale;
    draw(matrix, count);
}

/// A single column has no table.
float tableHeight(const CompareModel& model) {
    if (model.columns.size() < 2) return 0;
    return tableHead + cellHeight * static_cast<float>(model.columns.size() - 1);
}

/// The preferred height at this width.
float compareHeight(const CompareModel& model, float width) {
    const CompareColumns columns = compareColumns(model, {0, 0, width, 0}, gap);
    float body = width / static_cast<float>(model.columns.size() + 1) + 120;
    if (columns.rows() > 1)
        body = (columns.width + 72 + compareHeaderHeight) * static_cast<float>(columns.rows());
    if (model.form == CompareForm::bars)
        body = compareRowHeight(columns) * static_cast<float>(model.rows.size());
    if (columns.stacked) body += 40 * static_cast<float>(columns.count);
    return compareTitleHeight(model, width) + compareHeaderHeight + body + tableHeight(model) + 110;
}

/// Two to six columns over one token axis, as bars or as matrices with one cursor. With the difference of two of them,
/// and the table of rank correlations below. A click on a column's name opens its menu, and on a correlation it shows
/// the difference of the two. `ui` is the window that all matrices share. O(visible rows).
void drawCompare(const Pen& pen, const CompareModel& model, MatrixUi& ui, MatrixRenderer* renderer,
                 FollowScroll& follow, const Rect& area, bool clickable, Commands& commands) {
    if (model.columns.empty()) return;
    const float titles = drawCompareTitle(pen, model, area, commands);
    const bool bars = model.form == CompareForm::bars;
    const CompareColumns columns = compareColumns(model, area, bars ? gap : 24);
    const float top = area.y + titles;
    const int count = static_cast<int>(model.columns.size());
    const bool beside = area.w > 620 && count > 1;
    const std::string said = model.caption + model.hint;
    const auto drawWords = [&](const Pen& on, const Rect& at) {
        return textBlock(on, fonts().text, type::small, at, pen.theme.muted, said);
    };
    const Pen unseen{pen.theme, nullptr};
    const float caption = beside ? 0 : std::max(64.0F, drawWords(unseen, {0, 0, area.w, 0}));
    const float foot = tableHeight(model) + caption + 22;
    const float room = area.h - titles - foot;
    const auto rows = static_cast<float>(columns.rows());
    const float height = std::min((room - (rows - 1) * betweenRows) / rows - compareHeaderHeight,
                                  columns.width + 52);
    const float band =
        columns.stacked ? compareHeaderLine(pen) : compareHeaderHeight + height + betweenRows;
    for (int i = 0; i < columns.count; ++i) {
        const Rect at = columns.at(i);
        const Rect header =
            columns.stacked
                ? Rect{area.x, top + band * static_cast<float>(i), area.w, band}
                : Rect{at.x, top + band * static_cast<float>(i / columns.perRow), at.w, 0};
        if (i < count)
            drawCompareHeader(pen, model, i, header, columns.stacked, commands);
        else if (!columns.stacked)
            drawDifferenceHeader(pen, model, header);
    }
    const float headers =
        columns.stacked ? band * static_cast<float>(count) + 6 : compareHeaderHeight;
    const Rect body{area.x, top + headers, area.w, room - headers};
    float end = body.y;
    if (bars) {
        end += drawCompareBars(pen, model, columns, follow, body, clickable, commands);
    } else if (renderer != nullptr) {
        drawMatrices(model, ui, *renderer, columns, pen, body.y - 26, height + 26, band, commands);
        end += height + band * (rows - 1);
    }
    const float table = drawCorrelations(
        pen, model, {area.x, end + 22, beside ? area.w * 0.5F : area.w, tableHeight(model)},
        commands);
    const Rect words = beside ? Rect{area.x + table + 24, end + 22, area.w - table - 24, 0}
                              : Rect{area.x, end + 22 + tableHeight(model), area.w, 0};
    drawWords(pen, words);
}

/// The columns' list keeps its scroll position.
struct CompareUi {
    FollowScroll scroll;
};

float rankingsBelow(const PageModel& page, float width) {
    return rankingsRoom(page.of<CompareModel>().rankings, page.surroundings.touch, width);
}

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const CompareModel& model = on.page.of<CompareModel>();
    FollowScroll& scroll = on.ui.own.at<CompareUi>().scroll;
    scroll.moving = false;
    const float rankings = rankingsBelow(on.page, area.w - 12);
    const auto draw = [&](const Pen& pen, const Rect& at) {
        drawCompare(pen, model, on.ui.matrix, on.ui.renderer, scroll, at, on.page.keysAreOutputs,
                    on.commands);
        PanelDrawing{pen, on.page, on.ui, on.inPane, on.commands}.sign(
            Panel::compare, at, model.title, compareTitleRoom(model, at.w));
    };
    const float upper = std::max(area.h - rankings, std::min(compareHeight(model, area.w), area.h));
    if (rankings == 0) {
        draw(on.pen, area);
    } else {
        // If both do not fit, the columns fill the window, and the rankings scroll into view. Chips next to the title,
        // whose middle is 10 pixels below the edge, reach beyond it.
        const float rim = targetHeight(on.pen.theme, 28) / 2 - 10;
        ImGui::SetCursorScreenPos({area.x, area.y - rim});
        ImGui::BeginChild("compared", {area.w, area.h + rim}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground);
        const Pen pen{on.pen.theme, ImGui::GetWindowDrawList(), on.pen.notes};
        const float top = area.y - ImGui::GetScrollY();
        draw(pen, {area.x, top, area.w - 12, upper});
        drawRankings(pen, model.rankings, {area.x, top + upper + rankingsGap, area.w - 12, 0});
        ImGui::SetCursorScreenPos({area.x, top + upper + rankings});
        ImGui::Dummy({1, 0});
        ImGui::EndChild();
    }
    on.ui.moving |= scroll.moving;
}

/// The whole height, up to `most`. Content in several rows is not squeezed, and takes up to twice as much.
float heightUpTo(const PageModel& page, float width, float most) {
    const CompareModel& model = page.of<CompareModel>();
    if (model.columns.empty()) return most;
    const CompareColumns columns = compareColumns(model, {0, 0, width, 0}, gap);
    const bool tall = columns.stacked || columns.rows() > 1;
    return rankingsBelow(page, width) +
           std::min(compareHeight(model, width), tall ? 2 * most : most);
}

}  // namespace

constinit const PanelView compareView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel& page, float width) { return heightUpTo(page, width, 420); },
    .wideHeight = [](const PageModel& page, float width) { return heightUpTo(page, width, 560); },
    .narrowHeight = [](const PageModel& page, float width) { return heightUpTo(page, width, 720); },
};

}  // namespace hw
