// SPDX-License-Identifier: MIT
// The commands of users, and of programs through window.headwaters. Views return Commands, and update()
// (session/update.h) turns them into new state.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// Sets one member of the view, such as Set{&ViewState::ghost, false}. fitView then brings the view into range. More
/// complex changes have their own commands.
template <class T>
struct Set {
    T ViewState::* member;
    T value;
    bool settled = true;  ///< false while the user drags it
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
};  ///< during a drag on the timeline
struct SetOutput {
    int token;
    bool toggle = false;  ///< adds to or takes from the set
    bool settled = true;  ///< false during a drag through the tokens
};
struct PlayTokens {};  ///< starts or stops playback of the output tokens
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
};  ///< gives a pane the focus for keys and menus
struct MergeOutputs {};  ///< merges the chosen outputs into one span
struct SplitOutputs {};  ///< splits the spans among them
struct RemoveCompared {
    int column;
};  ///< at least two columns remain
/// One step forward (1) or back (-1) in the view's own sequence. The session decides where it leads.
struct StepPanel {
    int by;
};
struct StopWork {
    bool stop;
};  ///< stops long computations of the shown views; false resumes them
struct Undo {
    int by;
};  ///< -1 undoes the last change of the view, 1 redoes it
/// Runs another recipe in the open model, after a change by its line, a click or a stroke. The view follows its text.
struct RunText {
    std::string text;
    bool settled = true;  ///< false while the user types or draws
    int backTo = -1;      ///< step of UndoSteps::back to go back to; -1 for a new step
    std::string fields;   ///< applied to the view once it is shown, such as another panel
};
/// Sets the recipe that typing continues, without running it.
struct BeginText {
    std::string text;
};
/// Runs the line's text at another step of the training. Steps without weights are ignored.
struct SetStep {
    int step;
    bool settled = true;  ///< false during a drag, which downloads nothing
};
struct PlaySteps {};  ///< starts or stops playback of the steps of training
struct SetHover {
    Hover hover;
};
struct DismissMessage {
    int id;
};  ///< 0: all messages
struct ApplyMessageAction {
    int message;
    int action;
};  ///< index into Message::actions
struct CancelOpening {};
struct OpenSource {
    DataSource source;
    std::string fields;
};  ///< the rest of the link, or ""
/// The page's first address. If it names no data, or they cannot be opened, the sample is shown.
struct BeginPage {
    std::string fields;
    std::string sample;
};
/// A file from the user. The host has its bytes under this number, which is never 0.
struct GiveFile {
    std::uint32_t number;
    std::string name;
    OpenOptions options;
    std::string fields =
        {};  ///< fields of a link to apply once open; fields that open data are ignored
};
/// Dialogs that the page shows outside the canvas. Some names take an ending: "about-" a panel's name; "note-" the
/// index of a note, or the place for a new one as JSON (page/address/note_fields.h), which replaces "notes" while
/// something is hovered; "cut-" such a place, which replaces "cut"; "agree-" fields to apply if the visitor agrees.
/// web/dialogs/dialogs.js has a row for each.
inline constexpr std::string_view dialogNames[] = {
    "open",          "samples",       "models",   "train",     "model",    "share",
    "export",        "help",          "commands", "copy-link", "save-csv", "save-json",
    "examples",      "check",         "tokens",   "notes",     "lessons",  "lesson-next",
    "lesson-before", "lesson-return", "black",    "data-set",  "grid",     "layers",
    "cut",           "note-",         "about-",   "theme",     "settings"};
struct ShowDialog {
    std::string name;
};
/// `key=value` pairs as in the address (page/address/address.h), from links, history, API and the mirror.
struct ApplyFields {
    std::string fields;
    bool fromHistory = false;
    bool settled = true;  ///< false while the user drags a slider
};

/// A button with its label, and the fields that a click applies.
struct Alternative {
    std::string word;
    std::string fields;
};

using Command =
    std::variant<Set<bool>, Set<int>, Set<double>, Set<std::vector<int>>,
                 Set<std::vector<std::string>>, Set<Settings>, Set<OutputMode>, Set<Divisor>,
                 Set<RankingScope>, Set<SortBy>, Set<ScaleScope>, Set<SegmentFilter>, Set<Colormap>,
                 Set<CompareForm>, Set<HeadThumbnails>, Set<PatchForm>, Set<ImageScope>,
                 Set<GraphForm>, Set<EdgeChoice>, Set<ComparedPair>, Set<std::vector<ComparedView>>,
                 Set<Panes>, SetMethod, SetLayer, TogglePlay, SetSpeed, ToggleLoop, ScrubTo,
                 SetOutput, PlayTokens, SetSide, SetPanel, ArrangePanes, ReplacePane, ClosePane,
                 FocusPane, MergeOutputs, SplitOutputs, RemoveCompared, StopWork, Undo, RunText,
                 BeginText, SetStep, PlaySteps, SetHover, DismissMessage, CancelOpening, OpenSource,
                 ShowDialog, StepPanel, ApplyFields, ApplyMessageAction, BeginPage, GiveFile>;
using Commands = std::vector<Command>;

}  // namespace hw
