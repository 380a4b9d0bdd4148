// SPDX-License-Identifier: MIT
#include "panels/figures.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/words.h"
#include "figure/note_marks.h"
#include "figure/paper.h"
#include "page/answers/questions.h"

namespace hw::figure {
namespace {

#define HW_PANEL_ADDRESS(name, label) &name##Figures,
constexpr const FigureList* lists[] = {HW_PANELS(HW_PANEL_ADDRESS)};
#undef HW_PANEL_ADDRESS

}  // namespace

const FigureSpec* findFigure(std::string_view name) {
    for (const FigureList* list : lists) {
        const auto found = std::ranges::find(*list, name, &FigureSpec::name);
        if (found != list->end()) return std::to_address(found);
    }
    return nullptr;
}

void Sheet::heading(std::string_view text) {
    const TextStyle style{.size = 14, .strong = true};
    title = text;
    if (plain) return;
    svg.text(edge, y + 8, svg.cut(text, inner, style), style);
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
    // What plays by itself on a first visit is not what anybody has looked for.
    if (still.playback.playing && still.playback.once)
        still.view.layer = std::max(still.layerCount() - 1, 0);
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
    Sheet on{still, results, page,      Svg(width, form.paper), rampOf(state.view.colormap),
             {},    edge,    form.plain};
    on.svg.mark(page.notes);
    if (!page.notes.title.empty() && !form.plain) {
        on.y += on.svg.block(edge, on.y, inner, page.notes.title, {.size = 16, .strong = true}) + 8;
    }
    spec.draw(on);
    std::string caption = figureCaption(still, spec.subject);
    if (spec.namesTitle) caption = on.title + ". " + caption;
    if (!form.plain) {
        on.y += 8;
        // Where the file is shown in another, wider face, lines must still end on the paper.
        on.y += on.svg.block(edge, on.y, inner * 0.88F, caption, {.size = 10.5F, .colour = muted});
        if (!page.notes.marks.empty()) on.y += 8 + drawNoteTexts(on.svg, page.notes, on.y + 8);
    }
    const std::string said = noteSentences(page.notes);
    if (!said.empty()) caption += ' ' + said;
    const std::string& title = page.notes.title.empty() ? on.title : page.notes.title;
    return on.svg.file(pageWidth, std::ceil(on.y + edge), title, caption, form.size);
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
