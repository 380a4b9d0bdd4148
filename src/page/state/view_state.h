// SPDX-License-Identifier: MIT
// What a link carries and undo restores: how what is open is shown.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/over.h"
#include "core/model/settings.h"
#include "page/state/note.h"
#include "page/state/panel.h"
#include "protocol/query.h"

namespace hw {

/// automatic: long inputs (core/statistics/scale_end.h) by value, the rest summed; others by position.
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
/// Which tokens of a pair of texts attend to which: queries to keys, A the first text, B the second.
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

/// What the thumbnails of heads show (the words of each say it).
enum class HeadThumbnails { attention, rollout, flow, patches };
template <>
struct Names<HeadThumbnails> {
    static constexpr ChoiceName list[] = {
        {"attention", "attention"_tr, "the head’s own weights"_tr},
        {"rollout", "rollout"_tr, "the head over the rollout of all layers below"_tr},
        {"flow", "flow"_tr, "the maximum flow through the head from all layers below"_tr},
        {"patches", "patches"_tr, "the outputs’ attention on the picture"_tr}};
};

/// The scale of bars and sentence: of all layers, which can then be compared, or of the present one alone. automatic: of
/// the present one, but of all for pictures and compared columns.
enum class ScaleOf { automatic, layers, layer };
template <>
struct Names<ScaleOf> {
    static constexpr ChoiceName list[] = {{"automatic", "depends on the view"_tr},
                                          {"layers", "one for all layers"_tr},
                                          {"layer", "one per layer"_tr}};
};

/// Which layers' values lie over a picture.
enum class ImageOf { layer, layers };
template <>
struct Names<ImageOf> {
    static constexpr ChoiceName list[] = {{"layer", "this layer"_tr}, {"layers", "every layer"_tr}};
};

/// One output followed down through the layers, or one matrix as lines between two columns of tokens.
enum class GraphForm { traced, lines };
template <>
struct Names<GraphForm> {
    static constexpr ChoiceName list[] = {{"traced", "traced"_tr}, {"lines", "lines"_tr}};
};

/// What is expanded in the explanation of a number (panels/explain), from the number itself down.
struct OpenedTerms {
    std::vector<int> down;  ///< the token chosen in each matrix of the product stepped through
    NumberKind kind = NumberKind::value;
    int key = -1;  ///< for a weight or its heads: the token that it attends to
    bool operator==(const OpenedTerms&) const = default;
};

/// One column of the compare view: a method and what differs from the present view, or importance scores of the
/// file. What is left empty follows the view.
struct ComparedView {
    Method method = Method::rollout;
    std::string preset;  ///< id; empty: the view's settings
    std::optional<HeadFusion> fusion;
    std::optional<double> residual;
    std::optional<double> discard;
    std::optional<int> head;        ///< only this head, zero-based
    std::optional<int> layer;       ///< zero-based
    std::optional<int> example;     ///< another example of its file, zero-based
    Recipe recipe = {};             ///< another one that was made; `example` does not count then
    bool earlierFile = false;       ///< from the file that was open before (AppState::earlier)
    std::optional<Side> side = {};  ///< contributions, or the attention beside them (Side::encoder)
    std::optional<int> start = {};  ///< first layer that takes part, zero-based
    std::string score = {};         ///< the name of scores in place of the method; empty: none
    bool operator==(const ComparedView&) const = default;
};

/// Columns of the compare view of which the difference is shown, the first minus the second; -1 and -1: of none.
struct ComparedPair {
    int of = -1;
    int from = -1;
    bool exists() const { return of >= 0; }
    bool operator==(const ComparedPair&) const = default;
};

/// Which edges the graph draws: from a size, or of each layer the widest. Without either the view chooses.
struct EdgeChoice {
    double from = 0;  ///< the smallest that is drawn; 0: none
    double kept = 0;  ///< the share that they carry in each layer, before `from`; 0: none
    bool operator==(const EdgeChoice&) const = default;
};

/// Views side by side (page/rules/panes.h). A divider is a share of what it divides; those between columns
/// come first, then those within each column; empty: equal parts.
struct Panes {
    std::vector<std::vector<Panel>>
        columns;  ///< 2 to 4 views together; empty: a single one fills the window
    std::vector<double> dividers;
    bool operator==(const Panes&) const = default;
};

/// What a link describes, besides the data.
struct ViewState {
    int example = 0;
    Recipe recipe;  ///< of the example, if it was made
    Side side = Side::encoder;
    Method method = Method::rollout;
    Settings settings;
    int layer = 0;  ///< zero-based; the layer that the views show
    OutputMode outputMode = OutputMode::chosen;
    std::vector<int> outputs;   ///< zero-based, ascending, at least one once a file is open
    int sink = -1;              ///< key token chosen in the flow view, -1: the largest, allInputs
    bool relativeFlow = true;   ///< flow rows divided by their sum, as the paper plots them
    Over over = Over::nothing;  ///< what values are divided by, where that has a meaning (isOver)
    SortBy sort = SortBy::automatic;
    bool ghost = true;  ///< outline of the previous layer
    ScaleOf scale = ScaleOf::automatic;
    bool ownShare = true;            ///< the output's own share counts for the scale
    bool wholeScale = false;         ///< scales have room for every value, whatever it flattens
    bool cellNumbers = false;        ///< the matrix has its numbers in its cells, where they fit
    bool rawTokens = false;          ///< show tokens as the tokenizer writes them
    std::vector<int> hidden;         ///< key tokens that are left out, ascending
    bool renormaliseHidden = false;  ///< divide the rest by its sum
    bool words = false;              ///< tokens of a word are shown as one (page/rules/units.h)
    std::vector<std::vector<int>> spans;  ///< tokens joined by hand, each ascending
    SegmentFilter segments = SegmentFilter::all;
    Colormap colormap = Colormap::blues;
    Panel panel = Panel::overview;  ///< with panes: the focused one
    Panes panes;
    std::vector<ComparedView> compared;  ///< 2 to 6 columns; empty: raw, rollout and flow
    CompareForm compareForm = CompareForm::bars;
    ComparedPair difference;  ///< none with two columns: the first minus the second
    HeadThumbnails thumbnails = HeadThumbnails::attention;
    PatchForm patchForm = PatchForm::smooth;
    ImageOf imageOf = ImageOf::layer;
    double patchOpacity = 0.7;  ///< of what lies over the picture, 0..1
    GraphForm graphForm = GraphForm::traced;
    EdgeChoice edges;
    bool bothFiles = false;  ///< the graph of the file open before lies over the present one's
    OpenedTerms opened;
    int flowPaths = -1;                ///< number of augmenting paths shown, in order; -1: all
    std::vector<std::string> leftOut;  ///< texts of tokens left out of the rankings, sorted
    Among among = Among::words;        ///< which tokens take part in rankings
    std::string experiment;   ///< what is cut, by which ranking ... (address.h); empty: the usual
    std::string writing;      ///< how a model of next words writes (address.h); empty: the usual
    std::string title;        ///< of the analysis, given by its sender; one line
    std::vector<Note> notes;  ///< in the order of their numbers, at most mostNotes
    bool thisExampleOnly = false;  ///< correlations of the present example only
    std::string lesson;            ///< its name, address or packed text; empty: none
    int lessonStep = 0;            ///< zero-based
    std::string dataSet;   ///< address of its list, or local: and a file's name; empty: none
    int dataSetRow = -1;   ///< index of the shown example in the list; -1: the list is shown
    bool present = false;  ///< presentation mode: one line of head, everything as large as fits
    bool operator==(const ViewState&) const = default;
};

}  // namespace hw
