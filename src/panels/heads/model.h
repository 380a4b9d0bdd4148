// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "page/answers/result_store.h"
#include "page/answers/standing.h"
#include "page/rules/available.h"
#include "page/rules/units.h"

namespace hw {

/// How the heads of a layer are ordered in the grid.
enum class HeadOrder { number, entropy, distance, special, picture };

/// One head in the grid.
struct HeadCell {
    int layer = 0;
    int head = 0;
    bool used = true;    ///< is fused
    float entropy = 0;   ///< in bits, mean over queries. NaN until it has arrived
    float distance = 0;  ///< in tokens, mean
    float special = 0;   ///< share on special tokens
    float picture =
        0;  ///< share of the outputs' weights on patches of all pictures, NaN without pictures
    float region = 0;  ///< on those of the shown picture
};

/// Layers by heads as thumbnails, the first layer on top.
struct HeadsModel {
    std::string title;
    std::string caption;
    HeadThumbnails thumbnailsOf = HeadThumbnails::attention;
    bool canRoll = false;      ///< there is a rollout below the heads
    std::vector<int> ownHead;  ///< Settings::headOfLayer if it applies to the method
    int layers = 0;
    int heads = 0;
    int layer = 0;  ///< the layer of the views
    std::vector<const Answer*>
        thumbnails;  ///< one per layer, null before it has arrived, [heads][rows*cols]
    std::vector<Answer> onPicture;        ///< used instead for HeadThumbnails::patches
    bool canPatch = false;                ///< there is a picture
    const ImageRegion* region = nullptr;  ///< the shown picture, with HeadThumbnails::patches
    bool severalPictures = false;
    int rows = 0;  ///< of one thumbnail
    int cols = 0;
    Axis queries;                 ///< rows of a thumbnail, with the first token of each cell
    Axis keys;                    ///< columns, in the same way
    bool everyToken = true;       ///< each cell is a single token pair
    std::vector<HeadCell> cells;  ///< [layer][head]
    ValueForm form = ValueForm::amounts;
    float scale =
        1;  ///< the value of the last colour. 1, or the largest value on a picture or above 1
    Standing standing;  ///< of the present layer's thumbnails
    bool hasStatistics = false;
};

/// The thumbnails' content. The view's choice, if there is a rollout within one side.
HeadThumbnails shownThumbnails(const AppState& state);

/// The picture under the heads. That of the output if it is a patch, else the first.
int shownRegion(const AppState& state);

/// Whether thumbnails of flow start only from the chosen outputs, with one row each, since there are many tokens.
bool flowsFromOutputs(const AppState& state);

/// The questions of the heads view, one per layer for thumbnails, and one for statistics.
Query headThumbnailsQuery(const AppState& state, int layer);
Query headStatisticsQuery(const AppState& state);

/// All of them, the present layer first.
std::vector<Query> headsQueries(const AppState& state);

/// O(layers * heads).
HeadsModel headsModel(const AppState& state, ResultStore& results);

}  // namespace hw
