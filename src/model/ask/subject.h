// SPDX-License-Identifier: MIT
// The subject of questions about cuts: a network's run, or an encoder's with that of the decoder that reads it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/ask/runner.h"
#include "model/run/run.h"

namespace hw::model {

/// A run of one text without changes, with its streams and weights. All its references have to outlive it.
class Subject final : public Runner {
public:
    Subject(const Network& network, const Trace& trace) : network_(&network), trace_(&trace) {}
    /// `output` is the decoder's run, with its memory; `norm` belongs to the memory.
    Subject(const Network& encoder, const Trace& trace, const Network& decoder, const Trace& output,
            const NormRecord& norm)
        : network_(&encoder), trace_(&trace), decoder_(&decoder), output_(&output), norm_(&norm) {}

    bool isPair() const { return decoder_ != nullptr; }
    const Network& network() const { return *network_; }  ///< the only one, or the encoder
    const Trace& trace() const { return *trace_; }
    const Network& decoder() const { return *decoder_; }  ///< for a pair, like the next two
    const Trace& output() const { return *output_; }
    const NormRecord& norm() const { return *norm_; }
    /// The network whose output is the target.
    const Network& answering() const { return isPair() ? *decoder_ : *network_; }
    const Trace& answers() const { return isPair() ? *output_ : *trace_; }

    Result<void> check(const Target& target, bool changes) const override;
    std::vector<StackView> stacks() const override;
    std::vector<double> read(const Target& target) const override;
    double value(const Target& target) const override;
    Result<std::vector<float>> outputs(std::span<const Unit> cut, CutRule rule,
                                       const Target& target, const Stop& stop) const override;
    Result<RunGradients> runGradients(std::span<const Unit> cut, CutRule rule, const Target& target,
                                      UnitKind kind, const Stop& stop) const override;
    /// Errors, cost: as editedValues; for patches as textValues.
    Result<std::vector<double>> values(const std::vector<std::vector<Unit>>& lists, CutRule rule,
                                       const Target& target,
                                       const CutRuns& how = {}) const override;

private:
    const Network* network_;
    const Trace* trace_;
    const Network* decoder_ = nullptr;
    const Trace* output_ = nullptr;
    const NormRecord* norm_ = nullptr;
};

/// Gradients of a value of the decoder's output.
struct PairGradients {
    Gradients encoder;  ///< with only one network, its own; the others are empty then
    Gradients decoder;
};

/// References to such gradients.
struct GradientsView {
    GradientsView(const Gradients& only) : own(only) {}  // NOLINT(google-explicit-constructor)
    GradientsView(const PairGradients& both)             // NOLINT(google-explicit-constructor)
        : own(both.encoder), decoder(both.decoder) {}
    const Gradients& own;
    const Gradients& decoder = own;  ///< ignored if there is one network
};

/// Errors: as of backward().
Result<PairGradients> backward(const Subject& subject, const Target& target,
                               const BackwardOptions& options = {});

/// The target's value in the unchanged run.
double valueOf(const Subject& subject, const Target& target);

/// The target's value with each of these changes, in their order. The decoder's input does not change. With one network
/// `decoder` is ignored. Runs several at once. An encoder without changes is not run again. Errors: as forward.
Result<std::vector<double>> editedValues(const Subject& subject,
                                         const std::vector<PairEdits>& edits, const Target& target,
                                         const Progress& progress = {}, const Stop& stop = {});

/// A run with changes, of the text or of another one.
class ChangedRun {
public:
    /// `text` replaces the subject's. Errors: as forward.
    static Result<ChangedRun> of(const Subject& subject, TextInput text, const PairEdits& edits,
                                 const Stop& stop = {});
    /// Of this run, which must not move.
    Subject subject() const;

private:
    explicit ChangedRun(const Subject& base) : base_(base) {}
    Subject base_;
    std::optional<Trace> own_;  ///< null if unchanged
    std::optional<Trace> output_;
    NormRecord norm_;
};

/// One stack, or for a pair all three.
std::vector<StackView> stacksOf(const Subject& subject, const GradientsView& runGradients);

/// All units of a kind in a run (ask/units.h), including patches. Cost: O(L H n^2), for patches O(n E).
std::vector<Unit> unitsOf(const Subject& subject, const GradientsView& runGradients, UnitKind kind,
                          CutRule rule);

/// Adds the cut of a unit of one network to the edits. It must not be a patch.
void addCut(Edits& edits, const Unit& unit);

/// The changes to a run from cut units: other edits, or for a picture other patches.
struct Cut {
    TextInput text;
    PairEdits edits;
};
Cut cutOf(const Subject& subject, std::span<const Unit> units, CutRule rule);

}  // namespace hw::model
