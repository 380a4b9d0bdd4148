// SPDX-License-Identifier: MIT
// Frequencies of rotated queries and keys from a configuration: rope_theta and rope_parameters, or rope_scaling.
#pragma once

#include <optional>

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// What frequencies depend on outside their own object.
struct RotaryGiven {
    int headWidth = 0;
    double base = 10000;
    double partial = 1;    ///< of the heads' width that is rotated
    bool isWhole = false;  ///< the family rotates whole heads: partial_rotary_factor has no effect
    double longest = 0;    ///< max_position_embeddings; 0: not said
    double original =
        0;  ///< original_max_position_embeddings beside the object, which counts before the one within; 0: not said
};

/// Of a head: many times more than published models have. Frequencies are listed before a tensor is compared with the sizes.
constexpr int mostRotaryWidth = 1 << 16;

/// base^(-2i/width)
Rotary plainRotary(int width, double base);

/// Frequencies base^(-2i/width), changed as the object's rope_type says: linear, dynamic (which changes nothing in texts up to the
/// longest, and longer ones are refused), llama3, yarn, longrope; refuses others. As transformers 5 computes them (modeling_rope_utils.py).
Rotary readRotary(Config& parameters, RotaryGiven given);
/// rope_scaling, or else rope_parameters, with rope_theta, partial_rotary_factor and the lengths next to them: where a file has both objects,
/// the library takes rope_scaling alone. `base` and `partial` are the family's own; without `partial` it rotates whole heads.
Rotary readRotaryKeys(Config& config, int headWidth, double base,
                      std::optional<double> partial = std::nullopt);
/// The lengths beside the objects.
RotaryGiven readLengths(Config& config, int headWidth, double base);

}  // namespace hw::model
