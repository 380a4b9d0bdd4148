// SPDX-License-Identifier: MIT
#include "panels/bars/view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/tokens/token_text.h"
#include "page/models/value_scale.h"
#include "panels/bars/view_axis.h"
#include "panels/bars/view_row.h"
#include "panels/views.h"
#include "view/matrix/color_legend.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr float titleHeight = 34;
constexpr float axisHeight = 26;
constexpr float progressHeight = 26;  ///< of its own line, if the title fills its line
constexpr float narrowBars = 560;
constexpr float comfortable = 30;
constexpr float largest = 52;  ///< of a row in a large window
constexpr float smallest = 18;

/// The second column's share of the width.
constexpr float secondShare = 0.28F;

BarColumns columnsFor(const BarsModel& model, const Rect& whole) {
    BarColumns columns;
    Rect area = whole;
    if (!model.second.title.empty() && whole.w > narrowBars) {
        area.w -= whole.w * secondShare;
        columns.second = area.right() + 12;
        columns.secondValueRight = whole.right();
        columns.secondWidth = whole.right() - columns.second -
                              digitsWidth(type::number, model.second.decimals + 2) - 14;
    }
    float widest = 24;
    const auto lengthOf = [&](int token) { return model.tokens[token].name.size(); };
    for (const int token : sampleLabels(static_cast<int>(model.tokens.size()), lengthOf)) {
        const TokenRow& row = model.tokens[token];
        widest = std::max(widest, wordWidth(barFace(row), type::body, row.name));
    }
    columns.labelWidth = std::min(widest, std::max(64.0F, area.w * 0.24F));
    columns.labelRight = area.x + columns.labelWidth;
    columns.bar = columns.labelRight + 12;
    const bool roomy = area.w > 420;
    const float values =
        std::max(roomy ? 62.0F : 56.0F, digitsWidth(type::number, model.decimals + 2) + 7);
    columns.valueRight = area.right() - (roomy ? 34 : 0);
    columns.change = roomy ? area.right() - 26 : 0;
    const float past = roomPastFull(model.form, model.beyond);
    if (model.form != ValueForm::amounts) columns.bar += past;
    columns.barWidth = std::max(20.0F, columns.valueRight - values - past - columns.bar);
    return columns;
}

int linesOf(const BarsModel& model) {
    return static_cast<int>(model.lines().size()) + (model.rest.count > 0 ? 1 : 0);
}

/// One line for all rows without their own. Their sum is not a bar on this scale. A click shows them.
void drawRest(const Pen& pen, const BarsModel& model, const BarColumns& columns, const Rect& row,
              Commands& commands) {
    const float middle = row.y + row.h / 2;
    const Hit hit = hitArea("rest", row);
    if (hit.hovered) {
        pen.list->AddRectFilled(row.min(), row.max(), faded(pen.theme.rule, 0.55F), 3);
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }
    if (hit.clicked) commands.push_back(Set{&ViewState::sort, SortBy::score});
    textLine(pen, fonts().text, row.h < 22 ? type::small : type::body, columns.bar, middle,
             pen.theme.muted, describeRest(model));
    textLine(pen, fonts().mono, type::number, columns.valueRight, middle, pen.theme.muted,
             describeRestValue(model), Align::right);
}

/// Rows glide to their new places when the order changes.
void glide(const BarsModel& model, BarsUi& ui, bool reducedMotion) {
    // One place per token. A word's place is that of its first token.
    int last = 0;
    for (const TokenRow& row : model.tokens) last = std::max(last, row.token);
    const bool fresh = ui.count != model.tokens.size();
    ui.count = model.tokens.size();
    ui.places.resize(last + 1, 0);
    ui.moving = false;
    const float share = 1 - std::exp(-ImGui::GetIO().DeltaTime * 14);
    const std::span<const TokenRow> lines = model.lines();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        float& place = ui.places[lines[i].token];
        const float goal = static_cast<float>(i);
        const bool close = std::abs(goal - place) < 0.01F;
        place = fresh || reducedMotion || close ? goal : place + (goal - place) * share;
        if (place != goal) ui.moving = true;
    }
}

/// The whole list in a narrow strip, with the visible part framed. A press scrolls there.
void drawStrip(const Pen& pen, const BarsModel& model, const Rect& strip, float scroll,
               float content, float view) {
    const std::span<const TokenRow> lines = model.lines();
    const float step = strip.h / static_cast<float>(linesOf(model));
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool isRange = std::isnan(lines[i].shown) && lines[i].range.isKnown();
        const float value = isRange ? lines[i].range.most : lines[i].shown;
        if (std::isnan(value)) continue;
        const float y = strip.y + step * static_cast<float>(i);
        const BarColumns columns{.bar = strip.x, .barWidth = strip.w};
        const float from = barOrigin(model, columns);
        const float end = std::clamp(barEnd(model, columns, value), strip.x, strip.right());
        pen.list->AddRectFilled({std::min(from, end), y},
                                {std::max(from, end), y + std::max(step, 1.0F)},
                                faded(pen.theme.quantity, isRange ? 0.28F : 0.75F));
    }
    const float top = strip.y + strip.h * scroll / content;
    const float bottom = std::min(strip.bottom(), top + strip.h * view / content);
    pen.list->AddRect({strip.x - 3, top}, {strip.right() + 3, bottom}, pen.theme.muted, 3);
    const Hit hit = hitArea("strip", {strip.x - 4, strip.y, strip.w + 8, strip.h});
    if (hit.held || hit.released) {
        const float share = (ImGui::GetIO().MousePos.y - strip.y) / strip.h;
        ImGui::SetScrollY(std::max(0.0F, share * content - view / 2));
    }
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

}  // namespace

float barsHeight(const BarsModel& model) {
    return titleHeight + comfortable * static_cast<float>(linesOf(model)) + axisHeight;
}

void drawBars(const Pen& pen, const BarsModel& model, BarsUi& ui, const Rect& area,
              const Hover& hover, bool ghost, bool clickable, bool reducedMotion,
              Commands& commands) {
    float titleWidth = area.w - aboutRoom;
    const bool isOwnLine = !model.progress.empty() && area.w < narrowBars;
    if (!model.progress.empty()) {
        const float taken = stopLine(pen, isOwnLine ? area.right() : area.x + titleWidth,
                                     area.y + (isOwnLine ? 38.0F : 10.0F), type::small,
                                     model.progress, model.stopped, commands);
        if (!isOwnLine) titleWidth -= taken + 20;
    }
    titleLine(pen, area.x, area.y + 10, titleWidth, model.title);
    if (!model.ready || model.rows.empty()) {
        textBlock(pen, fonts().text, type::body, {area.x, area.y + 40, area.w, 0}, pen.theme.muted,
                  model.ready ? "Every token is hidden."_tr.text() : model.standing.text);
        return;
    }
    glide(model, ui, reducedMotion);
    const float head = titleHeight + (isOwnLine ? progressHeight : 0);
    const Rect body{area.x, area.y + head, area.w, area.h - head - axisHeight};
    const auto count = static_cast<float>(linesOf(model));
    const float rowHeight = std::clamp(std::floor(body.h / count), smallest, largest);
    const float content = rowHeight * count;
    const bool scrolls = content > body.h + 1;
    Rect rows = body;
    if (scrolls) rows.w -= 64;
    const BarColumns columns = columnsFor(model, rows);
    const float bottom = scrolls ? body.bottom() : body.y + content;
    drawBarsAxis(pen, model, columns, body.y, bottom);
    if (columns.second > 0)
        textLine(pen, fonts().text, type::small, columns.second, bottom + 11, pen.theme.muted,
                 model.second.title);
    drawScaleSwitchAt(pen, model.fit, area.right(), bottom + 11, commands);
    ImGui::SetCursorScreenPos(body.min());
    ImGui::BeginChild("bars", {body.w, bottom - body.y}, ImGuiChildFlags_None,
                      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList(), pen.notes};
    const float scroll = ImGui::GetScrollY();
    noteFigure(inner, "bars", {columns.bar, body.y, columns.barWidth, bottom - body.y});
    for (const TokenRow& row : model.lines()) {
        const float y = body.y + ui.places[row.token] * rowHeight - scroll;
        if (y + rowHeight < body.y || y > body.bottom()) continue;
        ImGui::PushID(row.token);
        const Hit hit = hitArea("row", {rows.x, y, rows.w, rowHeight});
        ImGui::PopID();
        const bool lit = hit.hovered || hover.key == row.token;
        if (lit) {
            inner.list->AddRectFilled({rows.x, y}, {rows.right(), y + rowHeight},
                                      faded(pen.theme.rule, 0.55F), 3);
        }
        drawBarRow(inner, model, row, columns, y + rowHeight / 2, rowHeight, ghost, lit);
        drawNoteMarks(inner, [&](const NoteMark& mark) -> std::optional<ImVec2> {
            if (!inputOf(mark) || mark.keyToken != row.token) return {};
            return ImVec2{columns.bar, y + rowHeight / 2};
        });
        if (hit.hovered) {
            commands.push_back(SetHover{{row.token, -1, -1}});
            if (!std::isnan(row.value) || row.range.isKnown())
                numberTip(pen, barRowText(model, row));
        }
        if (hit.clicked && clickable) {
            const ImGuiIO& io = ImGui::GetIO();
            commands.push_back(SetOutput{row.token, io.KeyShift || io.KeyCtrl});
        }
    }
    if (model.rest.count > 0) {
        const float y = body.y + rowHeight * (count - 1) - scroll;
        drawRest(inner, model, columns, {rows.x, y, rows.w, rowHeight}, commands);
    }
    if (scrolls) {
        drawStrip(inner, model, {body.right() - 44, body.y, 40, body.h}, scroll, content, body.h);
    }
    ImGui::SetCursorScreenPos({body.x, body.y - scroll + content});
    ImGui::Dummy({1, 0});
    const std::span<const TokenRow> lines = model.lines();
    const auto first = std::ranges::find(lines, 1, &TokenRow::rank);
    if (first != lines.end()) {
        const float top = rowHeight * static_cast<float>(first - lines.begin());
        ui.scroll.keep(model.about, top, top + rowHeight, bottom - body.y, content);
    }
    ImGui::EndChild();
}

float captionHeight(const Pen& pen, const BarsModel& model, float width) {
    if (model.caption.empty()) return 0;
    return 8 + textBlock({pen.theme, nullptr}, fonts().text, type::body, {0, 0, width, 0}, 0,
                         model.caption);
}

namespace {

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const BarsModel& model = on.page.bars;
    // A low pane needs its height for bars. The question mark shows the same text.
    const float caption = on.inPane && area.h < 250 ? 0 : captionHeight(on.pen, model, area.w);
    const float tallest = titleHeight + largest * static_cast<float>(linesOf(model)) + axisHeight;
    const float height = std::min(area.h - caption, tallest);
    BarsUi& ui = on.ui.own.at<BarsUi>();
    ui.moving = ui.scroll.moving = false;
    drawBars(on.pen, model, ui, {area.x, area.y, area.w, height}, on.page.hover,
             on.page.controls.ghost, on.page.keysAreOutputs, on.page.surroundings.reducedMotion,
             on.commands);
    on.ui.moving |= ui.moving || ui.scroll.moving;
    on.sign(Panel::bars, area, model.title);
    if (caption > 0) {
        textBlock(on.pen, fonts().text, type::body, {area.x, area.y + height + 8, area.w, 0},
                  on.pen.theme.ink, model.caption);
    }
}

}  // namespace

constinit const PanelView barsView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel&, float) { return 150.0F; },
    .wideHeight = [](const PageModel& page,
                     float) { return std::min(barsHeight(page.bars) + 40, 320.0F); },
    .narrowHeight = [](const PageModel& page,
                       float) { return std::min(barsHeight(page.bars) + 60, 560.0F); },
};

}  // namespace hw
