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
    std::vector<Edits> edits;  ///< one for each text, or none
    int firstLayer = 0;        ///< the layers before it are those of the run it began from
    EmbeddingRecord embedding;
    std::vector<std::vector<float>> streams;  ///< x_0 ... x_L, [T][D] each; empty where not kept
    std::vector<std::vector<float>> weights;  ///< L times [text][H][n][n]; empty where not kept
    std::vector<std::vector<float>>
        cross;  ///< L times [text][H][n][m] of a decoder's m keys, kept as `weights` are
    std::vector<LayerRecord>
        records;  ///< for the way back, from firstLayer on, but for the weights above; empty: computed again there
    std::shared_ptr<const Memory> memory;  ///< what a decoder looked at

    const std::vector<float>& last() const { return streams.back(); }
};

/// The weights of a layer with its record, or with what made it again.
inline LayerWeights weightsOf(const Trace& trace, int layer, const LayerRecord& record) {
    const bool isTaken = record.attention.weights.empty();
    return {isTaken ? trace.weights[layer] : record.attention.weights,
            isTaken && !trace.cross.empty() ? trace.cross[layer] : record.cross.attention.weights};
}

struct ForwardOptions {
    std::span<const Edits> edits = {};  ///< one for each text, or none
    bool keepsStreams = true;           ///< else x_L alone
    bool keepsWeights = true;
    bool keepsRecords = false;  ///< with the weights, in any case
    /// A run of one text without changes: all texts are this one, and neither layers below the first change are run again nor what
    /// tokens have in common with it in those above.
    const Trace* base = nullptr;
    /// Of networks with Spec::hasCross, and of no other: a text for each.
    std::shared_ptr<const Memory> memory = nullptr;
    Progress progress = {};
    Stop stop = {};
};

/// Bytes that a pass may take: of a 32-bit program's 4 GB.
constexpr std::uint64_t mostPassBytes = std::uint64_t{1} << 31;

/// Memory of a pass: of what is kept of it, and of one layer while it runs, in bytes.
std::uint64_t passBytes(const Spec& spec, const Batch& batch, bool keepsWeights, bool keepsRecords);

/// Records of up to so many bytes are kept beside a run about which somebody may ask: without them the way back costs a
/// forward pass more. Those of longer texts are made again, a layer at a time.
constexpr std::uint64_t mostRecordBytes = std::uint64_t{32} << 20;
bool areRecordsSmall(const Spec& spec, const Batch& batch);

/// Runs the network. Errors: badArgument for an id beyond the vocabulary, a type or position that its tables do not have,
/// an empty text, an edit that is out of range; tooLarge; cancelled; badNumber where weights overflow. Cost: 2 T parameters operations.
Result<Trace> forward(const Network& network, std::vector<TextInput> texts,
                      const ForwardOptions& options = {});

/// badNumber if one of the numbers is not finite. Cost O(numbers).
Result<void> checkFinite(std::span<const float> numbers);

/// The run; badNumber if weights overflowed, which leaves rows without attention or an output that is not finite. Cuts empty rows as
/// well: with edits only the output is checked.
Result<Trace> finite(Trace trace);

/// forward() a layer at a time, so that a run that nobody waits for any more ends between two.
class Running {
public:
    /// `network` and what the options point to have to outlive it; their progress and stop are not asked. Errors: those of forward().
    static Result<Running> of(const Network& network, std::vector<TextInput> texts,
                              const ForwardOptions& options = {});
    Running(Running&&) noexcept;
    Running& operator=(Running&&) noexcept;
    ~Running();

    /// Layers that have not run yet.
    int left() const;
    /// Runs the next one; there has to be one.
    void step();
    /// The run, once no layer is left; nothing may be asked afterwards. Error: badNumber if it has numbers that are none.
    Result<Trace> take();

private:
    struct State;
    explicit Running(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

/// Gradients of one number, in the layout of Trace.
struct Gradients {
    double value = 0;
    std::vector<std::vector<float>>
        weights;  ///< L times [text][H][n][n]: dy/dA, A taken as free; raw where A is 0
    std::vector<std::vector<float>> streams;  ///< dy/dx_l, l = 0 ... L, [T][D]
    std::vector<std::vector<float>> heads;    ///< L times [T][H*d]: of the heads' outputs
    std::vector<float>
        embeddings;  ///< [T][E], of the text's embeddings, times Spec::embeddingScale as they are
    std::vector<std::vector<float>> cross;  ///< as `weights`, in the layout of Trace::cross
    std::vector<float> memory;              ///< as Memory::rows
};

struct BackwardOptions {
    bool keepsStreams = false;  ///< else of x_0 alone
    bool keepsHeads = false;
    Progress progress = {};
    Stop stop = {};
};

/// The gradients of the target, one for each text of the trace (which has its streams). Layers without records are run
/// again, one at a time. Errors: as checkTarget; cancelled. Cost: as forward; twice that without records.
Result<Gradients> backward(const Network& network, const Trace& trace,
                           std::span<const Target> targets, const BackwardOptions& options = {});

/// The same from any gradient of x_L (Trace::last). Cost, errors but those of the target: as above.
Result<Gradients> backwardFrom(const Network& network, const Trace& trace,
                               std::vector<float> gradient, const BackwardOptions& options = {});

/// What a decoder reads of an encoder's run: norm(x_L). `record`: what backwardMemory needs.
Memory memoryOf(const Network& encoder, const Trace& trace, NormRecord& record);
/// The gradient of the encoder's x_L from that of the memory's rows.
std::vector<float> backwardMemory(const Network& encoder, const Trace& trace,
                                  const NormRecord& record, std::span<const float> gradient);

/// Called with all outputs of the run of this number, for the cost of the head.
using SeeOutputs = std::function<void(int run, std::span<const float> outputs)>;

/// The target's number in each text of a trace.
std::vector<double> valuesOf(const Network& network, const Trace& trace, const Target& target,
                             const SeeOutputs& see = {});

/// Runs of which one number each is wanted, several in a pass, a layer at a time: nobody may wait for them any more.
class ValueRuns {
public:
    struct Wanted {
        std::vector<TextInput> texts;  ///< with a base none: all are its text
        std::vector<Edits> edits;      ///< one for each, or none; with a base they are the runs
        std::vector<Target> targets;   ///< one for all, or one for each
        /// A run without changes, with its streams, which all begin from: they go together by the first layer that they change.
        const Trace* base = nullptr;
        SeeOutputs see;
    };
    /// `network` and `wanted.base` have to outlive it.
    ValueRuns(const Network& network, Wanted wanted);

    /// Runs the next layer of those in the pass. False: there is no more. Errors: those of forward().
    Result<bool> step();
    /// From 0 to 1.
    double done() const;
    /// In the order of the runs, once there is no more.
    const std::vector<double>& values() const { return values_; }
    /// All steps. `progress` is told after each pass. Errors: also cancelled.
    Result<std::vector<double>> toTheEnd(const Progress& progress, const Stop& stop);

private:
    int firstLayer(int run) const;
    const TextInput& text(int run) const;
    /// The end of those in order_ that go into the next pass.
    std::size_t together() const;
    Result<void> begin();
    Result<void> end();

    const Network* network_;
    Wanted wanted_;
    std::vector<double> values_;
    std::vector<int> order_;
    std::size_t first_ = 0;  ///< of the pass, in order_
    std::size_t end_ = 0;
    std::optional<Running> running_;
};

/// The numbers of one target in runs of one text with changes, in their order. Runs several at once, from the first
/// changed layer on. `base`: the run without changes, with its streams. Errors: as forward.
Result<std::vector<double>> editedValues(const Network& network, const Trace& base,
                                         const std::vector<Edits>& edits, const Target& target,
                                         const Progress& progress = {}, const Stop& stop = {});
/// The same of other texts, such as ones with a token replaced; `targets`: one for all, or one for each.
Result<std::vector<double>> textValues(const Network& network, const std::vector<TextInput>& texts,
                                       const std::vector<Edits>& edits,
                                       const std::vector<Target>& targets,
                                       const Progress& progress = {}, const Stop& stop = {});

}  // namespace hw::model
