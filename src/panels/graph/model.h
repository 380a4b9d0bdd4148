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
    int head = -1;  ///< zero-based, or -1 for the method's matrix
    float value = 0;
    FilePresence files = FilePresence::one;
    float here = 0;  ///< with two files, its value in each
    float before = 0;
};

/// With two files' graphs, the amounts on the drawn edges of a layer in the present file and in the previous one.
struct SharedPaths {
    int layer = 0;        ///< zero-based
    double both[2] = {};  ///< on edges that both have
    double own[2] = {};   ///< on edges of only that file
    double hidden[2] =
        {};  ///< the rest of the layer's total, or of the drawn tokens' attention in it
};

struct GraphModel : MatrixFrame {
    std::string title;
    std::string caption;  ///< the drawn parts, and the missing ones
    GraphForm form = GraphForm::traced;
    double edges = 0;  ///< the chosen min. size of edges, 0 for as many as readers can distinguish
    bool byShare = false;          ///< a share to keep was chosen
    double kept = 1;               ///< the share that each layer should carry, or carries
    double smallest = 0;           ///< the smallest drawn, 0 if chosen by share
    LayerGraph graph;              ///< traced
    std::vector<GraphLine> lines;  ///< the largest last, so that they are on top
    float largest = 0;             ///< of the lines
    int heads = 0;                 ///< of the layer, 0 if heads are not distinguished
    std::vector<int> usedHeads;    ///< those that have lines
    bool hasEarlier = false;       ///< there is a file to draw it over
    bool bothFiles = false;        ///< drawn over the graph of the previous file
    std::string file;              ///< its name
    std::string earlierFile;       ///< the name of the previous file
    std::vector<SharedPaths>
        shared;  ///< in this case, one per layer, the upper first, or one for lines
    Standing standing;
};

/// The kinds of edges of two files, for a legend.
inline constexpr FilePresence twoFiles[] = {FilePresence::both, FilePresence::present,
                                            FilePresence::earlier};

/// "only in a.json": the files that have the edges, by their names if these differ.
std::string filesText(const GraphModel& model, FilePresence files);

/// The sizes that can be chosen, the largest first.
inline constexpr double edgeSizes[] = {0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001};

/// The questions, for the weights of each layer, the present one first, or for the one drawn matrix.
std::vector<Query> graphQueries(const AppState& state);

/// "61.2 %" for 0.61239, rounded down.
std::string percentText(double share);

/// The graph of the chosen method. Raw attention or rollout are traced, and any method's matrix is drawn as lines.
/// O(layers * tokens^2).
GraphModel graphModel(const AppState& state, ResultStore& results);

}  // namespace hw
