// SPDX-License-Identifier: MIT
// What a user (or a program through window.headwaters) can do. Views return Commands; update() (session/update.h)
// turns them into new state.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// Sets one member of the view, which is then brought into range (fitView): Set{&ViewState::ghost, false}. What is more
/// than a value has a command of its own.
template <class T>
struct Set {
    T ViewState::* member;
    T value;
    bool settled = true;  ///< false while it is being dragged
    bool operator==(const Set&) const = default;
};
template <class T>
Set(T ViewState::*, std::type_identity_t<T>, bool = true) -> Set<T>;

struct SetMethod {
    Method method;
};
struct SetLayer {
    int layer;
};  ///< clamped; stops playback
struct TogglePlay {};
struct SetSpeed {
    double speed;
};  ///< clamped to 0.25 .. 4
struct ToggleLoop {};
struct ScrubTo {
    double head;
};  ///< while dragging on the timeline
struct SetOutput {
    int token;
    bool toggle = false;  ///< add to or take from the set
    bool settled = true;  ///< false while it is being dragged through the tokens
};
struct PlayTokens {};  ///< goes through the output tokens, or stops
struct SetSide {
    Side side;
};
struct SetPanel {
    Panel panel;
};
struct ArrangePanes {
    std::vector<int> shape;
};  ///< views in each column (page/rules/panes.h)
struct ReplacePane {
    Panel from;
    Panel to;
};
struct ClosePane {
    Panel panel;
};
struct FocusPane {
    Panel panel;
};  ///< the one that keys and menus act on
struct JoinOutputs {};   ///< merge the chosen outputs into one span
struct SplitOutputs {};  ///< split the spans among them
struct RemoveCompared {
    int column;
};  ///< at least two columns remain
/// One step on (1) or back (-1) in what the view steps through; the session decides where that leads.
struct StepPanel {
    int by;
};
struct StopWork {
    bool stop;
};  ///< stops long computations of the shown views; false: resume
struct Undo {
    int by;
};  ///< -1: the last change of the view is taken back; 1: it is made again
/// Runs another recipe in the open model: what its line, a click or a stroke has changed. The view follows its text.
struct RunText {
    std::string text;
    bool settled = true;  ///< false while it is being typed or drawn
    int backTo =
        -1;  ///< the step of UndoSteps::back whose run it goes back to; -1: it is a step of its own
    std::string fields;  ///< applied to the view once it is shown, such as another panel
};
/// What is typed next goes on with this recipe, which is not run.
struct BeginText {
    std::string text;
};
struct SetHover {
    Hover hover;
};
struct DismissMessage {
    int id;
};  ///< 0: all messages
struct TakeAction {
    int message;
    int action;
};  ///< index into Message::actions
struct CancelOpening {};
struct OpenSource {
    DataSource source;
    std::string fields;
};  ///< fields: the rest of the link, or ""
/// The page's first address. The sample is shown if it names no data, or these cannot be opened.
struct BeginPage {
    std::string fields;
    std::string sample;
};
/// A file from the user; the host holds its bytes under this number, which is never 0.
struct GiveFile {
    std::uint32_t number;
    std::string name;
    OpenOptions options;
    std::string fields =
        {};  ///< of a link, shown once it is open; fields that open data are ignored
};
/// Dialogs that the page shows outside the canvas; "about-" is followed by a panel's name, "note-" by the
/// index of a note, or by the place for a new one as JSON (page/address/note_fields.h): update() turns
/// "notes" into that while something is hovered; "cut-" by such a place, what "cut" turns into; "agree-" by fields that are applied if the visitor agrees.
/// web/dialogs/dialogs.js has a row for each.
inline constexpr std::string_view dialogNames[] = {
    "open",     "samples",   "models",      "model",         "share",         "export", "help",
    "commands", "copy-link", "save-csv",    "save-json",     "examples",      "check",  "tokens",
    "notes",    "lessons",   "lesson-next", "lesson-before", "lesson-return", "black",  "data-set",
    "grid",     "layers",    "cut",         "note-",         "about-",        "theme",  "settings"};
struct ShowDialog {
    std::string name;
};
/// `key=value` pairs as in the address (page/address/address.h): from links, history, API and the mirror.
struct ApplyFields {
    std::string fields;
    bool fromHistory = false;
    bool settled = true;  ///< false while a slider is being dragged
};

/// A button that leads on: its word, and the fields that a click applies.
struct Way {
    std::string word;
    std::string fields;
};

using Command =
    std::variant<Set<bool>, Set<int>, Set<double>, Set<std::vector<int>>,
                 Set<std::vector<std::string>>, Set<Settings>, Set<OutputMode>, Set<Over>,
                 Set<Among>, Set<SortBy>, Set<ScaleOf>, Set<SegmentFilter>, Set<Colormap>,
                 Set<CompareForm>, Set<HeadThumbnails>, Set<PatchForm>, Set<ImageOf>,
                 Set<GraphForm>, Set<EdgeChoice>, Set<ComparedPair>, Set<std::vector<ComparedView>>,
                 Set<Panes>, SetMethod, SetLayer, TogglePlay, SetSpeed, ToggleLoop, ScrubTo,
                 SetOutput, PlayTokens, SetSide, SetPanel, ArrangePanes, ReplacePane, ClosePane,
                 FocusPane, JoinOutputs, SplitOutputs, RemoveCompared, StopWork, Undo, RunText,
                 BeginText, SetHover, DismissMessage, CancelOpening, OpenSource, ShowDialog,
                 StepPanel, ApplyFields, TakeAction, BeginPage, GiveFile>;
using Commands = std::vector<Command>;

}  // namespace hw
