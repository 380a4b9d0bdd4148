// SPDX-License-Identifier: MIT
// Runs of texts of equal length in which each receiver has a private stream. A receiver reads the model's own stream
// formula, with the run's outputs of the nodes on edges that are kept and other values on edges that are patched. Norms
// before the receiver are computed from its private stream, nothing is frozen. The output projection's bias belongs to
// no node.
//
// Sizes: B runs, T tokens, D the stream's width. Place 2l of the stream enters layer l, place 2l + 1 is between its
// attention and its MLP, place 2L leaves the last layer. Slot 2l is the sum of the heads of layer l, slot 2l + 1 its
// MLP.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/problem.h"
#include "model/circuit/graph.h"
#include "model/run/run.h"

namespace hw::circuit {

/// The nodes' outputs in one text, with the streams that they add up to.
struct NodeValues {
    int tokens = 0;
    std::vector<float> outputs;  ///< [N][T][D]
    std::vector<float> sums;     ///< [2L][T][D], by slot
    std::vector<float> places;   ///< [2L + 1][T][D]
};

/// A change of a node's output, for all later nodes.
struct NodeChange {
    int node = 0;
    std::span<const float> values = {};  ///< [T][D], replace the output; empty to scale it
    float factor = 1;
    int token = -1;  ///< only at this token; -1 for all
};

/// Rows [T][D] that are added to the stream that enters a layer.
struct StreamChange {
    int layer = 0;
    std::vector<float> rows;
};

/// One run.
struct Plan {
    model::TextInput text;
    /// For each edge whether it is kept; null if all are. Others read `other`. Both have to outlive the runs.
    const std::vector<bool>* kept = nullptr;
    const NodeValues* other = nullptr;
    std::vector<NodeChange> nodes = {};
    std::vector<StreamChange> streams = {};
};

/// The first layer whose results differ from those of the text without changes; L if only the last stream does. Cost:
/// O(E) with patched edges.
int firstChange(const Graph& graph, const Plan& plan);

/// A layer's results for the backward pass.
struct LayerParts {
    model::NormRecord attentionNorm;
    model::AttentionRecord attention;
    std::vector<float> attentionSum;  ///< input of the norm after the attention, if there is one
    model::NormRecord attentionAfter;
    model::NormRecord mlpNorm;
    model::MlpRecord mlp;
    std::vector<float> mlpSum;
    model::NormRecord mlpAfter;
};

struct RunOptions {
    /// The nodes of the text without changes. All runs are of this text, and layers below the first change are copied.
    const NodeValues* base = nullptr;
    bool keepsOutputs = false;
    bool keepsRecords = false;  ///< for gradients; only without patched edges and without a base
    model::Stop stop = {};
};

/// The results of B runs. Arrays are [..][B][T][D].
struct Runs {
    int count = 0;
    int tokens = 0;
    model::Batch batch;
    std::vector<float> last;     ///< the stream that the logits read
    std::vector<float> outputs;  ///< [N], if they are kept
    std::vector<float> sums;
    std::vector<float> places;
    std::vector<LayerParts> layers;  ///< the records, or empty

    /// The nodes of one run, whose outputs were kept.
    NodeValues valuesOf(int run) const;
};

/// A network, with its graph.
class Components {
public:
    /// `network` has to outlive it. Errors: those of Graph::of.
    static Result<Components> of(const model::Network& network);

    const model::Network& network() const { return *network_; }
    const Graph& graph() const { return graph_; }
    int width() const { return network_->spec.width; }
    int slots() const { return 2 * graph_.layers(); }
    /// The stream at a receiver is the sum of what it reads, so no norm comes after a sum.
    bool isAdditive() const { return isAdditive_; }
    /// The place that a receiver reads.
    int placeOf(int receiver) const;
    /// The slots of the nodes; -1 for the input.
    int slotOf(int node) const;
    /// The first node of a slot, and the first of the next one.
    int firstOf(int slot) const;
    /// The norm that reads the stream in front of the attention or MLP; may be empty.
    const model::Norm& normBefore(int slot) const;
    /// The norm of a slot's sum; may be empty.
    const model::Norm& normAfter(int slot) const;
    /// The next place, from the stream before it and a slot's sum [rows][D]. `input` gets the norm's input if it is not
    /// null. `to` may be `stream`.
    void addSlot(int slot, const float* stream, const float* sum, int rows, float* to,
                 model::NormRecord& record, std::vector<float>* input = nullptr) const;
    /// The streams of any nodes' outputs, [N][T][D].
    NodeValues valuesOf(std::vector<float> outputs, int tokens) const;

    /// Errors: cancelled; badNumber if numbers overflow. Requires texts that checkText accepts, of equal length. Cost:
    /// a forward pass of all texts from the first changed layer on, and for each receiver with patched edges its own
    /// projection. Memory: N B T D numbers if outputs are kept or edges patched.
    Result<Runs> run(const std::vector<Plan>& plans, const RunOptions& options = {}) const;
    /// Errors: those of forward() for a text.
    Result<void> checkText(const model::TextInput& text) const;
    /// Bytes of memory for one run of a text.
    std::uint64_t bytesOfRun(int tokens, bool keepsOutputs) const;
    /// The same for a pair: both runs, their differences, one more run, and the gradients of all receivers.
    std::uint64_t bytesOfPair(int tokens) const;

private:
    const model::Network* network_ = nullptr;
    Graph graph_;
    bool isAdditive_ = true;
};

}  // namespace hw::circuit
