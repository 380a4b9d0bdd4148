// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"

namespace hw {

/// The questions of the heads view: one a layer for thumbnails, one for statistics.
Query headThumbnailsQuery(const AppState& state, int layer);
Query headStatisticsQuery(const AppState& state);

/// Both for all layers, the present one first.
std::vector<Query> headsQueries(const AppState& state);

/// O(layers * heads).
HeadsModel headsModel(const AppState& state, ResultStore& results);

}  // namespace hw
