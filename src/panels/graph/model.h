// SPDX-License-Identifier: MIT
// One output traced through the layers, or one matrix as lines between two columns of tokens (Vig 2019).
#pragma once

#include <string>
#include <vector>

#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/models/matrix_frame.h"
#include "panels/flow/graph.h"

namespace hw {

/// A value of a matrix, or of one head's.
struct GraphLine {
    int query = 0;  ///< rows and columns of the frame
    int key = 0;
    int head = -1;  ///< zero-based; -1: of the method's matrix
    float value = 0;
};

struct GraphModel : MatrixFrame {
    std::string title;
    std::string caption;  ///< what is drawn, and what is not
    GraphForm form = GraphForm::traced;
    double edges = 0;              ///< chosen threshold; 0: chosen so that edges can be told apart
    double smallest = 0;           ///< the threshold in effect
    LayerGraph graph;              ///< traced
    std::vector<GraphLine> lines;  ///< largest last, so that they are on top
    float largest = 0;             ///< max of the lines
    int heads = 0;                 ///< of the layer; 0: heads are not distinguished
    std::vector<int> usedHeads;    ///< heads that have lines
    Standing standing;
};

/// The thresholds to choose from, largest first.
inline constexpr double edgeSizes[] = {0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001};

/// The questions: the weights of each layer, the present one first; or the one matrix that is drawn.
std::vector<Query> graphQueries(const AppState& state);

/// For the chosen method: raw attention or rollout traced, or any method's matrix as lines.
/// O(layers * tokens^2).
GraphModel graphModel(const AppState& state, ResultStore& results);

}  // namespace hw
