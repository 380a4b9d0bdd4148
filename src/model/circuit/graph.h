// SPDX-License-Identifier: MIT
// The graph of a model's components. Nodes write to the residual stream: the embeddings (`input`), each head (`a0.h1`),
// each MLP (`m0`). Receivers read it: the query, key and value of each query head (`a0.h1<k>`), each MLP, the outputs
// (`logits`). An edge is a node and a later receiver (`input->a0.h1<v>`). Layers and heads count from 0 in names and
// indices, as in the files of MIB (Mueller et al. 2025, arXiv 2504.13151).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/network/spec.h"

namespace hw::circuit {

enum class Reads : std::uint8_t { query, key, value, mlp, logits };

/// An edge by its ends.
struct Ends {
    int receiver = 0;
    int node = 0;
};

/// L layers of H query heads: N = 1 + L (H + 1) nodes, R = L (3 H + 1) + 1 receivers, E edges.
class Graph {
public:
    /// Errors: badArgument for translation models, models of pictures, models without outputs, and DeBERTa with a
    /// convolution. Cost: O(E).
    static Result<Graph> of(const model::Spec& spec);

    int layers() const { return layers_; }
    int heads() const { return heads_; }
    /// Attention and MLP of a layer read the same stream, so that no head of a layer is upstream of its MLP.
    bool isParallel() const { return isParallel_; }
    int nodes() const { return 1 + layers_ * (heads_ + 1); }
    int receivers() const { return layers_ * (3 * heads_ + 1) + 1; }
    int edges() const { return static_cast<int>(ends_.size()); }

    int headNode(int layer, int head) const { return 1 + layer * (heads_ + 1) + head; }
    int mlpNode(int layer) const { return headNode(layer, heads_); }
    /// The layer of a node; -1 for the input.
    int layerOfNode(int node) const { return node == 0 ? -1 : (node - 1) / (heads_ + 1); }
    bool isHead(int node) const { return node > 0 && (node - 1) % (heads_ + 1) < heads_; }
    int receiver(int layer, Reads reads, int head) const {
        return layer * (3 * heads_ + 1) + static_cast<int>(reads) * heads_ +
               (reads == Reads::mlp ? 0 : head);
    }
    int logits() const { return receivers() - 1; }
    Reads readsOf(int receiver) const;
    /// The layer of a receiver; L for the logits.
    int layerOf(int receiver) const { return receiver / (3 * heads_ + 1); }
    int headOf(int receiver) const { return receiver % (3 * heads_ + 1) % heads_; }
    /// The node that a receiver is a part of; nodes() for the logits.
    int nodeOf(int receiver) const;
    /// The number of nodes that a receiver can read, which are the first ones.
    int upstream(int receiver) const;

    /// Edges are in the order of MIB: by layer, node, head, then q, k, v; the MLP's after them (in parallel models
    /// after those of the same node); at last the logits'.
    Ends ends(int edge) const { return ends_[edge]; }
    /// Requires node < upstream(receiver).
    int edge(int receiver, int node) const;
    /// -1 for a name that no edge has.
    int edgeNamed(std::string_view name) const;
    /// -1 for a name that no node has.
    int nodeNamed(std::string_view name) const;

    std::string nodeName(int node) const;
    std::string receiverName(int receiver) const;
    std::string edgeName(int edge) const;

private:
    int layers_ = 0;
    int heads_ = 0;
    bool isParallel_ = false;
    std::vector<Ends> ends_;
    std::vector<int> first_;  ///< for each layer, and the logits, its first edge
};

}  // namespace hw::circuit
