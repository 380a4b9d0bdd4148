// SPDX-License-Identifier: MIT
#include "panels/figures.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/localized_text.h"
#include "figure/note_marks.h"
#include "page/answers/questions.h"
#include "protocol/field_text.h"

namespace hw::figure {
namespace {

#define HW_PANEL_ADDRESS(name, label, words) &name##Figures,
constexpr const FigureList* lists[] = {HW_PANELS(HW_PANEL_ADDRESS)};
#undef HW_PANEL_ADDRESS

constexpr float pointsPerMillimetre = 72 / 25.4F;

/// In print, small text is 10 units high.
SheetForm sheetOf(const FigureForm& form) {
    if (form.print.millimetres <= 0) return {.palette = form.palette};
    const float units = form.print.millimetres * pointsPerMillimetre * 10 / form.print.points;
    return {.width = units, .edge = 2, .isPrint = true, .palette = form.palette};
}

}  // namespace

const FigureSpec* findFigure(std::string_view name) {
    for (const FigureList* list : lists) {
        const auto found = std::ranges::find(*list, name, &FigureSpec::name);
        if (found != list->end()) return std::to_address(found);
    }
    return nullptr;
}

FigureForm readForm(std::string_view text) {
    FigureForm form;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view part = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view key = part.substr(0, equals);
        const std::string_view value = part.substr(std::min(equals + 1, part.size()));
        // Values are in hundredths, so that the program needs no parser of decimal numbers.
        const auto number = [&](float least, float most, float otherwise) {
            const float given = static_cast<float>(readInt(value).value_or(-1)) / 100;
            return given >= least && given <= most ? given : otherwise;
        };
        if (key == "print") form.print.millimetres = number(narrowestPrint, widestPrint, 0);
        if (key == "points") form.print.points = number(smallestPoints, largestPoints, 7.5F);
        if (key == "title") form.hasTitle = value != "off";
        if (key == "caption") form.hasCaption = value != "off";
        if (key == "paper") form.paper = value == "dark" ? Paper::dark : Paper::white;
        if (key == "palette") form.palette = fromName<Palette>(value).value_or(Palette::own);
    }
    return form;
}

void Sheet::heading(std::string_view text) {
    const TextStyle style{.size = 14, .strong = true};
    title = text;
    if (!hasTitle) return;
    if (svg.isPrint()) {
        y += svg.block(svg.edge(), y, svg.column(), text, style) + 4;
        return;
    }
    svg.text(svg.edge(), y + 8, svg.cut(text, svg.inner(), style), style);
    y += 28;
}

std::vector<Query> profileAlone(const AppState& state, ResultStore&) {
    return {profileQuery(state, state.view.method)};
}

std::vector<Query> figureQueries(const AppState& state, ResultStore& results,
                                 std::string_view name) {
    const AppState still = settled(state);
    return withUniform(still, findFigure(name)->queries(still, results));
}

AppState settled(const AppState& state) {
    AppState still = state;
    still.playback.head = still.view.layer;
    still.playback.playing = false;
    still.hover = {};
    return still;
}

std::string figureSvg(const AppState& state, ResultStore& results, std::string_view name,
                      const TextWidth& width, const FigureForm& form) {
    const AppState still = settled(state);
    const PageModel page = pageModel(still, results);
    const FigureSpec& spec = *findFigure(name);
    const SheetForm sheet = sheetOf(form);
    Sheet on{
        still, results,    page,         Svg(width, form.paper, sheet), rampOf(state.view.colormap),
        {},    sheet.edge, form.hasTitle};
    on.svg.mark(page.notes);
    if (!page.notes.title.empty() && form.hasTitle) {
        on.y += on.svg.block(sheet.edge, on.y, on.svg.inner(), page.notes.title,
                             {.size = 16, .strong = true}) +
                8;
    }
    spec.draw(on);
    std::string caption = figureCaption(still, spec.subject);
    if (spec.namesTitle) caption = on.title + ". " + caption;
    if (form.hasCaption) {
        on.y += 8;
        on.y += on.svg.block(sheet.edge, on.y, on.svg.column(), caption,
                             {.size = 10.5F, .colour = muted});
        if (!page.notes.marks.empty()) on.y += 8 + drawNoteTexts(on.svg, page.notes, on.y + 8);
    }
    const std::string said = noteSentences(page.notes);
    if (!said.empty()) caption += ' ' + said;
    const std::string& title = page.notes.title.empty() ? on.title : page.notes.title;
    ShownSize size = form.size;
    size.millimetres = form.print.millimetres;
    return on.svg.file(sheet.width, std::ceil(on.y + sheet.edge), title, caption, size);
}

std::optional<std::string> figureNumbers(const AppState& state, ResultStore& results,
                                         std::string_view name) {
    const FigureSpec& spec = *findFigure(name);
    if (spec.numbers == nullptr) return std::nullopt;
    const InEnglish forPrograms;
    JsonWriter json;
    spec.numbers(json, settled(state), results);
    return json.take();
}

}  // namespace hw::figure
