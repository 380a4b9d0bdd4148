// SPDX-License-Identifier: MIT
// The first-order scores of a pair's edges and nodes.
#include <algorithm>
#include <utility>

#include "core/localized_text.h"
#include "model/circuit/pair_runs.h"
#include "model/run/read_out.h"

namespace hw::circuit {
namespace {

/// Bytes of the gradients that are kept at once.
constexpr std::uint64_t mostGradients = std::uint64_t{96} << 20;

Problem badScores(LocalizedText finding, std::string remedy = {}) {
    return {.code = Code::badArgument,
            .place = "scores",
            .finding = finding,
            .remedy = std::move(remedy),
            .byte = {}};
}

}  // namespace

Result<std::shared_ptr<const Runs>> PairRuns::cleanRuns(const model::Stop& stop) const {
    if (cleanRuns_ != nullptr) return cleanRuns_;
    auto runs = parts_->run({{.text = pair_.clean}}, {.keepsRecords = true, .stop = stop});
    if (!runs) return std::unexpected(std::move(runs.error()));
    return std::make_shared<const Runs>(std::move(*runs));
}

Result<ReceiverGradients> PairRuns::gradients(const Runs& runs, const std::vector<Plan>& plans,
                                              const model::Stop& stop) const {
    const std::vector<int> only = outputsOf(pair_.question);
    model::Workspace workspace;
    const model::ReadOut out = model::readOut(parts_->network(), runs.batch, runs.last,
                                              positions(runs.count), only, workspace);
    std::vector<float> seeds;
    for (int run = 0; run < out.rows; ++run) {
        const std::vector<float> seed = seedOf(pair_.question, out.row(run), cleanLogits_);
        seeds.insert(seeds.end(), seed.begin(), seed.end());
    }
    return gradientsOf(
        *parts_, plans, runs,
        model::readOutBackward(parts_->network(), runs.batch, out, only, seeds, workspace), stop);
}

Result<void> PairRuns::addAll(std::vector<Plan> plans, const std::vector<float>& deltas,
                              double factor, const Watch& watch, double from, double to,
                              std::vector<double>& scores) const {
    const std::uint64_t bytes =
        std::uint64_t{1} * parts_->graph().receivers() * tokens() * parts_->width() * sizeof(float);
    const std::size_t atOnce = std::clamp<std::size_t>(mostGradients / bytes, 1, 8);
    for (std::size_t first = 0; first < plans.size(); first += atOnce) {
        const std::size_t end = std::min(plans.size(), first + atOnce);
        const std::vector<Plan> some(plans.begin() + static_cast<std::ptrdiff_t>(first),
                                     plans.begin() + static_cast<std::ptrdiff_t>(end));
        const auto runs = parts_->run(some, {.keepsRecords = true, .stop = watch.stop});
        if (!runs) return std::unexpected(runs.error());
        const auto made = gradients(*runs, some, watch.stop);
        if (!made) return std::unexpected(made.error());
        if (auto good = addScores(*parts_, *runs, *made, deltas, factor, scores); !good)
            return good;
        if (watch.progress)
            watch.progress(from + (to - from) * static_cast<double>(end) /
                                      static_cast<double>(plans.size()));
    }
    return {};
}

namespace {

/// corrupt + alpha (clean - corrupt) of a node.
std::vector<float> between(const NodeValues& clean, const NodeValues& corrupt, std::size_t first,
                           std::size_t count, double alpha) {
    std::vector<float> made(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double from = corrupt.outputs[first + i];
        made[i] = static_cast<float>(from + alpha * (clean.outputs[first + i] - from));
    }
    return made;
}

std::vector<double> alphasOf(const ScoreOptions& options) {
    std::vector<double> alphas;
    for (int k = 1; k <= options.steps; ++k)
        alphas.push_back((k - (options.midpoints ? 0.5 : 0.0)) / options.steps);
    return alphas;
}

/// The groups of nodes that MIB's code changes together.
std::vector<std::vector<int>> groupsOf(const Components& parts, bool isMib) {
    std::vector<std::vector<int>> groups;
    for (int node = 0; node < parts.graph().nodes(); ++node) {
        const bool joins = isMib && node > 1 && parts.slotOf(node) == parts.slotOf(node - 1);
        if (!joins) groups.emplace_back();
        groups.back().push_back(node);
    }
    return groups;
}

}  // namespace

Result<void> PairRuns::addActivations(const ScoreOptions& options, const std::vector<float>& deltas,
                                      const Watch& watch, std::vector<double>& scores) const {
    const std::size_t own = std::size_t{1} * tokens() * parts_->width();
    const bool isMib = options.kind == ScoreKind::activationsMib;
    const std::vector<std::vector<int>> groups = groupsOf(*parts_, isMib);
    const std::vector<double> alphas = alphasOf(options);
    const double share = 1 / static_cast<double>(groups.size());
    for (std::size_t group = 0; group < groups.size(); ++group) {
        std::vector<std::vector<float>> kept;
        std::vector<Plan> plans;
        kept.reserve(alphas.size() * groups[group].size());
        for (const double alpha : alphas) {
            Plan& plan = plans.emplace_back(Plan{.text = pair_.clean});
            for (const int node : groups[group]) {
                kept.push_back(
                    between(clean_, corrupt_, own * static_cast<std::size_t>(node), own, alpha));
                plan.nodes.push_back({.node = node, .values = kept.back()});
            }
        }
        std::vector<double> all(scores.size());
        const double factor = 1 / static_cast<double>(alphas.size()) * (isMib ? share : 1);
        if (auto good = addAll(plans, deltas, factor, watch, static_cast<double>(group) * share,
                               static_cast<double>(group + 1) * share, all);
            !good)
            return good;
        // Of our own form only the edges out of the changed node count.
        for (std::size_t edge = 0; edge < scores.size(); ++edge)
            if (isMib || parts_->graph().ends(static_cast<int>(edge)).node == groups[group].front())
                scores[edge] += all[edge];
    }
    return {};
}

Result<std::vector<double>> PairRuns::scores(const ScoreOptions& options,
                                             const Watch& watch) const {
    if (options.steps < 1 || options.steps > 1000)
        return std::unexpected(badScores("The number of steps is from 1 to 1000."_tr));
    if (options.kind == ScoreKind::eap && pair_.question.metric == Metric::kl)
        return std::unexpected(
            badScores("The gradient of KL at the clean run is 0, so EAP is 0."_tr,
                      "Choose EAP-IG or another metric."_tr));
    const std::vector<float> changes = deltas();
    std::vector<double> made(parts_->graph().edges(), 0.0);
    if (options.kind == ScoreKind::activations || options.kind == ScoreKind::activationsMib) {
        if (auto good = addActivations(options, changes, watch, made); !good)
            return std::unexpected(std::move(good.error()));
        return made;
    }
    if (options.kind == ScoreKind::eap) {
        const auto runs = cleanRuns(watch.stop);
        if (!runs) return std::unexpected(runs.error());
        const auto own = gradients(**runs, {{.text = pair_.clean}}, watch.stop);
        if (!own) return std::unexpected(own.error());
        if (auto good = addScores(*parts_, **runs, *own, changes, 1, made); !good)
            return std::unexpected(std::move(good.error()));
        if (watch.progress) watch.progress(1);
        return made;
    }
    std::vector<std::vector<float>> inputs;
    std::vector<Plan> plans;
    const std::size_t own = std::size_t{1} * tokens() * parts_->width();
    inputs.reserve(options.steps);
    for (const double alpha : alphasOf(options)) {
        inputs.push_back(between(clean_, corrupt_, 0, own, alpha));
        plans.push_back({.text = pair_.clean, .nodes = {{.node = 0, .values = inputs.back()}}});
    }
    const double factor = 1 / static_cast<double>(plans.size());
    if (auto good = addAll(std::move(plans), changes, factor, watch, 0, 1, made); !good)
        return std::unexpected(std::move(good.error()));
    return made;
}

Result<std::vector<double>> PairRuns::scoresByToken(std::span<const int> edges,
                                                    const model::Stop& stop) const {
    const auto runs = cleanRuns(stop);
    if (!runs) return std::unexpected(runs.error());
    const auto gradient = gradients(**runs, {{.text = pair_.clean}}, stop);
    if (!gradient) return std::unexpected(gradient.error());
    std::vector<double> made(edges.size() * static_cast<std::size_t>(tokens()), 0.0);
    addScoresByToken(*parts_, **runs, *gradient, deltas(), 1, edges, made);
    return made;
}

Result<std::vector<double>> PairRuns::attribution(const model::Stop& stop) const {
    const auto runs = cleanRuns(stop);
    if (!runs) return std::unexpected(runs.error());
    const auto gradient = gradients(**runs, {{.text = pair_.clean}}, stop);
    if (!gradient) return std::unexpected(gradient.error());
    const std::vector<float> changes = deltas();
    const Graph& graph = parts_->graph();
    const std::size_t width = parts_->width();
    const std::size_t own = tokens() * width;
    std::vector<double> made(std::size_t{1} * graph.nodes() * tokens(), 0.0);
    for (int node = 0; node < graph.nodes(); ++node) {
        const float* slope =
            gradient->nodes.data() + own * static_cast<std::size_t>(parts_->slotOf(node) + 1);
        const float* change = changes.data() + own * static_cast<std::size_t>(node);
        for (std::size_t i = 0; i < own; ++i)
            made[std::size_t{1} * node * tokens() + i / width] +=
                static_cast<double>(slope[i]) * change[i];
    }
    return made;
}

double passesFor(const Graph& graph, const ScoreOptions& options) {
    constexpr double perStep = 2.5;  // forward, backward, and the product
    switch (options.kind) {
        case ScoreKind::eap: return 2 + perStep;
        case ScoreKind::eapIg: return 2 + perStep * options.steps;
        case ScoreKind::activations: return 2 + perStep * options.steps * graph.nodes();
        case ScoreKind::activationsMib:
            return 2 + perStep * options.steps * (2 * graph.layers() + 1);
    }
    return 0;
}

}  // namespace hw::circuit
