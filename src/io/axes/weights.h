// SPDX-License-Identifier: MIT
// From nested numbers to attention weights, by finding the meaning of each axis for all the shapes that tools write.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "io/tree/tree.h"

namespace hw::io {

/// Attention of one role (self, decoder, cross, gradients), found but still in the tree.
struct Weights {
    std::string place;
    std::uint64_t byte = 0;
    int layers = 0;
    int batch = 0;
    int heads = 0;
    int queries = 0;
    int keys = 0;
    bool headsFused = false;    ///< the file had one matrix per layer
    std::vector<Slice> slices;  ///< [layer][item][part], heads * queries * keys / parts values each
    int parts = 1;              ///< number of heads that the file stores separately, else 1
    std::vector<float> assembled;  ///< the values, if rows had to be assembled (generation steps)
    std::vector<Choice> otherAxes = {};  ///< other readings of its axes, as Problem::choices
    std::vector<Problem> notes = {};     ///< notes about it
};

/// The meaning of the first axis of a three-dimensional block, since [L][N][N] and [H][N][N] look the same.
enum class FirstOfThree { layers, heads };

enum class Square { required, notRequired };

/// Reads a node as attention of inputs of one length (io/axes/attention.h finds its axes). `place` is the node's name
/// in messages. Errors: noWeights (null), ragged, badShape, badNumber.
Result<Weights> readWeights(Tree& tree, NodeId node, const std::string& place, Square square,
                            FirstOfThree first = FirstOfThree::layers);

/// Reads one node per layer, in order, as attention, each [N][N], [H][N][N] or [B][H][N][N].
Result<Weights> readLayers(Tree& tree, std::span<const NodeId> layers,
                           const std::vector<std::string>& places, Square square);

/// Reads one node per head, layer by layer, each [N][N]. `nodes` has layers * heads of them.
Result<Weights> readHeads(Tree& tree, std::span<const NodeId> nodes,
                          const std::vector<std::string>& places, int heads, Square square);

/// How a tensor is stored, by the user's choice.
struct StorageChoice {
    bool averaged = false;  ///< one head per layer, the mean
    bool half = false;      ///< in 16 bits
};

/// Extracts one item of the batch. With `last` the values are moved out of the tree where possible.
AttentionTensor takeItem(Tree& tree, Weights& weights, int item, bool last,
                         StorageChoice keep = {});

/// A copy of all values, [layer][item][head][row][column].
std::vector<float> allValues(const Tree& tree, const Weights& weights);

/// "12 layers, 8 heads, 9 x 9"
std::string describe(const Weights& weights);

}  // namespace hw::io
