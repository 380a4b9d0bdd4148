// SPDX-License-Identifier: MIT
// What questions about cuts are asked of: a network's run, or an encoder's with that of the decoder that looks at it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "model/ask/runner.h"
#include "model/run/run.h"

namespace hw::model {

/// A run of one text without changes, with its streams and weights. All it refers to has to outlive it.
class Subject final : public Runner {
public:
    Subject(const Network& network, const Trace& trace) : network_(&network), trace_(&trace) {}
    /// `output`: of what the decoder read, with its memory; `norm`: of the memory.
    Subject(const Network& encoder, const Trace& trace, const Network& decoder, const Trace& output,
            const NormRecord& norm)
        : network_(&encoder), trace_(&trace), decoder_(&decoder), output_(&output), norm_(&norm) {}

    bool isPair() const { return decoder_ != nullptr; }
    const Network& network() const { return *network_; }  ///< the only one, or the encoder
    const Trace& trace() const { return *trace_; }
    const Network& decoder() const { return *decoder_; }  ///< of a pair, as the next two
    const Trace& output() const { return *output_; }
    const NormRecord& norm() const { return *norm_; }
    /// Of which the target is a number.
    const Network& answering() const { return isPair() ? *decoder_ : *network_; }
    const Trace& answers() const { return isPair() ? *output_ : *trace_; }

    Result<void> check(const Target& target, bool changes) const override;
    std::vector<StackView> stacks() const override;
    std::vector<double> read(const Target& target) const override;
    double value(const Target& target) const override;
    Result<std::vector<float>> outputs(std::span<const Unit> cut, CutRule rule,
                                       const Target& target, const Stop& stop) const override;
    Result<RunSlopes> slopes(std::span<const Unit> cut, CutRule rule, const Target& target,
                             UnitKind kind, const Stop& stop) const override;
    /// Errors, cost: as editedValues; of patches as textValues.
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

/// Gradients of a number of the decoder's output.
struct PairGradients {
    Gradients encoder;  ///< of a subject with one network its own; the others are empty then
    Gradients decoder;
};

/// The same, of whoever holds them.
struct Slopes {
    Slopes(const Gradients& only) : own(only) {}  // NOLINT(google-explicit-constructor)
    Slopes(const PairGradients& both)             // NOLINT(google-explicit-constructor)
        : own(both.encoder), decoder(both.decoder) {}
    const Gradients& own;
    const Gradients& decoder = own;  ///< not looked at where there is one network
};

/// Errors: as of backward().
Result<PairGradients> backward(const Subject& subject, const Target& target,
                               const BackwardOptions& options = {});

/// The target's number of the run as it is.
double valueOf(const Subject& subject, const Target& target);

/// The target's number with each of these changes, in their order; what the decoder has read stays as it is. Of one network `decoder` is
/// not looked at. Runs several at once; an encoder that nothing changes is not run again. Errors: as forward.
Result<std::vector<double>> editedValues(const Subject& subject,
                                         const std::vector<PairEdits>& edits, const Target& target,
                                         const Progress& progress = {}, const Stop& stop = {});

/// A run with changes, of the text or of another one.
class ChangedRun {
public:
    /// `text` in place of the subject's. Errors: as forward.
    static Result<ChangedRun> of(const Subject& subject, TextInput text, const PairEdits& edits,
                                 const Stop& stop = {});
    /// Of this run, as long as it stays where it is.
    Subject subject() const;

private:
    explicit ChangedRun(const Subject& base) : base_(base) {}
    Subject base_;
    std::optional<Trace> own_;  ///< none: as it was
    std::optional<Trace> output_;
    NormRecord norm_;
};

/// One stack, or of a pair all three.
std::vector<StackView> stacksOf(const Subject& subject, const Slopes& slopes);

/// All units of a kind in a run (ask/units.h), patches too. Cost O(L H n^2), of patches O(n E).
std::vector<Unit> unitsOf(const Subject& subject, const Slopes& slopes, UnitKind kind,
                          CutRule rule);

/// Adds the cut of a unit of one network to the edits; a patch is none of these.
void addCut(Edits& edits, const Unit& unit);

/// What units that are cut make of a run: other changes, or of a picture other patches.
struct Cut {
    TextInput text;
    PairEdits edits;
};
Cut cutOf(const Subject& subject, std::span<const Unit> units, CutRule rule);

}  // namespace hw::model
