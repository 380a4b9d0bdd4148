// SPDX-License-Identifier: MIT
// Frequencies of rotated queries and keys from a configuration: rope_theta and rope_parameters, or rope_scaling.
#pragma once

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// What frequencies depend on outside their own object.
struct RotaryGiven {
    int headWidth = 0;
    double base = 10000;
    double partial = 1;  ///< of the heads' width that is rotated
    double longest = 0;  ///< max_position_embeddings; 0: not said
    double original =
        0;  ///< original_max_position_embeddings beside the object, which counts before the one within; 0: not said
};

/// base^(-2i/width)
Rotary plainRotary(int width, double base);

/// Frequencies base^(-2i/width), changed as the object's rope_type says: linear, dynamic (which changes nothing in texts up to the
/// longest, and longer ones are refused), llama3, yarn, longrope; refuses others. As transformers 5 computes them (modeling_rope_utils.py).
Rotary readRotary(Config& parameters, RotaryGiven given);
/// rope_parameters, or rope_theta, partial_rotary_factor and rope_scaling, with the lengths beside them. `partial`, `base`: where the
/// configuration does not say.
Rotary readRotaryKeys(Config& config, int headWidth, double base, double partial = 1);
/// The lengths beside the objects.
RotaryGiven readLengths(Config& config, int headWidth, double base);

}  // namespace hw::model
