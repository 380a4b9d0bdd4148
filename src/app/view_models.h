// SPDX-License-Identifier: MIT
// What the views draw and what the DOM mirror says: the same plain data for both, so that a screen
// reader and a screen never disagree. Functions of (AppState, ResultStore) without side effects,
// except that the store marks answers as used.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "app/app_state.h"
#include "app/number_words.h"
#include "app/panel_models.h"
#include "app/results.h"
#include "app/standing.h"
#include "core/max_flow.h"

namespace hw {

/// The two layers between which the picture stands, and how far: 0 = at `from`, 1 = at `to`.
struct LayerBlend {
    int from = 0;
    int to = 0;
    double t = 0;
    /// What lies between a value at `from` and one at `to`.
    float between(float first, float last) const {
        return t <= 0 ? first : first + (last - first) * static_cast<float>(t);
    }
};
LayerBlend layerBlend(const Playback& playback, int layerCount);

struct TimelineModel {
    int layers = 0;
    int layer = 0;       ///< zero-based, where the views stand
    int startLayer = 0;  ///< layers before it take no part
    double head = 0;     ///< smooth position, 0..layers-1
    bool playing = false;
    bool loop = true;
    double speed = 1;
    std::string text;  ///< "after layer 6 of 6"
};

/// One key token in bars and sentence.
struct TokenRow {
    int token = 0;       ///< zero-based key token; of a word or span its first
    std::string label;   ///< as shown
    float value = 0;     ///< exact, at the present layer; NaN while it is not there yet
    float shown = 0;     ///< between two layers while moving
    float before = -1;   ///< at the layer before; -1 where there is none
    int rank = 0;        ///< 1 = largest; ties share the smaller rank
    int rankChange = 0;  ///< ranks gained since the layer before; negative: lost
    bool isOutput = false;
    bool isSpecial = false;
    float uniform = -1;  ///< flow: what a uniform causal model would show; -1 where it is not known
};

struct BarsModel {
    std::string title;             ///< "Where [CLS] draws its information from"
    std::string caption;           ///< the largest values as a sentence, or why there is nothing
    std::string unit;              ///< "rollout", "raw attention", "attention flow, relative"
    std::vector<TokenRow> rows;    ///< in display order
    std::vector<TokenRow> tokens;  ///< the same in token order, hidden ones included
    std::vector<TokenRow>
        outputs;            ///< the decoder's tokens, where the keys are the encoder's; no values
    float scale = 1;        ///< value at full length (app/value_scale.h)
    bool beyond = false;    ///< a value is larger than that
    std::string scaleNote;  ///< what the scale is of: "One scale for all layers."
    int decimals = fewestDecimals;  ///< of all values at the present layer
    bool rightToLeft = false;       ///< the sentence's line begins at the right
    std::uint64_t about = 0;        ///< readingKey()
    bool ready = false;
    Standing standing;      ///< of the values
    std::string gap = "…";  ///< what stands for a value that is not there: not yet, or not at all
};

/// A matrix on the screen: two layers and a blend while moving.
struct MatrixModel : MatrixFrame, MatrixBlend {
    std::string title;    ///< "Raw attention, layer 6", "Rollout, layers 1-6"
    std::string caption;  ///< "[CLS] <- cabinet 0.25, keys 0.09"
    Method method = Method::raw;
    bool leads = true;       ///< its document decides when zoom begins anew
    bool diverging = false;  ///< a difference: colours run both ways from 0
    /// "63 %", "stopped at 63 %" of the layer where the views stand; empty once all is there, and before any is.
    std::string progress;
    bool stopped = false;  ///< by StopWork, before it was complete
    Standing standing;     ///< of the layer where the views stand
};

/// layer x token for the chosen output: the paper's figure.
struct EvolutionModel {
    std::string title;
    int rows = 0;  ///< layers
    int cols = 0;  ///< keys
    std::vector<float>
        values;  ///< [rows][cols] as shown, the last layer in row 0; empty: not there yet
    std::uint64_t key = 0;      ///< changes with the values
    float scale = 1;            ///< value at the ramp's end
    bool beyond = false;        ///< a value is larger than that
    std::string unit;           ///< as the bars have it
    std::vector<int> decimals;  ///< one a layer, as the bars have them there
    int layer = 0;
    std::vector<std::string> keyLabels;
    std::vector<int> keyTokens;  ///< token of each column (the first of a word)
    Standing standing;

    MatrixView matrix() const { return {values.data(), rows, cols}; }
};

/// One edge of a flow as a band between two nodes. Offsets are in flow units from the node's top.
struct FlowRibbon {
    int layer = 0;  ///< attention layer, zero-based: from level layer + 1 to level layer
    int query = 0;  ///< tokens, zero-based
    int key = 0;
    int fromRow = 0;  ///< rows of FlowModel::rows
    int toRow = 0;
    double amount = 0;
    double capacity = 0;
    double fromOffset = 0;
    double toOffset = 0;
    bool inCut = false;  ///< full, and part of the minimum cut nearest the source
};

/// A pair's maximum flow, or a joint flow to all inputs, ready to be drawn: layers x tokens.
struct FlowModel {
    std::string title;               ///< "Maximum flow from [CLS] to “keys”"
    std::string caption;             ///< the value, what limits it, what is left out
    const PairFlow* flow = nullptr;  ///< null until it has arrived
    int startLayer = 0;
    int layer = 0;  ///< the source stands above this attention layer
    int source = 0;
    int sink = 0;                     ///< allInputs: a joint flow
    std::vector<int> rows;            ///< tokens that are drawn, in text order
    std::vector<std::string> labels;  ///< one a row; equal tokens are numbered: "the (2)"
    std::vector<FlowRibbon> ribbons;
    std::vector<std::vector<double>> through;  ///< [level - startLayer][row]: flow through a node
    std::vector<std::string> paths;            ///< the largest, as text
    std::vector<std::vector<int>>
        pathRows;                    ///< the same as rows from the source down, -1: not drawn
    std::vector<double> sinkValues;  ///< flow to each row's token as an input, NaN: not there yet
    int sinkDecimals = fewestDecimals;  ///< of all of them
    std::string inputHeading;           ///< what they are: "share of the flow to all inputs"
    Standing standing;
};

/// How the heads of a layer are ordered in the grid.
enum class HeadOrder { number, entropy, distance, special };

/// One head in the grid.
struct HeadCell {
    int layer = 0;
    int head = 0;
    bool used = true;    ///< part of the fusion
    float entropy = 0;   ///< bits, mean over queries; NaN while not there yet
    float distance = 0;  ///< tokens, mean
    float special = 0;   ///< share on special tokens
};

/// L x H thumbnails, the first layer on top.
struct HeadsModel {
    std::string title;
    std::string caption;
    int layers = 0;
    int heads = 0;
    int layer = 0;                          ///< where the views stand
    std::vector<const Answer*> thumbnails;  ///< one a layer, null until there: [heads][rows*cols]
    int rows = 0;                           ///< of one thumbnail
    int cols = 0;
    Axis queries;                 ///< of a thumbnail's rows; of several tokens in one the first
    Axis keys;                    ///< likewise of its columns
    bool everyToken = true;       ///< no cell stands for several
    std::vector<HeadCell> cells;  ///< [layer][head]
    Standing standing;            ///< of the present layer's thumbnails
    bool hasStatistics = false;
};

struct MethodChoice {
    Method method;
    std::string name;
    bool available = true;
    std::string why;  ///< why it is not available
};

struct ControlsModel {
    std::vector<MethodChoice> methods;
    Method method = Method::rollout;
    Settings settings;
    int headCount = 0;
    int layerCount = 0;
    std::string headsText;             ///< "mean of 8"
    std::string layersText;            ///< "all 6", "1, 3, 4"
    std::vector<std::string> formula;  ///< "A = 0.50 I + 0.50 mean W", "R = A6 A5 A4 A3 A2 A1"
    std::string preset;                ///< the preset's name, or "custom"
    std::string citation;
    std::string outputText;  ///< "[CLS]", "2 tokens, summed", "mean over all tokens"
    OutputMode outputMode = OutputMode::chosen;
    SortBy sort = SortBy::position;
    bool ghost = true;
    ScaleOf scale = ScaleOf::layers;
    bool hasOwnShare = false;  ///< the output is among the inputs
    bool ownShare = true;
    bool rawTokens = false;
    bool tokensDiffer = false;  ///< raw and shown tokens are not the same
    bool hasWords = false;      ///< some tokens are pieces of words
    bool words = false;
    bool hasSegments = false;  ///< two texts that can be filtered
    SegmentFilter segments = SegmentFilter::all;
    std::vector<std::vector<int>> spans;
    bool canJoin = false;      ///< several outputs are chosen, which could be one span
    bool canSplit = false;     ///< there is a span among the outputs
    std::vector<int> outputs;  ///< chosen tokens
    bool relativeFlow = true;
    bool special = false;  ///< there are special tokens to hide
    bool specialHidden = false;
    bool renormaliseHidden = false;
    std::vector<int> specialTokens;
    std::vector<int> hidden;
    Colormap colormap = Colormap::blues;
    std::vector<Side> sides;  ///< more than one for encoder-decoder
    Side side = Side::encoder;
};

struct HeaderModel {
    std::string title;
    std::string subtitle;     ///< "agreement encoder · 6 layers, 8 heads, 11 tokens"
    std::string exampleText;  ///< "Example 2 of 6", or "" if there is one only
    std::string checkText;    ///< "Check: 2 findings", or "" without a document
    bool opening = false;     ///< shown after half a second
    std::string openingText;
    double openingFraction = -1;
};

struct PageModel {
    HeaderModel header;
    ControlsModel controls;
    TimelineModel timeline;
    BarsModel bars;
    MatrixModel raw;     ///< always the raw attention
    MatrixModel result;  ///< the chosen method
    EvolutionModel evolution;
    MultiplesModel multiples;    ///< only while the evolution's panel is shown
    Hover hover;                 ///< tokens
    bool keysAreOutputs = true;  ///< a click on an input token makes it the output
    FlowModel flow;
    HeadsModel heads;
    CompareModel compare;  ///< only while its panel is shown, as the next two
    ImageModel image;
    FaithfulnessModel faithfulness;
    std::vector<Panel> offered;  ///< those that the example has
    std::vector<Message> messages;
    Panel panel = Panel::overview;  ///< with panes: the one that is meant
    Panes panes;
    std::vector<Panel> panels;  ///< all that are shown
    bool shows(Panel one) const {
        return std::find(panels.begin(), panels.end(), one) != panels.end();
    }
    /// Whether a panel's numbers and controls stand in the text: the overview of a picture shows it too.
    bool tells(Panel one) const {
        return shows(one) || (one == Panel::image && image.image != nullptr);
    }
    Surroundings surroundings;
    bool hasDocument = false;
};

PageModel pageModel(const AppState& state, ResultStore& results);
}  // namespace hw
