// SPDX-License-Identifier: MIT
// Places of the tensors in the array of weights, as the passes use them. Only for the files of this folder.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/train/shape.h"

namespace hw::train {

struct Linear {
    int in = 0;
    int out = 0;
    std::size_t weight = 0;
    std::optional<std::size_t> bias;
    bool isInOut = false;  ///< stored [inputs][outputs]
};

struct Norm {
    std::size_t gain = 0;
    std::optional<std::size_t> bias;
};

struct Layer {
    Norm first;
    Linear qkv;  ///< Llama's three matrices are neighbours, and so one of 3 · width outputs
    Linear output;
    Norm second;  ///< this and the next two only with an MLP
    Linear up;    ///< Llama: gate, then up
    Linear down;
};

struct Layout {
    explicit Layout(const Shape& shape);

    std::vector<Tensor> tensors;
    std::size_t parameters = 0;
    std::size_t tokens = 0;                ///< the table
    std::optional<std::size_t> positions;  ///< the table
    std::vector<Layer> layers;
    Norm last;
    Linear head;
};

}  // namespace hw::train
