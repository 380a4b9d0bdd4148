// SPDX-License-Identifier: MIT
// Distances between tokens as rows of a table of biases of the scores. T5's (Raffel et al. 2020, section 2.1): near ones have a bucket each, far ones share buckets that grow with
// the logarithm of the distance.
#pragma once

#include "model/network/spec.h"

namespace hw::model {

/// The bucket of key - query. In an encoder half of the buckets are for keys ahead; in a decoder keys ahead, which are not
/// seen, have that of distance 0. From 0 to Spec::bucketCount - 1.
int bucketOf(int distance, const Spec& spec);

/// The row of DeBERTa's table (He et al. 2021) for a distance, query - key, of any size. It never falls as the distance grows.
int distanceRow(int distance, const DistanceSpec& spec);

/// BEiT's (Bao et al. 2022, as in its library): patches have a row for each step down and across, from
/// query minus key; the class token, which is token 0, has three of its own behind them: to patches, from patches, to itself.
int gridRowOf(int query, int key, const PictureSpec& picture);

}  // namespace hw::model
