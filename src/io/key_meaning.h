// SPDX-License-Identifier: MIT
// What a key or an array's name says about its content.
#pragma once

#include <string_view>

namespace hw::io {

/// What attention stands under a key. `layer` is -1 for all layers together.
enum class Role { unknown, self, encoder, decoder, cross, gradients };
struct KeyMeaning {
    Role role = Role::unknown;
    int layer = -1;
};

/// Tells from a key: "attentions", "attention.3", "layer_3/attention", "encoder_attentions.0", "arr_2".
KeyMeaning meaningOf(std::string_view key);

/// True for a key of attention weights; gradients are none.
bool isWeights(std::string_view key);

}  // namespace hw::io
