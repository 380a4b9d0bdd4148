// SPDX-License-Identifier: MIT
// The view of the open document, which links contain and undo restores.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/divisor.h"
#include "core/model/settings.h"
#include "page/state/note.h"
#include "page/state/panel.h"
#include "protocol/query.h"

namespace hw {

/// automatic sorts long inputs (core/statistics/scale_end.h) by value, with the rest summed, and others by position.
enum class SortBy { automatic, position, score };
template <>
struct Names<SortBy> {
    static constexpr ChoiceName list[] = {{"automatic", "by position, long inputs by value"_tr},
                                          {"position", "by position"_tr},
                                          {"score", "by value"_tr}};
};
enum class Colormap { blues, viridis, cividis };
template <>
struct Names<Colormap> {
    static constexpr ChoiceName list[] = {{"blues", "blues"_tr}, {"viridis"}, {"cividis"}};
};

/// How the columns of the compare view are drawn.
enum class CompareForm { bars, matrices };
template <>
struct Names<CompareForm> {
    static constexpr ChoiceName list[] = {{"bars", "bars"_tr}, {"matrices", "matrices"_tr}};
};
/// Which tokens of a pair of texts attend to which, as queries to keys. A is the first text, B the second.
enum class SegmentFilter { all, aToA, aToB, bToA, bToB };
template <>
struct Names<SegmentFilter> {
    static constexpr ChoiceName list[] = {{"all", "both"_tr},
                                          {"a-a", "A from A"_tr},
                                          {"a-b", "A from B"_tr},
                                          {"b-a", "B from A"_tr},
                                          {"b-b", "B from B"_tr}};
};
/// How patches are drawn over a picture: as one smooth mask, or as a grid.
enum class PatchForm { smooth, grid };
template <>
struct Names<PatchForm> {
    static constexpr ChoiceName list[] = {{"smooth", "smooth"_tr}, {"grid", "as a grid"_tr}};
};

/// The content of the thumbnails of heads.
enum class HeadThumbnails { attention, rollout, flow, patches };
template <>
struct Names<HeadThumbnails> {
    static constexpr ChoiceName list[] = {
        {"attention", "attention"_tr, "the head’s own weights"_tr},
        {"rollout", "rollout"_tr, "the head over the rollout of all layers below"_tr},
        {"flow", "flow"_tr, "the maximum flow through the head from all layers below"_tr},
        {"patches", "patches"_tr, "the outputs’ attention on the picture"_tr}};
};

/// The scale of bars and sentence: for all layers, which can then be compared, or for the present layer only. automatic
/// uses the present layer, but all layers for pictures and compared columns.
enum class ScaleScope { automatic, layers, layer };
template <>
struct Names<ScaleScope> {
    static constexpr ChoiceName list[] = {{"automatic", "depends on the view"_tr},
                                          {"layers", "one for all layers"_tr},
                                          {"layer", "one per layer"_tr}};
};

/// The layers whose values are drawn over a picture.
enum class ImageScope { layer, layers };
template <>
struct Names<ImageScope> {
    static constexpr ChoiceName list[] = {{"layer", "this layer"_tr}, {"layers", "every layer"_tr}};
};

/// One output followed down through the layers, or one matrix as lines between two columns of tokens.
enum class GraphForm { traced, lines };
template <>
struct Names<GraphForm> {
    static constexpr ChoiceName list[] = {{"traced", "traced"_tr}, {"lines", "lines"_tr}};
};

/// The expanded terms in the explanation of a number (panels/explain), from the number itself down.
struct OpenedTerms {
    std::vector<int> down;  ///< the token chosen in each matrix of the product stepped through
    NumberKind kind = NumberKind::value;
    int key = -1;  ///< the token that a weight or its heads attend to
    bool operator==(const OpenedTerms&) const = default;
};

/// One column of the compare view: a method and its changes from the present view, or importance scores of the file.
/// Empty members follow the view.
struct ComparedView {
    Method method = Method::rollout;
    std::string preset;  ///< id; the view's settings if empty
    std::optional<HeadFusion> fusion;
    std::optional<double> residual;
    std::optional<double> discard;
    std::optional<int> head;        ///< only this head, zero-based
    std::optional<int> layer;       ///< zero-based
    std::optional<int> example;     ///< another example of its file, zero-based
    Recipe recipe = {};             ///< of another, made example; `example` is then ignored
    bool earlierFile = false;       ///< from the previous file (AppState::earlier)
    std::optional<Side> side = {};  ///< contributions, or their attention (Side::encoder)
    std::optional<int> start = {};  ///< first layer that takes part, zero-based
    std::string score = {};         ///< name of scores in place of the method, or empty
    bool operator==(const ComparedView&) const = default;
};

/// The columns of the compare view whose difference is shown, the first minus the second. -1 and -1 if there is none.
struct ComparedPair {
    int of = -1;
    int from = -1;
    bool exists() const { return of >= 0; }
    bool operator==(const ComparedPair&) const = default;
};

/// The edges that the graph draws: from a size, or the widest of each layer. With neither the view chooses.
struct EdgeChoice {
    double from = 0;  ///< size of the smallest edge; 0 if not used
    double kept = 0;  ///< share of each layer's sum, overrides `from`; 0 if not used
    bool operator==(const EdgeChoice&) const = default;
};

/// Views side by side (page/rules/panes.h). A divider is a share of the length that it divides. Those between columns
/// come first, then those within each column. All parts are equal if empty.
struct Panes {
    std::vector<std::vector<Panel>>
        columns;  ///< 2 to 4 views together; empty if a single one fills the window
    std::vector<double> dividers;
    bool operator==(const Panes&) const = default;
};

/// Everything that a link describes, apart from the data.
struct ViewState {
    int example = 0;
    Recipe recipe;  ///< of the example, if it was made
    Side side = Side::encoder;
    Method method = Method::rollout;
    Settings settings;
    int layer = 0;  ///< zero-based layer that the views show
    OutputMode outputMode = OutputMode::chosen;
    std::vector<int> outputs;         ///< zero-based, ascending, at least one once a file is open
    int sink = -1;                    ///< key token of the flow view, -1 (the largest) or allInputs
    bool relativeFlow = true;         ///< flow rows divided by their sum, as the paper plots them
    Divisor over = Divisor::nothing;  ///< divisor of values, if applicable (isOver)
    SortBy sort = SortBy::automatic;
    bool ghost = true;  ///< outline of the previous layer
    ScaleScope scale = ScaleScope::automatic;
    bool ownShare = true;            ///< the scale includes the output's own share
    bool wholeScale = false;         ///< scales include every value, even if that flattens others
    bool cellNumbers = false;        ///< the matrix has numbers in its cells, if they fit
    bool rawTokens = false;          ///< show tokens as the tokenizer writes them
    std::vector<int> hidden;         ///< hidden key tokens, ascending
    bool renormaliseHidden = false;  ///< divide the rest by its sum
    bool words = false;              ///< show words as one unit (page/rules/units.h)
    std::vector<std::vector<int>> spans;  ///< tokens combined by hand, each ascending
    SegmentFilter segments = SegmentFilter::all;
    Colormap colormap = Colormap::blues;
    Panel panel = Panel::overview;  ///< the focused one if there are panes
    Panes panes;
    std::vector<ComparedView> compared;  ///< 2 to 6 columns; raw, rollout and flow if empty
    CompareForm compareForm = CompareForm::bars;
    ComparedPair difference;  ///< with two columns, the first minus the second
    HeadThumbnails thumbnails = HeadThumbnails::attention;
    PatchForm patchForm = PatchForm::smooth;
    ImageScope imageOf = ImageScope::layer;
    double patchOpacity = 0.7;  ///< of the layer over the picture, 0..1
    GraphForm graphForm = GraphForm::traced;
    EdgeChoice edges;
    bool bothFiles = false;  ///< the graph of the previous file lies over the present one's
    OpenedTerms opened;
    int flowPaths = -1;                ///< number of augmenting paths shown, in order; all if -1
    std::vector<std::string> leftOut;  ///< texts of tokens excluded from the rankings, sorted
    RankingScope among = RankingScope::words;  ///< which tokens take part in rankings
    std::string experiment;        ///< cuts, ranking ... (address.h); the default if empty
    std::string writing;           ///< how a model writes (address.h); the default if empty
    std::string title;             ///< title of the analysis from its sender; one line
    std::vector<Note> notes;       ///< in the order of their numbers, at most mostNotes
    bool thisExampleOnly = false;  ///< correlations of the present example only
    std::string lesson;            ///< its name, address or packed text, or empty
    int lessonStep = 0;            ///< zero-based
    std::string dataSet;           ///< address of its list, or local: and a file's name, or empty
    int dataSetRow = -1;           ///< index of the shown example in the list; -1 shows the list
    bool present = false;  ///< presentation mode: one header line, everything as large as fits
    bool operator==(const ViewState&) const = default;
};

}  // namespace hw
