// SPDX-License-Identifier: MIT
// A sound as input of an encoder.
#pragma once

#include <span>

#include "model/network/network.h"
#include "model/run/batch.h"

namespace hw::model {

/// The two convolutions of Whisper's encoder on log-mel features [bins][frames] (sound/log_mel.h), the second one with
/// a step of 2: one token for every two frames. Its ids index its own rows. Requires spec.sound. Cost: O(frames D (bins
/// + D)).
TextInput soundInput(const Network& network, std::span<const float> features);

}  // namespace hw::model
