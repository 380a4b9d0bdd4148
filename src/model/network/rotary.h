// SPDX-License-Identifier: MIT
// Frequencies of rotated queries and keys from a configuration's rope_theta and rope_parameters, or rope_scaling.
#pragma once

#include <optional>

#include "model/network/config.h"
#include "model/network/spec.h"

namespace hw::model {

/// The inputs of frequencies outside their own object.
struct RotaryGiven {
    int headWidth = 0;
    double base = 10000;
    double partial = 1;    ///< the share of a head's width that is rotated
    bool isWhole = false;  ///< the family rotates complete heads and ignores partial_rotary_factor
    double longest = 0;    ///< max_position_embeddings; 0 if missing
    /// original_max_position_embeddings next to the object, which overrides the one inside; 0 if missing.
    double original = 0;
};

/// The largest width of a head, many times that of published models. Frequencies are listed before tensors are compared
/// with the sizes.
constexpr int mostRotaryWidth = 1 << 16;

/// base^(-2i/width)
Rotary plainRotary(int width, double base);

/// Frequencies base^(-2i/width), changed according to the object's rope_type: linear, dynamic (no effect on texts up to
/// the longest; longer ones are rejected), llama3, yarn, longrope. Other types are rejected. As in transformers 5
/// (modeling_rope_utils.py).
Rotary readRotary(Config& parameters, RotaryGiven given);
/// Reads rope_scaling, or else rope_parameters, with rope_theta, partial_rotary_factor and the lengths next to them. If
/// a file has both objects, rope_scaling is used, as in the library. `base` and `partial` are the family's defaults.
/// Without `partial` it rotates complete heads.
Rotary readRotaryKeys(Config& config, int headWidth, double base,
                      std::optional<double> partial = std::nullopt);
/// The lengths next to the objects.
RotaryGiven readLengths(Config& config, int headWidth, double base);

}  // namespace hw::model
