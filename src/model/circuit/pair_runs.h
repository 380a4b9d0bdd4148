// SPDX-License-Identifier: MIT
// Two texts of equal length, clean and corrupt, with the number m that is asked of a run: exact patches of nodes and
// edges, and their first-order scores.
//
// Scores are positive where the clean value on the edge raises m. Sources: Wang et al. 2022 (arXiv 2211.00593), Conmy
// et al. 2023 (2304.14997, ACDC), Syed et al. 2023 (2310.10348, EAP), Hanna et al. 2024 (2403.17806, EAP-IG).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/choice_names.h"
#include "model/circuit/gradients.h"
#include "model/circuit/metric.h"
#include "model/circuit/runs.h"

namespace hw::circuit {

/// As ids. Both texts have the same number of tokens.
struct Pair {
    model::TextInput clean;
    model::TextInput corrupt;
    Question question;
};

enum class ScoreKind : std::uint8_t {
    eap,            ///< the gradient at the clean run
    eapIg,          ///< its mean over runs between the texts' inputs
    activations,    ///< for each node, its mean over runs between the node's two outputs
    activationsMib  ///< as in MIB's code, whose runs change all heads of a layer at once
};

struct ScoreOptions {
    ScoreKind kind = ScoreKind::eapIg;
    int steps = 5;
    bool midpoints = false;  ///< (k - 1/2) / steps instead of k / steps
};

/// The direction of a patch.
enum class Direction : std::uint8_t {
    noise,    ///< the clean run with corrupt values, m - m(clean)
    denoise,  ///< the corrupt run with clean values, m - m(corrupt)
};

/// Options for runs.
struct Watch {
    model::Progress progress = {};
    model::Stop stop = {};
};

class PairRuns {
public:
    /// Runs both texts. `parts` has to outlive it. Errors: badArgument for texts of different length or a question that
    /// does not fit; those of forward(). Cost: two forward passes.
    static Result<PairRuns> of(const Components& parts, Pair pair, const model::Stop& stop = {});

    const Components& parts() const { return *parts_; }
    const Pair& pair() const { return pair_; }
    int tokens() const { return pair_.clean.length(); }
    const NodeValues& clean() const { return clean_; }
    const NodeValues& corrupt() const { return corrupt_; }
    double cleanValue() const { return cleanValue_; }
    double corruptValue() const { return corruptValue_; }
    /// Another metric of either run.
    double valueOf(Metric metric, bool ofClean) const;
    /// The mean of |z| of the clean run.
    double logitSize() const;
    /// The outputs of the clean run minus those of the corrupt run, [N][T][D].
    std::vector<float> deltas() const;

    /// m of runs. They copy layers below their first change from the clean run, or the corrupt one. Errors: cancelled;
    /// badNumber. Cost: a pass for each, several at once.
    Result<std::vector<double>> values(const std::vector<Plan>& plans, bool ofClean,
                                       const Watch& watch = {}) const;
    /// m of clean runs whose edges outside each set read `other` (the corrupt run if it is null).
    Result<std::vector<double>> masked(const std::vector<std::vector<bool>>& kept,
                                       const NodeValues* other = nullptr,
                                       const Watch& watch = {}) const;
    /// Exact patches of single edges. Cost: a pass from the receiver's layer on for each.
    Result<std::vector<double>> edges(std::span<const int> edges, Direction direction,
                                      const Watch& watch = {}) const;
    /// Exact patches of single nodes, at all tokens, or with `byToken` at each, [nodes][T].
    Result<std::vector<double>> nodes(std::span<const int> nodes, Direction direction, bool byToken,
                                      const Watch& watch = {}) const;
    /// The clean run with nodes' outputs replaced by others, [N][T][D], m - m(clean).
    Result<std::vector<double>> replaced(std::span<const int> nodes, std::span<const float> by,
                                         const Watch& watch = {}) const;

    /// The score of each edge. Errors: badArgument for EAP with kl, whose gradient at the clean run is 0, and for fewer
    /// steps than 1. Cost: `passes`.
    Result<std::vector<double>> scores(const ScoreOptions& options, const Watch& watch = {}) const;
    /// EAP of some edges for each token, [edges][T].
    Result<std::vector<double>> scoresByToken(std::span<const int> edges,
                                              const model::Stop& stop = {}) const;
    /// Attribution patching of nodes, [N][T]: (clean - corrupt) times the whole gradient at the clean run.
    Result<std::vector<double>> attribution(const model::Stop& stop = {}) const;

private:
    std::vector<int> positions(int runs) const;
    Result<std::vector<float>> outputs(const Runs& runs, std::span<const int> only) const;
    Result<std::vector<double>> someValues(const std::vector<Plan>& plans, bool ofClean,
                                           const model::Stop& stop) const;
    /// The gradients of runs with records.
    Result<ReceiverGradients> gradients(const Runs& runs, const std::vector<Plan>& plans,
                                        const model::Stop& stop) const;
    /// The clean run with records, kept or made again.
    Result<std::shared_ptr<const Runs>> cleanRuns(const model::Stop& stop) const;
    /// Runs and adds some plans at a time.
    Result<void> addAll(std::vector<Plan> plans, const std::vector<float>& deltas, double factor,
                        const Watch& watch, double from, double to,
                        std::vector<double>& scores) const;
    Result<void> addActivations(const ScoreOptions& options, const std::vector<float>& deltas,
                                const Watch& watch, std::vector<double>& scores) const;

    const Components* parts_ = nullptr;
    Pair pair_;
    NodeValues clean_;
    NodeValues corrupt_;
    std::shared_ptr<const Runs> cleanRuns_;  ///< null if it is large
    std::vector<float> cleanLogits_;
    std::vector<float> corruptLogits_;
    double cleanValue_ = 0;
    double corruptValue_ = 0;
};

/// How many forward passes the scores of one pair cost, about.
double passesFor(const Graph& graph, const ScoreOptions& options);

}  // namespace hw::circuit

namespace hw {
template <>
struct Names<circuit::ScoreKind> {
    static constexpr ChoiceName list[] = {
        {"eap"}, {"eap-ig"}, {"eap-ig-activations"}, {"eap-ig-activations-mib"}};
};
}  // namespace hw
