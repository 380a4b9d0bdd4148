// SPDX-License-Identifier: MIT
// The meaning of the name of a key or an array.
#pragma once

#include <string_view>

namespace hw::io {

/// The content of a key, which is attention of some kind, gradients of it, or contributions. `gradients` without a side
/// are those of the encoder, or of the only self-attention. `layer` is -1 for all layers together.
enum class Role {
    unknown,
    self,
    encoder,
    decoder,
    cross,
    gradients,
    encoderGradients,
    decoderGradients,
    crossGradients,
    contributions,
};
struct KeyMeaning {
    Role role = Role::unknown;
    int layer = -1;
};

/// Recognises "attentions", "attention.3", "layer_3/attention", "encoder_attentions.0", "arr_2" etc.
KeyMeaning meaningOf(std::string_view key);

/// True for a key of attention weights, but not of gradients.
bool isWeights(std::string_view key);

}  // namespace hw::io
