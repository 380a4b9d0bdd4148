// SPDX-License-Identifier: MIT
// The sizes of a small transformer that is trained here, and its tensors in one array of weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hw::train {

/// GPT-2 has LayerNorm, biases, learned positions and GELU (tanh). Llama has RMSNorm, rotary positions and a gated SiLU.
enum class Family : std::uint8_t { gpt2, llama };

struct Shape {
    Family family = Family::gpt2;
    int vocabulary = 0;
    int length = 0;  ///< the most tokens of a sequence
    int width = 32;  ///< a multiple of 4 · heads
    int heads = 1;
    int layers = 2;
    int inner = 0;             ///< the width of the MLP; 0 for none
    bool hasPositions = true;  ///< GPT-2: has a table of positions
    bool isTied = false;       ///< the head is the table of tokens
    double epsilon = 1e-5;
    double rotaryBase = 10000;  ///< Llama

    int headWidth() const { return width / heads; }
    int branches() const { return layers * (inner > 0 ? 2 : 1); }
};

/// How a tensor starts.
enum class Start : std::uint8_t { zero, one, in, out, down };

struct Tensor {
    std::string name;  ///< as in the transformers library
    int rows = 0;
    int columns = 0;  ///< 0 for a vector of `rows` numbers
    Start start = Start::zero;
    std::size_t offset = 0;  ///< in the array of all weights, row-major
    std::size_t count() const { return std::size_t{1} * rows * (columns == 0 ? 1 : columns); }
    bool isMatrix() const { return columns > 0; }
};

/// The tensors in their order, which is also that of their random numbers.
std::vector<Tensor> tensorsOf(const Shape& shape);

/// All weights, in the order of tensorsOf.
using Weights = std::vector<float>;

/// The weights before the first step. `deviation` is that of embeddings and input matrices. All are nearly normal. Makes
/// the same bits on every machine.
Weights startOf(const Shape& shape, std::uint64_t seed, double deviation);

/// A hash of the bits of all weights (FNV-1a, 64 bits), as 16 hexadecimal digits.
std::string hashOf(const Weights& weights);

}  // namespace hw::train
