// SPDX-License-Identifier: MIT
// Maps distances between tokens to rows of a table of score biases. In T5 (Raffel et al. 2020, section 2.1) near
// distances have a bucket each, and far ones share buckets that grow with the logarithm of the distance.
#pragma once

#include "model/network/spec.h"

namespace hw::model {

/// The bucket of key - query, from 0 to Spec::bucketCount - 1. In an encoder half of the buckets are for later keys. In
/// a decoder later keys, which are not seen, have the bucket of distance 0.
int bucketOf(int distance, const Spec& spec);

/// The row of DeBERTa's table (He et al. 2021) for a distance, query - key, of any size. It never falls as the distance
/// grows.
int distanceRow(int distance, const DistanceSpec& spec);

/// The row of BEiT's table (Bao et al. 2022, as in its library). Patches have a row for each step down and across, from
/// query minus key. Three more rows belong to the class token, which is token 0: to patches, from patches, to itself.
int gridRowOf(int query, int key, const PictureSpec& picture);

}  // namespace hw::model
