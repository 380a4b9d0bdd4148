// SPDX-License-Identifier: MIT
#include <algorithm>

#include "page/models/number_phrases.h"
#include "panels/explain/view.h"

namespace hw {
namespace {

/// A table with a name in front of each row's numbers, and a bar if it fits.
struct TableShape {
    float left = 0;
    float nameWidth = 0;
    float numberWidth = 0;
    float barLeft = 0;
    float barWidth = 0;
    float rowHeight = 24;
    float right(int column) const {
        return left + nameWidth + numberWidth * static_cast<float>(column + 1);
    }
};

template <class Names>
TableShape tableShape(const Pen& pen, const Rect& area, int columns, float number, bool bars,
                      const Names& names) {
    TableShape shape;
    shape.left = area.x;
    shape.rowHeight = targetHeight(pen.theme, std::clamp(area.w / 56, 24.0F, 28.0F));
    float widest = 60;
    names([&](std::string_view name) {
        widest = std::max(widest, wordWidth(fonts().text, type::small, name));
    });
    const auto count = static_cast<float>(columns);
    const float room = area.w - count * (number + 20);
    shape.nameWidth = std::clamp(widest + 12, 60.0F, std::max(room, 60.0F));
    const float left = area.w - shape.nameWidth;
    shape.numberWidth = std::clamp(left * (bars ? 0.6F : 1.0F) / count,
                                   std::min(number + 20, left / count), 168.0F);
    shape.barLeft = shape.right(columns - 1) + 20;
    shape.barWidth =
        bars ? std::min(area.right() - shape.barLeft, std::max(320.0F, area.w * 0.4F)) : 0;
    return shape;
}

void drawNumber(const Pen& pen, float right, float middle, std::string_view text, ImU32 colour) {
    textLine(pen, fonts().mono, type::number, right, middle, colour, text, Align::right);
}

/// A number, as a link if it can be expanded.
void drawOpening(const Pen& pen, const char* id, float right, float middle,
                 const ExplainedNumber& number, Commands& commands) {
    if (number.fields.empty()) {
        drawNumber(pen, right, middle, number.text, pen.theme.ink);
        return;
    }
    const float width = wordWidth(fonts().mono, type::number, number.text);
    if (numberWord(pen, id, right - width, middle, number.text, pen.theme.ink).clicked)
        commands.push_back(ApplyFields{number.fields});
}

float headingLine(const Pen& pen, const Rect& area, float y, std::string_view text) {
    if (text.empty()) return 0;
    const float height = textBlock(pen, fonts().semibold, type::small, {area.x, y + 14, area.w, 0},
                                   pen.theme.ink, text);
    return height + 20;
}

void columnHeads(const Pen& pen, const TableShape& shape, float y,
                 const std::vector<std::string>& heads) {
    textLine(pen, fonts().text, type::label, shape.left, y, pen.theme.muted,
             elided(fonts().text, type::label, heads.front(), shape.nameWidth - 8));
    for (std::size_t i = 1; i < heads.size(); ++i) {
        textLine(pen, fonts().text, type::label, shape.right(static_cast<int>(i) - 1), y,
                 pen.theme.muted,
                 elided(fonts().text, type::label, heads[i], shape.numberWidth - 10), Align::right);
    }
}

float drawTerms(const Pen& pen, const ExplainModel& model, const Rect& area, float top,
                Commands& commands) {
    if (model.terms.empty()) return 0;
    const float number = digitsWidth(type::number, model.decimals + 3);
    const TableShape shape = tableShape(pen, area, 3, number, area.w > 480, [&](const auto& take) {
        for (const ExplainedTerm& term : model.terms) take(term.label);
        for (const ExplainedLine& line : model.more) take(line.label);
    });
    const auto rows = static_cast<float>(model.terms.size() + model.more.size() + 1);
    const float height = 24 + rows * shape.rowHeight + 8;
    if (pen.list == nullptr) return height;
    const bool fits = std::ranges::all_of(model.columns, [&](const std::string& head) {
        return wordWidth(fonts().text, type::label, head) < shape.numberWidth - 10;
    });
    noteFigure(pen, "terms", {area.x, top, area.w, height});
    columnHeads(pen, shape, top + 10, fits ? model.columns : model.narrowColumns);
    const float end = std::min(area.right(), shape.right(2) + 4);
    hline(pen, area.x, end, top + 21, pen.theme.rule);
    float y = top + 24 + shape.rowHeight / 2;
    const auto name = [&](const std::string& text, ImU32 colour) {
        textLine(pen, fonts().text, type::small, area.x, y, colour,
                 elided(fonts().text, type::small, text, shape.nameWidth - 8));
    };
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        const ExplainedTerm& term = model.terms[i];
        ImGui::PushID(static_cast<int>(i));
        name(term.label, pen.theme.ink);
        drawOpening(pen, "weight", shape.right(0), y, term.weight, commands);
        drawOpening(pen, "below", shape.right(1), y, term.factor, commands);
        drawNumber(pen, shape.right(2), y, term.product.text, pen.theme.ink);
        if (shape.barWidth > 20) {
            const float width = std::max(shape.barWidth * term.share, 1.0F);
            pen.list->AddRectFilled(
                {shape.barLeft, y - 5}, {shape.barLeft + width, y + 5},
                term.product.value < 0 ? pen.theme.negative : pen.theme.quantity, 1);
        }
        ImGui::PopID();
        y += shape.rowHeight;
    }
    for (const ExplainedLine& line : model.more) {
        name(line.label, pen.theme.muted);
        drawNumber(pen, shape.right(2), y, line.text, pen.theme.muted);
        y += shape.rowHeight;
    }
    hline(pen, area.x, end, y - shape.rowHeight / 2, pen.theme.rule);
    textLine(pen, fonts().semibold, type::small, area.x, y, pen.theme.ink, "total"_tr);
    drawNumber(pen, shape.right(2), y, model.value, pen.theme.ink);
    return height;
}

/// Words at the left, wrapped, with a number to their right.
float drawLineList(const Pen& pen, const std::vector<ExplainedLine>& lines, const Rect& area,
                   float top, Commands& commands) {
    if (lines.empty()) return 0;
    float number = 60;
    for (const ExplainedLine& line : lines)
        number = std::max(number, wordWidth(fonts().mono, type::number, line.text));
    const float words = std::min(area.w - number - 40, 560.0F);
    float y = top;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const ExplainedLine& line = lines[i];
        const float least = targetHeight(pen.theme, 24);
        const float height = textBlock({pen.theme, nullptr}, fonts().text, type::small,
                                       {area.x, y, words, 0}, 0, line.label);
        const float row = std::max(height + 6, least);
        if (pen.list != nullptr) {
            textBlock(pen, fonts().text, type::small, {area.x, y + (row - height) / 2, words, 0},
                      pen.theme.ink, line.label);
            ImGui::PushID(static_cast<int>(i));
            drawOpening(pen, "line", area.x + words + number + 24, y + row / 2,
                        {line.text, line.fields, line.value}, commands);
            ImGui::PopID();
        }
        y += row;
    }
    return y - top;
}

std::string edgeName(const ExplainedEdge& edge) {
    return edge.takesBack ? formatText("{}  takes back"_tr, {edge.label}) : edge.label;
}

float drawEdges(const Pen& pen, const ExplainModel& model, const Rect& area, float top) {
    if (model.edges.empty()) return 0;
    const float number = digitsWidth(type::number, model.decimals + 3);
    const TableShape shape = tableShape(pen, area, 3, number, false, [&](const auto& take) {
        for (const ExplainedEdge& edge : model.edges)
            take(formatText("{}  takes back"_tr, {edge.label}));
    });
    const float height = 24 + (static_cast<float>(model.edges.size()) + 1) * 24 + 8;
    if (pen.list == nullptr) return height;
    columnHeads(pen, shape, top + 10, {"edge"_tr, "can carry"_tr, "carries"_tr, "has left"_tr});
    const float end = std::min(area.right(), shape.right(2) + 4);
    hline(pen, area.x, end, top + 21, pen.theme.rule);
    float y = top + 36;
    double held = 0;
    const auto cell = [&](int column, double value, ImU32 colour) {
        drawNumber(pen, shape.right(column), y, shownNumber(value, model.decimals), colour);
    };
    for (const ExplainedEdge& edge : model.edges) {
        const ImU32 colour = edge.isNarrowest ? pen.theme.cut : pen.theme.ink;
        textLine(pen, fonts().text, type::small, area.x, y, colour,
                 elided(fonts().text, type::small, edgeName(edge), shape.nameWidth - 8));
        cell(0, edge.capacity, colour);
        cell(1, edge.amount, colour);
        cell(2, std::max(edge.capacity - edge.amount, 0.0), colour);
        held += edge.capacity;
        y += 24;
    }
    if (model.shown < model.paths || !model.listsCut) return height;
    hline(pen, area.x, end, y - 12, pen.theme.rule);
    textLine(pen, fonts().semibold, type::small, area.x, y, pen.theme.ink, "total"_tr);
    cell(0, held, pen.theme.ink);
    return height;
}

}  // namespace

float drawExplainTables(const Pen& pen, const ExplainModel& model, const Rect& area,
                        Commands& commands) {
    float y = area.y;
    if (model.isFlow) {
        y += headingLine(pen, area, y, model.edgesHeading);
        y += drawEdges(pen, model, area, y);
        return y - area.y;
    }
    y += 12;
    y += drawTerms(pen, model, area, y, commands);
    const float steps = drawLineList(pen, model.steps, area, y, commands);
    if (pen.list != nullptr && steps > 0) noteFigure(pen, "steps", {area.x, y, area.w, steps});
    y += steps;
    y += headingLine(pen, area, y, model.waysHeading);
    y += drawLineList(pen, model.ways, area, y, commands);
    return y - area.y;
}

}  // namespace hw
