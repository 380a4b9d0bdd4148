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
    std::string why;  ///< the reason if it is not available
    /// Methods that need gradients are shown only if there are some, or if the running model can add them, so that no
    /// row moves.
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
    std::string headsText;                   ///< such as "mean of 8"
    std::array<std::string, 3> whyNotThere;  ///< a reason per Needs; empty if the example meets it
    std::string layersText;                  ///< such as "all 6" or "1, 3, 4"
    std::vector<std::string> formula;  ///< "A = 0.50 I + 0.50 mean W", "R = A6 A5 A4 A3 A2 A1"
    std::string preset;                ///< the preset's name, or "custom"
    std::string presetChanges;         ///< changes to it or to the nearest preset; may be empty
    std::string citation;
    std::string outputText;  ///< such as "[CLS]", "2 tokens, summed", "mean over all tokens"
    OutputMode outputMode = OutputMode::chosen;
    SortBy sort = SortBy::automatic;  ///< as chosen
    bool ghost = true;
    ScaleScope scale = ScaleScope::automatic;
    bool hasOwnShare = false;  ///< the output is among the inputs
    bool ownShare = true;
    ScaleFit fit;  ///< from any of the shown scales
    bool rawTokens = false;
    bool tokensDiffer = false;  ///< raw and displayed tokens differ
    bool hasWords = false;      ///< some tokens are pieces of words
    bool words = false;
    bool hasSegments = false;  ///< there are two texts to filter by
    SegmentFilter segments = SegmentFilter::all;
    std::vector<std::vector<int>> spans;
    bool canJoin = false;      ///< the chosen outputs could be one span
    bool canSplit = false;     ///< there is a span among the outputs
    std::vector<int> outputs;  ///< chosen tokens
    Divisor over = Divisor::nothing;
    std::string whyNoDivisor;  ///< the reason why the method has no ratio here, or empty
    bool relativeFlow = true;
    bool special = false;  ///< there are special tokens that can be hidden
    bool specialHidden = false;
    bool renormaliseHidden = false;
    std::vector<int> specialTokens;
    std::vector<int> hidden;
    Colormap colormap = Colormap::blues;
    std::vector<Side>
        sides;  ///< several for encoder-decoder models, or if contributions come with attention
    std::string predicted;    ///< the model's prediction at the chosen output: “keys”; may be empty
    std::string limit;        ///< a limit of the numbers, in a line next to the formula
    int limitCount = 0;       ///< number of limits of these data, apart from those of every figure
    std::string limitDialog;  ///< the dialog that lists them
    Side side = Side::encoder;
};

/// The state of all controls, and the formula with the present values. O(tokens).
ControlsModel controlsModel(const AppState& state);

/// A list of chosen numbers (all of `count` if empty) with one added or removed. Never becomes empty.
std::vector<int> toggled(std::vector<int> list, int number, int count);

/// Key tokens that are not words of the input ([CLS], </s>, padding), ascending. If the file does not name them, those
/// written like special tokens.
std::vector<int> specialTokens(const AppState& state);

}  // namespace hw
