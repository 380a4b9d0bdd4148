// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/statistics/scale_end.h"
#include "page/state/app_state.h"

namespace hw {

struct MethodChoice {
    Method method;
    std::string name;
    bool available = true;
    std::string why;  ///< why it is not available
    /// Methods that need gradients stand only where there are some, or where the model that runs can add them: then no row moves.
    bool isShown = true;
};

struct ControlsModel {
    std::vector<MethodChoice> methods;
    Method method = Method::rollout;
    MatrixKind kind = MatrixKind::attention;
    Settings settings;
    int headCount = 0;
    int layerCount = 0;
    int layer = 0;                           ///< the layer that the views show
    std::string headsText;                   ///< "mean of 8"
    std::array<std::string, 3> whyNotThere;  ///< per Needs; empty: the example has what it needs
    std::string layersText;                  ///< "all 6", "1, 3, 4"
    std::vector<std::string> formula;  ///< "A = 0.50 I + 0.50 mean W", "R = A6 A5 A4 A3 A2 A1"
    std::string preset;                ///< the preset's name, or "custom"
    std::string presetChanges;  ///< what differs from it, or from the nearest; empty: nothing
    std::string citation;
    std::string outputText;  ///< "[CLS]", "2 tokens, summed", "mean over all tokens"
    OutputMode outputMode = OutputMode::chosen;
    SortBy sort = SortBy::automatic;  ///< as chosen
    bool ghost = true;
    ScaleOf scale = ScaleOf::automatic;
    bool hasOwnShare = false;  ///< the output is among the inputs
    bool ownShare = true;
    ScaleFit fit;  ///< of any of the scales that are shown
    bool rawTokens = false;
    bool tokensDiffer = false;  ///< raw and displayed tokens differ
    bool hasWords = false;      ///< some tokens are pieces of words
    bool words = false;
    bool hasSegments = false;  ///< there are two texts to filter by
    SegmentFilter segments = SegmentFilter::all;
    std::vector<std::vector<int>> spans;
    bool canJoin = false;      ///< several outputs are chosen that could be one span
    bool canSplit = false;     ///< there is a span among the outputs
    std::vector<int> outputs;  ///< chosen tokens
    Over over = Over::nothing;
    std::string whyNoOver;  ///< why the method has no ratio here; empty where it has
    bool relativeFlow = true;
    bool special = false;  ///< there are special tokens that can be hidden
    bool specialHidden = false;
    bool renormaliseHidden = false;
    std::vector<int> specialTokens;
    std::vector<int> hidden;
    Colormap colormap = Colormap::blues;
    std::vector<Side>
        sides;  ///< more than one for encoder-decoder models, and for contributions beside attention
    std::string predicted;  ///< what the model predicts at the chosen output: “keys”; may be empty
    std::string limit;      ///< what the numbers say at most, in a line beside the formula
    int limitCount = 0;     ///< how many limits these data have, beside those of every figure
    std::string limitDialog;  ///< the dialog that has them
    Side side = Side::encoder;
};

/// The state of all controls, and the formula with the present values. O(tokens).
ControlsModel controlsModel(const AppState& state);

/// A list of chosen numbers (empty: all of `count`) with one added or removed; never becomes empty.
std::vector<int> toggled(std::vector<int> list, int number, int count);

/// Key tokens that are not words of the input ([CLS], </s>, padding), ascending: those the file
/// names, else those written like special tokens.
std::vector<int> specialTokens(const AppState& state);

}  // namespace hw
