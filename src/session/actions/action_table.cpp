// SPDX-License-Identifier: MIT
#include "session/actions/action_table.h"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "core/model/methods.h"
#include "core/number_text.h"
#include "page/address/address.h"
#include "page/answers/needed_questions.h"
#include "page/answers/questions.h"
#include "page/controls/show_switches.h"
#include "page/models/controls_model.h"
#include "page/models/number_phrases.h"
#include "page/rules/available.h"
#include "page/rules/compared_views.h"
#include "page/rules/fit_view.h"
#include "page/rules/panes.h"
#include "page/rules/units.h"
#include "session/actions/model_actions.h"

namespace hw {
namespace {

using State = const AppState&;

/// Moves by whole words and spans, among those shown.
Commands moveOutput(State state, int by) {
    const Axis axis(queryUnits(state));
    if (axis.tokens.empty()) return {};
    const std::vector<int> places = axis.placesOf(state.view.outputs);
    const int at = places.empty() ? 0 : places.front();
    const int next = std::clamp(at + by, 0, static_cast<int>(axis.tokens.size()) - 1);
    return {SetOutput{axis.tokens[next], false}};
}

Commands joinOutputs(State state) {
    return controlsModel(state).canJoin ? Commands{MergeOutputs{}} : Commands{};
}
Commands splitSpan(State state) {
    return controlsModel(state).canSplit ? Commands{SplitOutputs{}} : Commands{};
}
/// Hides the special tokens, or shows all hidden tokens again.
Commands otherHidden(State state) {
    const std::vector<int> special = specialTokens(state);
    if (special.empty() && state.view.hidden.empty()) return {};
    return {Set{&ViewState::hidden, state.view.hidden.empty() ? special : std::vector<int>{}}};
}

Commands changeResidual(State state, double by) {
    Settings settings = state.view.settings;
    settings.residual = settingNumber(std::clamp(settings.residual + by, 0.0, 1.0));
    return {Set{&ViewState::settings, std::move(settings)}};
}

Commands nextShape(State state) {
    const auto shapes = offeredShapes();
    const auto found = std::find(shapes.begin(), shapes.end(), shapeOf(state.view.panes));
    const auto next = found == shapes.end() ? 0 : (found - shapes.begin() + 1) % std::ssize(shapes);
    return {ArrangePanes{shapes[next]}};
}

Commands shapeAt(std::size_t index) { return {ArrangePanes{offeredShapes()[index]}}; }

Commands nextPane(State state) {
    const std::vector<Panel> panels = shownPanels(state.view);
    if (panels.size() < 2) return {};
    const auto found = std::find(panels.begin(), panels.end(), state.view.panel);
    const auto next = (found - panels.begin() + 1) % std::ssize(panels);
    return {FocusPane{panels[next]}};
}

Commands resize(State state, bool upright, double by) {
    const Panes& panes = state.view.panes;
    const Resizing found = resizingOf(panes, state.view.panel, upright);
    if (found.divider < 0) return {};
    const double at = dividersOf(panes)[found.divider].at;
    return {Set{&ViewState::panes, withDivider(panes, found.divider, at + by * found.direction)}};
}

Commands withPanes(State state, Commands commands) {
    return state.view.panes.columns.empty() ? Commands{} : commands;
}

Commands otherSort(State state) {
    const bool position = shownSort(state) == SortBy::position;
    return {Set{&ViewState::sort, position ? SortBy::score : SortBy::position}};
}
Commands otherSink(State state) {
    return {Set{&ViewState::sink, state.view.sink == allInputs ? -1 : allInputs}};
}

Commands back(State state) {
    if (state.loading.ticket != 0) return {CancelOpening{}};
    if (isOfModel(state.view.panel)) return {SetPanel{state.figure}};
    return state.view.panel == Panel::explain ? Commands{SetPanel{Panel::overview}} : Commands{};
}

Commands chooseExample(State state) {
    if (state.document->exampleTitles.size() + state.document->made.size() < 2) return {};
    return {ShowDialog{"examples"}};
}

Commands about(State state) {
    return {ShowDialog{"about-" + std::string(nameOf(state.view.panel))}};
}

Commands stopWork(State state) {
    const std::vector<Query> questions = longQuestions(state);
    if (questions.empty()) return {};
    return {StopWork{!isStopped(state, questions.front())}};
}

Commands inExplain(State state, int by) {
    return shows(state.view, Panel::explain) ? Commands{StepPanel{by}} : Commands{};
}

/// Explains the bar, cell or edge under the pointer, or the view's current number if there is none.
Commands explainPointed(State state) {
    const Hover& hover = state.hover;
    std::string fields = "panel=explain";
    if (hover.key >= 0) fields += "&sink=" + numberText(hover.key);
    if (hover.query >= 0 && hover.query < state.queryCount())
        fields += "&token=" + numberText(hover.query);
    if (hover.layer >= 0 && hover.layer < state.layerCount())
        fields += "&layer=" + numberText(hover.layer + 1);
    // An edge between two layers is a weight.
    const bool edge = hover.key >= 0 && hover.query >= 0 && hover.layer >= 0 &&
                      (state.view.panel == Panel::flow || state.view.panel == Panel::graph);
    fields += edge ? "&terms=w" + numberText(hover.key) : "&terms=";
    return {ApplyFields{std::move(fields)}};
}

/// Shows the dialog `what` if a lesson is open.
Commands inLesson(State state, const char* what) {
    return state.view.lesson.empty() ? Commands{} : Commands{ShowDialog{what}};
}

constexpr LocalizedText layers = "Layers"_tr;
constexpr LocalizedText output = "Output token"_tr;
constexpr LocalizedText method = "Method"_tr;
constexpr LocalizedText views = "Views"_tr;
constexpr LocalizedText beside = "Layout of views"_tr;
constexpr LocalizedText showing = "Display"_tr;
constexpr LocalizedText lesson = "Lessons"_tr;
constexpr LocalizedText page = pageGroup;

constexpr Action beforeMethods[] = {
    {"play", layers, "Play or pause"_tr, "Space", "", [](State) { return Commands{TogglePlay{}}; }},
    {"layer-before", layers, "Previous layer"_tr, "ArrowLeft", "",
     [](State state) { return Commands{SetLayer{state.view.layer - 1}}; }},
    {"layer-next", layers, "Next layer"_tr, "ArrowRight", "",
     [](State state) { return Commands{SetLayer{state.view.layer + 1}}; }},
    {"layer-first", layers, "First layer"_tr, "Home", "",
     [](State) { return Commands{SetLayer{0}}; }},
    {"layer-last", layers, "Last layer"_tr, "End", "",
     [](State state) { return Commands{SetLayer{state.layerCount() - 1}}; }},
    {"faster", layers, "Play faster"_tr, "+ =", "",
     [](State state) { return Commands{SetSpeed{state.playback.speed * 2}}; }},
    {"slower", layers, "Play slower"_tr, "-", "",
     [](State state) { return Commands{SetSpeed{state.playback.speed / 2}}; }},
    {"loop", layers, "Repeat on or off"_tr, "l", "", [](State) { return Commands{ToggleLoop{}}; }},
    {"output-before", output, "Previous output token"_tr, "ArrowUp", "",
     [](State state) { return moveOutput(state, -1); }},
    {"output-next", output, "Next output token"_tr, "ArrowDown", "",
     [](State state) { return moveOutput(state, 1); }},
    {"play-tokens", output, "Play or pause the decoder’s tokens"_tr, "P", "",
     [](State state) { return hasTokenSteps(state) ? Commands{PlayTokens{}} : Commands{}; }},
    {"join", output, "Merge the chosen tokens"_tr, "m", "", joinOutputs},
    {"split", output, "Split the span"_tr, "u", "", splitSpan},
};
constexpr Action afterMethods[] = {
    {"residual-less", method, "Less residual weight"_tr, "[", "",
     [](State state) { return changeResidual(state, -0.05); }},
    {"residual-more", method, "More residual weight"_tr, "]", "",
     [](State state) { return changeResidual(state, 0.05); }},
};
constexpr Action afterPanels[] = {
    {"compare-discard", views, "Compare discard ratios 0, 0.1, 0.3 and 0.5"_tr, "", discardColumns,
     nullptr},
    {"about", views, "What am I looking at?"_tr, "a", "", about},
    {"shape-next", beside, "Next layout of views"_tr, "v", "", nextShape},
    {"shape-one", beside, "One view"_tr, "z", "",
     [](State state) { return withPanes(state, shapeAt(0)); }},
    {"shape-beside", beside, "Two side by side"_tr, "", "", [](State) { return shapeAt(1); }},
    {"shape-stacked", beside, "Two stacked"_tr, "", "", [](State) { return shapeAt(2); }},
    {"shape-three", beside, "One next to two"_tr, "", "", [](State) { return shapeAt(3); }},
    {"shape-four", beside, "Four"_tr, "", "", [](State) { return shapeAt(4); }},
    {"pane-next", beside, "Go to the next view"_tr, "o", "", nextPane},
    {"pane-close", beside, "Close this view"_tr, "x", "",
     [](State state) { return withPanes(state, {ClosePane{state.view.panel}}); }},
    {"pane-narrower", beside, "Narrower view"_tr, "{", "",
     [](State state) { return resize(state, true, -0.05); }},
    {"pane-wider", beside, "Wider view"_tr, "}", "",
     [](State state) { return resize(state, true, 0.05); }},
    {"pane-lower", beside, "Shorter view"_tr, "(", "",
     [](State state) { return resize(state, false, -0.05); }},
    {"pane-taller", beside, "Taller view"_tr, ")", "",
     [](State state) { return resize(state, false, 0.05); }},
    {"sort", showing, "Order by position or by value"_tr, "s", "", otherSort},
    {"ghost", showing, switch_names::ghost, "g", "",
     [](State state) { return flip(controlsModel(state), "ghost"); }},
    {"flow-all", showing, "Flow from one input or all at once"_tr, "j", "", otherSink},
    {"words", showing, switch_names::words, "b", "",
     [](State state) { return flip(controlsModel(state), "words"); }},
    {"special", showing, "Show or hide special tokens"_tr, "t", "", otherHidden},
    {"notes", showing, "Pin a note, or edit notes and title"_tr, "p", "",
     [](State state) { return state.document ? Commands{ShowDialog{"notes"}} : Commands{}; }},
    {"raw-tokens", showing, switch_names::rawTokens, "", "",
     [](State state) { return flip(controlsModel(state), "raw-tokens"); }},
    {"explain", showing, "Explain the number under the pointer"_tr, "y", "", explainPointed},
    {"explain-next", showing, "Explain: next step"_tr, ".", "",
     [](State state) { return inExplain(state, 1); }},
    {"explain-back", showing, "Explain: previous step"_tr, ",", "",
     [](State state) { return inExplain(state, -1); }},
    {"stop", showing, "Stop or resume flows and correlations"_tr, "k", "", stopWork},
    {"lessons", lesson, "Lessons"_tr, "h", "",
     [](State) { return Commands{ShowDialog{"lessons"}}; }},
    {"lesson-next", lesson, "Next step (Page Down)"_tr, "", "",
     [](State state) { return inLesson(state, "lesson-next"); }},
    {"lesson-before", lesson, "Previous step (Page Up)"_tr, "", "",
     [](State state) { return inLesson(state, "lesson-before"); }},
    {"lesson-return", lesson, "Return to the step’s view (Backspace)"_tr, "", "",
     [](State state) { return inLesson(state, "lesson-return"); }},
    {"present", lesson, "Projector mode (large, full screen)"_tr, "q", "",
     [](State state) { return Commands{Set{&ViewState::present, !state.view.present}}; }},
    {"black", lesson, "Black screen on or off"_tr, "B", "",
     [](State) { return Commands{ShowDialog{"black"}}; }},
    {"commands", page, "Find a command"_tr, "/", "",
     [](State) { return Commands{ShowDialog{"commands"}}; }},
    {"help", page, "Help"_tr, "?", "", [](State) { return Commands{ShowDialog{"help"}}; }},
    {"theme", page, "Light or dark"_tr, "", "",
     [](State) { return Commands{ShowDialog{"theme"}}; }},
    {"open", page, "Open a file, URL or text"_tr, "", "",
     [](State) { return Commands{ShowDialog{"open"}}; }},
    {"models", page, "Run a model on your own sentence"_tr, "", "",
     [](State) { return Commands{ShowDialog{"models"}}; }},
    {"samples", page, "Samples"_tr, "", "", [](State) { return Commands{ShowDialog{"samples"}}; }},
    {"share", page, "Share this view"_tr, "", "",
     [](State) { return Commands{ShowDialog{"share"}}; }},
    {"check", page, "Check the file"_tr, "i", "",
     [](State) { return Commands{ShowDialog{"check"}}; }},
    {"examples", page, "Choose another example"_tr, "n", "", chooseExample},
    {"tokens", page, "Provide missing tokens"_tr, "", "",
     [](State) { return Commands{ShowDialog{"tokens"}}; }},
    {"undo", page, "Undo"_tr, "Ctrl+z", "",
     [](State state) { return state.undo.back.empty() ? Commands{} : Commands{Undo{-1}}; }},
    {"redo", page, "Redo"_tr, "Ctrl+Z Ctrl+y", "",
     [](State state) { return state.undo.forward.empty() ? Commands{} : Commands{Undo{1}}; }},
    {"export", page, "Export figures and numbers"_tr, "e", "",
     [](State) { return Commands{ShowDialog{"export"}}; }},
    {"copy-link", page, "Copy link to this view"_tr, "c", "",
     [](State) { return Commands{ShowDialog{"copy-link"}}; }},
    {"save-csv", page, "Save numbers as CSV"_tr, "", "",
     [](State) { return Commands{ShowDialog{"save-csv"}}; }},
    {"save-json", page, "Save numbers as JSON"_tr, "", "",
     [](State) { return Commands{ShowDialog{"save-json"}}; }},
    {"back", page, "Cancel, return to the figure, or leave the canvas"_tr, "Escape", "", back},
};

/// Texts composed here live as long as the program.
std::string_view kept(std::string text) {
    static std::deque<std::string> all;
    return all.emplace_back(std::move(text));
}

}  // namespace

const std::vector<Action>& actionTable() {
    static const std::vector<Action> all = [] {
        std::vector<Action> rows;
        const auto add = [&](std::span<const Action> more) {
            rows.insert(rows.end(), more.begin(), more.end());
        };
        add(beforeMethods);
        for (const Method each : every<Method>()) {
            rows.push_back({nameOf(each), method, textsOf(each).action, textsOf(each).key,
                            kept("method=" + std::string(nameOf(each))), nullptr});
        }
        add(afterMethods);
        std::string_view keys = "123456789..0LSEC";  // of panels, in the order of their table
        for (const ChoiceName& panel : choiceNames<Panel>()) {
            const std::string name(panel.name);
            rows.push_back({kept("view-" + name), views, panel.label,
                            keys.substr(0, keys.starts_with('.') ? 0 : 1), kept("panel=" + name),
                            nullptr});
            keys.remove_prefix(std::min<std::size_t>(keys.size(), 1));
        }
        add(afterPanels);
        add(modelActions());
        return rows;
    }();
    return all;
}

}  // namespace hw
