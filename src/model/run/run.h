// SPDX-License-Identifier: MIT
// A model's passes: forward with every attention matrix, and back from one number of the output.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/problem.h"
#include "model/network/network.h"
#include "model/run/pass.h"
#include "model/run/read_out.h"
#include "model/run/target.h"

namespace hw::model {

/// A forward pass of some texts.
struct Trace {
    std::vector<TextInput> texts;
    Batch batch;
    std::vector<Edits> edits;  ///< one per text, or none
    int firstLayer = 0;        ///< lower layers are those of the base run
    EmbeddingRecord embedding;
    std::vector<std::vector<float>> streams;  ///< x_0 ... x_L, [T][D] each; empty if not kept
    std::vector<std::vector<float>> weights;  ///< L times [text][H][n][n]; empty if not kept
    /// L times [text][H][n][m] for a decoder's m keys, kept if `weights` are.
    std::vector<std::vector<float>> cross;
    /// For the backward pass, from firstLayer on, without the weights above; empty if it recomputes them.
    std::vector<LayerRecord> records;
    std::shared_ptr<const EncoderStates>
        encoderStates;  ///< the encoder's outputs that a decoder attends to

    const std::vector<float>& last() const { return streams.back(); }
};

/// The weights of a layer, from its record or from the trace.
inline LayerWeights weightsOf(const Trace& trace, int layer, const LayerRecord& record) {
    const bool isTaken = record.attention.weights.empty();
    return {isTaken ? trace.weights[layer] : record.attention.weights,
            isTaken && !trace.cross.empty() ? trace.cross[layer] : record.cross.attention.weights};
}

/// Called with each layer's attention weights, [text][H][n][n], once they are computed.
using SeeWeights = std::function<void(int layer, const std::vector<float>& weights)>;
/// The same with their gradients, from the last layer to the first.
using SeeGradients = std::function<void(int layer, const std::vector<float>& weights,
                                        const std::vector<float>& gradients)>;

struct ForwardOptions {
    std::span<const Edits> edits = {};  ///< one per text, or none
    bool keepsStreams = true;           ///< else only x_L
    bool keepsWeights = true;
    bool keepsRecords = false;  ///< implies that weights are kept
    /// A run of one text without changes. All texts are this one. Layers below the first change are not run again, and
    /// unchanged tokens in higher layers are copied from it.
    const Trace* base = nullptr;
    /// One text for each. Required for networks with Spec::hasCross, and only for them.
    std::shared_ptr<const EncoderStates> encoderStates = nullptr;
    SeeWeights seeWeights = {};
    Progress progress = {};
    Stop stop = {};
};

/// Maximum bytes of a pass, for a 32-bit program with 4 GB.
constexpr std::uint64_t mostPassBytes = std::uint64_t{1} << 31;

/// Bytes that a pass needs: the parts that are kept, and one layer while it runs.
std::uint64_t passBytes(const Spec& spec, const Batch& batch, bool keepsWeights, bool keepsRecords);

/// Keep records up to this number of bytes with a run that may get questions. Without them the backward pass costs
/// another forward pass. Records of longer texts are recomputed, one layer at a time.
constexpr std::uint64_t mostRecordBytes = std::uint64_t{32} << 20;
bool areRecordsSmall(const Spec& spec, const Batch& batch);

/// Runs the network. Errors: badArgument for an id beyond the vocabulary, a type or position that its tables do not
/// have, an empty text, an edit that is out of range; tooLarge; cancelled; badNumber if weights overflow. Cost: 2 T
/// parameters operations.
Result<Trace> forward(const Network& network, std::vector<TextInput> texts,
                      const ForwardOptions& options = {});

/// badNumber if one of the numbers is not finite. Cost: O(numbers).
Result<void> checkFinite(std::span<const float> numbers);

/// The run, or badNumber if weights overflowed, which leaves rows without attention or an output that is not finite.
/// Cuts empty rows as well, so with edits only the output is checked.
Result<Trace> finite(Trace trace);

/// forward() one layer at a time, so that a run can be cancelled between two layers.
class Running {
public:
    /// `network` and the pointers in the options have to outlive it. Their progress and stop are ignored. Errors: those
    /// of forward().
    static Result<Running> of(const Network& network, std::vector<TextInput> texts,
                              const ForwardOptions& options = {});
    Running(Running&&) noexcept;
    Running& operator=(Running&&) noexcept;
    ~Running();

    /// Number of layers that have not run yet.
    int left() const;
    /// Runs the next one. Requires left() > 0.
    void step();
    /// The run, once no layer is left. No function may be called afterwards. Errors: badNumber if numbers are not
    /// finite.
    Result<Trace> take();

private:
    struct State;
    explicit Running(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Gradients of one number, in Trace's layout.
struct Gradients {
    double value = 0;
    /// L times [text][H][n][n]: dy/dA with each A as a free variable, even where A is 0.
    std::vector<std::vector<float>> weights;
    std::vector<std::vector<float>> streams;  ///< dy/dx_l, l = 0 ... L, [T][D]
    std::vector<std::vector<float>> heads;    ///< L times [T][H*d], of the heads' outputs
    /// [T][E], of the text's embeddings, which include wordFactor() (run/pass.h).
    std::vector<float> embeddings;
    std::vector<std::vector<float>> cross;  ///< as `weights`, in the layout of Trace::cross
    std::vector<float> encoderStates;       ///< as EncoderStates::rows
    std::vector<float> pool;                ///< of the weights of Pool::attention, [text][H][n]
};

struct BackwardOptions {
    bool keepsStreams = false;  ///< else only of x_0
    bool keepsHeads = false;
    /// If set, it gets the gradients of weights, and Gradients::weights stay empty.
    SeeGradients seeGradients = {};
    Progress progress = {};
    Stop stop = {};
};

/// The gradients of the target, for each text of the trace (which needs its streams). Layers without records are run
/// again, one at a time. Errors: as checkTarget; cancelled. Cost: as forward; twice that without records.
Result<Gradients> backward(const Network& network, const Trace& trace,
                           std::span<const Target> targets, const BackwardOptions& options = {});

/// The same from any gradient of x_L (Trace::last). Cost and errors as above, without those of the target.
Result<Gradients> backwardFrom(const Network& network, const Trace& trace,
                               std::vector<float> gradient, const BackwardOptions& options = {});

/// A decoder's input from an encoder's run, norm(x_L). `record` is for backwardMemory.
EncoderStates encoderStatesOf(const Network& encoder, const Trace& trace, NormRecord& record);
/// The gradient of the encoder's x_L from that of the memory's rows.
std::vector<float> backwardEncoderStates(const Network& encoder, const Trace& trace,
                                         const NormRecord& record, std::span<const float> gradient);

/// Called with the number of a run and all its outputs, which costs the head.
using SeeOutputs = std::function<void(int run, std::span<const float> outputs)>;

/// The target's value in each text of a trace.
std::vector<double> valuesOf(const Network& network, const Trace& trace, const Target& target,
                             const SeeOutputs& see = {});

/// Runs that compute one number each, several in a pass, one layer at a time so that they can be cancelled.
class ValueRuns {
public:
    struct ValueRunInputs {
        std::vector<TextInput> texts;  ///< empty with a base, because all have its text
        std::vector<Edits> edits;      ///< one per text, or none; with a base one per run
        std::vector<Target> targets;   ///< one for all, or one per run
        /// The common base run without changes, with its streams. Runs are grouped by the first layer that they change.
        const Trace* base = nullptr;
        SeeOutputs see;
    };
    /// `network` and `wanted.base` have to outlive it.
    ValueRuns(const Network& network, ValueRunInputs inputs);

    /// Runs the next layer of the current pass. Returns false after the last. Errors: those of forward().
    Result<bool> step();
    /// From 0 to 1.
    double done() const;
    /// In the order of the runs, once step() has returned false.
    const std::vector<double>& values() const { return values_; }
    /// Makes all steps, and reports `progress` after each pass. Errors: also cancelled.
    Result<std::vector<double>> toTheEnd(const Progress& progress, const Stop& stop);

private:
    int firstLayer(int run) const;
    const TextInput& text(int run) const;
    /// The end of the runs in order_ that go into the next pass.
    std::size_t together() const;
    Result<void> begin();
    Result<void> end();

    const Network* network_;
    ValueRunInputs inputs_;
    std::vector<double> values_;
    std::vector<int> order_;
    std::size_t first_ = 0;  ///< first run of the pass, in order_
    std::size_t end_ = 0;
    std::optional<Running> running_;
};

/// The values of one target in runs of one text with changes, in their order. Makes several runs at once, from the
/// first changed layer on. `base` is the run without changes, with its streams. Errors: as forward.
Result<std::vector<double>> editedValues(const Network& network, const Trace& base,
                                         const std::vector<Edits>& edits, const Target& target,
                                         const Progress& progress = {}, const Stop& stop = {});
/// The same for other texts, such as ones with a token replaced. `targets` has one for all, or one per text.
Result<std::vector<double>> textValues(const Network& network, const std::vector<TextInput>& texts,
                                       const std::vector<Edits>& edits,
                                       const std::vector<Target>& targets,
                                       const Progress& progress = {}, const Stop& stop = {});

}  // namespace hw::model
