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
    InFiles files = InFiles::one;
    float here = 0;  ///< of two files: its value in either
    float before = 0;
};

/// Of two files' graphs: what the drawn edges of a layer carry in the present file and in the one before it.
struct SharedPaths {
    int layer = 0;        ///< zero-based
    double both[2] = {};  ///< on edges that both have
    double own[2] = {};   ///< on edges of that file alone
    double hidden[2] =
        {};  ///< the rest of what passes the layer, or of what the drawn tokens pay in it
};

struct GraphModel : MatrixFrame {
    std::string title;
    std::string caption;  ///< what is drawn, and what is not
    GraphForm form = GraphForm::traced;
    double edges = 0;  ///< as chosen: the smallest that is drawn; 0: as many as can be told apart
    bool byShare = false;             ///< a share to keep was chosen
    double kept = 1;                  ///< the share that each layer is to carry, or carries
    double smallest = 0;              ///< the smallest that is drawn; 0: chosen by share
    LayerGraph graph;                 ///< traced
    std::vector<GraphLine> lines;     ///< the largest last, so that they lie on top
    float largest = 0;                ///< of the lines
    int heads = 0;                    ///< of the layer, 0: heads are not told apart
    std::vector<int> usedHeads;       ///< those that have lines
    bool hasEarlier = false;          ///< there is a file to lay it over
    bool bothFiles = false;           ///< it lies over that of the file before
    std::string file;                 ///< its name
    std::string earlierFile;          ///< the name of the file before
    std::vector<SharedPaths> shared;  ///< then: one a layer, the upper first; one for lines
    Standing standing;
};

/// What tells edges of two files apart, for a legend.
inline constexpr InFiles twoFiles[] = {InFiles::both, InFiles::present, InFiles::earlier};

/// "only in a.json": in which files edges are, by their names where they differ.
std::string filesText(const GraphModel& model, InFiles files);

/// The sizes that can be chosen, the largest first.
inline constexpr double edgeSizes[] = {0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001};

/// The questions: the weights of each layer, the present one first; or the one matrix that is drawn.
std::vector<Query> graphQueries(const AppState& state);

/// "61.2 %" of 0.61239: never more than there is.
std::string percentText(double share);

/// What is drawn of the chosen method: raw attention or rollout traced, any method's matrix as lines.
/// O(layers * tokens^2).
GraphModel graphModel(const AppState& state, ResultStore& results);

}  // namespace hw
