// SPDX-License-Identifier: MIT
#include "frame/control_reading.h"

#include <limits>

#include "frame/control_tips.h"
#include "view/widgets/gesture.h"

namespace hw {

void drawFormula(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands) {
    column.skip(14);
    const float lines = static_cast<float>(model.formula.size());
    const float citation = model.citation.empty()
                               ? 0
                               : textBlock({pen.theme, nullptr}, fonts().text, type::small,
                                           {0, 0, column.area.w - 24, 0}, 0, model.citation);
    const float limit = targetHeight(pen.theme, 26);
    const Rect card = column.take(26 + lines * 21 + citation + 18 + limit);
    pen.list->AddRectFilled(card.min(), card.max(), pen.theme.panel, 4);
    float middle = card.y + 20;
    for (const std::string& line : model.formula) {
        formulaLine(pen, type::number, card.x + 12, middle, pen.theme.ink, line);
        middle += 21;
    }
    if (citation > 0) {
        textBlock(pen, fonts().text, type::small, {card.x + 12, middle - 9, card.w - 24, 0},
                  pen.theme.muted, model.citation);
        middle += citation;
    }
    middle += 6;
    textLine(pen, fonts().text, type::small, card.x + 12, middle, pen.theme.ink,
             elided(fonts().text, type::small, model.limit, card.w - 24));
    const std::string more =
        model.limitCount == 0
            ? std::string("What it does not say"_tr)
            : counted(model.limitCount, "{} limit of these values|{} limits of these values"_tr);
    if (linkWord(pen, "limits", fonts().text, type::small, card.x + 12, middle + 9 + limit / 2,
                 more)
            .clicked)
        commands.push_back(ShowDialog{model.limitDialog});
}

void drawOutput(const Pen& pen, const ControlsModel& model, Column& column, Commands& commands) {
    column.skip(18);
    heading(pen, column.area.x, column.take(22).y + 10, "OUTPUT TOKEN"_tr);
    const Rect name = column.take(26);
    textLine(pen, fonts().semibold, 15, name.x, name.y + 13, pen.theme.ink,
             elided(fonts().semibold, 15, model.outputText, name.w));
    if (!model.predicted.empty()) {
        const Rect predicted = column.take(20);
        textLine(pen, fonts().text, type::small, predicted.x, predicted.y + 8, pen.theme.muted,
                 elided(fonts().text, type::small, say("predicts {}"_tr, {model.predicted}),
                        predicted.w));
    }
    const Rect row = column.take(targetHeight(pen.theme, 30));
    constexpr float endless = std::numeric_limits<float>::infinity();  // one line, come what may
    WordLine modes{pen, row.x, endless, row.y + row.h / 2 - 2, 4};
    const auto choice = [&](const char* id, Words text, OutputMode mode) {
        if (modes.choice(text, model.outputMode == mode,
                         {.id = id, .tip = tips::outputs[static_cast<int>(mode)]})) {
            commands.push_back(Set{&ViewState::outputMode, mode});
        }
    };
    choice("one", "chosen"_tr, OutputMode::chosen);
    choice("mean", "mean of all"_tr, OutputMode::meanOfAll);
    choice("max", "max of all"_tr, OutputMode::maxOfAll);
    const Rect hint = column.take(targetHeight(pen.theme, 22));
    const bool touch = pen.theme.touch;  // there is no Shift
    if (!touch && !model.canJoin && !model.canSplit) {
        textLine(pen, fonts().text, type::small, hint.x, hint.y + 12, pen.theme.muted,
                 "Click a token; Shift-click adds more."_tr);
        return;
    }
    WordLine spans{pen, hint.x, endless, hint.y + hint.h / 2 + 1};
    bool& adds = gesture().adds;
    if (touch && spans.toggle("several"_tr, adds, {.id = "several", .tip = tips::several}))
        adds = !adds;
    if (model.canJoin &&
        spans.action("merge into one span"_tr, {.id = "join as one span", .tip = tips::join}))
        commands.push_back(JoinOutputs{});
    if (model.canSplit &&
        spans.action("split the span"_tr, {.id = "split the span", .tip = tips::split}))
        commands.push_back(SplitOutputs{});
}

}  // namespace hw
