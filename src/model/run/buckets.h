// SPDX-License-Identifier: MIT
// T5's distances (Raffel et al. 2020, section 2.1): near ones have a bucket each, far ones share buckets that grow with
// the logarithm of the distance.
#pragma once

#include "model/network/spec.h"

namespace hw::model {

/// The bucket of key - query. In an encoder half of the buckets are for keys ahead; in a decoder keys ahead, which are not
/// seen, have that of distance 0. From 0 to Spec::bucketCount - 1.
int bucketOf(int distance, const Spec& spec);

}  // namespace hw::model
