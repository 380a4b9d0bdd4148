// SPDX-License-Identifier: MIT
#include "model/circuit/pair_runs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/localized_text.h"
#include "model/run/read_out.h"

namespace hw::circuit {
namespace {

/// Bytes of the runs that are made at once.
constexpr std::uint64_t mostBytes = std::uint64_t{96} << 20;

}  // namespace

Result<PairRuns> PairRuns::of(const Components& parts, Pair pair, const model::Stop& stop) {
    const model::Network& network = parts.network();
    if (pair.clean.length() != pair.corrupt.length())
        return std::unexpected(
            Problem{.code = Code::badArgument,
                    .place = "pair",
                    .finding = formatText("The texts have {} and {} tokens."_tr,
                                          {pair.clean.length(), pair.corrupt.length()}),
                    .remedy = "Choose texts with the same number of tokens."_tr,
                    .byte = {}});
    for (const model::TextInput* text : {&pair.clean, &pair.corrupt})
        if (auto good = parts.checkText(*text); !good)
            return std::unexpected(std::move(good.error()));
    const std::uint64_t bytes = parts.bytesOfPair(pair.clean.length());
    if (bytes > model::mostPassBytes)
        return std::unexpected(Problem{.code = Code::tooLarge,
                                       .place = "pair",
                                       .finding = formatText("{} tokens need {} MB of memory."_tr,
                                                             {pair.clean.length(), bytes >> 20}),
                                       .remedy = "Shorten the text."_tr,
                                       .byte = {}});
    if (auto good =
            checkQuestion(pair.question, network.spec, network.outputs(), pair.clean.length());
        !good)
        return std::unexpected(std::move(good.error()));
    PairRuns made;
    made.parts_ = &parts;
    made.pair_ = std::move(pair);
    for (const bool ofClean : {true, false}) {
        const model::TextInput& text = ofClean ? made.pair_.clean : made.pair_.corrupt;
        // The gradients at the clean run need no other run.
        const bool keepsRecords =
            ofClean && model::areRecordsSmall(network.spec, model::Batch({text}));
        auto runs = parts.run({{.text = text}},
                              {.keepsOutputs = true, .keepsRecords = keepsRecords, .stop = stop});
        if (!runs) return std::unexpected(std::move(runs.error()));
        auto logits = made.outputs(*runs, {});
        if (!logits) return std::unexpected(std::move(logits.error()));
        (ofClean ? made.cleanLogits_ : made.corruptLogits_) = std::move(*logits);
        (ofClean ? made.clean_ : made.corrupt_) = runs->valuesOf(0);
        if (!keepsRecords) continue;
        runs->outputs = {};
        runs->sums = {};
        made.cleanRuns_ = std::make_shared<const Runs>(std::move(*runs));
    }
    made.cleanValue_ = made.valueOf(made.pair_.question.metric, true);
    made.corruptValue_ = made.valueOf(made.pair_.question.metric, false);
    return made;
}

double PairRuns::valueOf(Metric metric, bool ofClean) const {
    Question question = pair_.question;
    question.metric = metric;
    const std::vector<float>& logits = ofClean ? cleanLogits_ : corruptLogits_;
    std::vector<float> some;
    for (const int index : outputsOf(question)) some.push_back(logits[index]);
    return circuit::valueOf(question, some.empty() ? logits : some, cleanLogits_);
}

double PairRuns::logitSize() const {
    double sum = 0;
    for (const float logit : cleanLogits_) sum += std::abs(logit);
    return cleanLogits_.empty() ? 0 : sum / static_cast<double>(cleanLogits_.size());
}

std::vector<float> PairRuns::deltas() const {
    std::vector<float> made = clean_.outputs;
    for (std::size_t i = 0; i < made.size(); ++i) made[i] -= corrupt_.outputs[i];
    return made;
}

/// The position that is read, for each run; none if a text has only one row of outputs.
std::vector<int> PairRuns::positions(int runs) const {
    if (!model::isPerPosition(parts_->network().spec)) return {};
    const int position = pair_.question.position;
    return std::vector<int>(runs, position < 0 ? tokens() - 1 : position);
}

Result<std::vector<float>> PairRuns::outputs(const Runs& runs, std::span<const int> only) const {
    model::Workspace workspace;
    model::ReadOut out = model::readOut(parts_->network(), runs.batch, runs.last,
                                        positions(runs.count), only, workspace);
    if (auto good = model::checkFinite(out.values); !good)
        return std::unexpected(std::move(good.error()));
    return std::move(out.values);
}

Result<std::vector<double>> PairRuns::someValues(const std::vector<Plan>& plans, bool ofClean,
                                                 const model::Stop& stop) const {
    auto runs = parts_->run(plans, {.base = ofClean ? &clean_ : &corrupt_, .stop = stop});
    if (!runs) return std::unexpected(std::move(runs.error()));
    const std::vector<int> only = outputsOf(pair_.question);
    const auto rows = outputs(*runs, only);
    if (!rows) return std::unexpected(rows.error());
    const std::size_t width = rows->size() / plans.size();
    std::vector<double> values;
    for (std::size_t run = 0; run < plans.size(); ++run)
        values.push_back(circuit::valueOf(
            pair_.question, std::span(*rows).subspan(width * run, width), cleanLogits_));
    return values;
}

Result<std::vector<double>> PairRuns::values(const std::vector<Plan>& plans, bool ofClean,
                                             const Watch& watch) const {
    constexpr std::size_t mostRuns = 16;  // more are not faster
    constexpr std::size_t fewTokens = 64;
    const bool isMixed =
        std::ranges::any_of(plans, [](const Plan& p) { return p.kept != nullptr; });
    const std::size_t atOnce =
        std::clamp<std::size_t>(mostBytes / parts_->bytesOfRun(tokens(), isMixed), 1, mostRuns);
    // Runs that begin in the same layer go together, because a pass begins in the first one's.
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t i = 0; i < plans.size(); ++i)
        order.emplace_back(firstChange(parts_->graph(), plans[i]), i);
    std::ranges::sort(order);
    std::vector<double> values(plans.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first;
        std::vector<Plan> some;
        while (end < order.size() && some.size() < atOnce &&
               (order[end].first == order[first].first ||
                some.size() * static_cast<std::size_t>(tokens()) < fewTokens))
            some.push_back(plans[order[end++].second]);
        const auto made = someValues(some, ofClean, watch.stop);
        if (!made) return std::unexpected(made.error());
        for (std::size_t i = first; i < end; ++i) values[order[i].second] = (*made)[i - first];
        first = end;
        if (watch.progress)
            watch.progress(static_cast<double>(end) / static_cast<double>(plans.size()));
    }
    return values;
}

Result<std::vector<double>> PairRuns::masked(const std::vector<std::vector<bool>>& kept,
                                             const NodeValues* other, const Watch& watch) const {
    std::vector<Plan> plans;
    for (const std::vector<bool>& mask : kept)
        plans.push_back(
            {.text = pair_.clean, .kept = &mask, .other = other == nullptr ? &corrupt_ : other});
    return values(plans, true, watch);
}

Result<std::vector<double>> PairRuns::edges(std::span<const int> edges, Direction direction,
                                            const Watch& watch) const {
    const bool isNoise = direction == Direction::noise;
    std::vector<std::vector<bool>> masks;
    std::vector<Plan> plans;
    masks.reserve(edges.size());
    for (const int edge : edges) {
        masks.emplace_back(parts_->graph().edges(), true)[edge] = false;
        plans.push_back({.text = isNoise ? pair_.clean : pair_.corrupt,
                         .kept = &masks.back(),
                         .other = isNoise ? &corrupt_ : &clean_});
    }
    auto made = values(plans, isNoise, watch);
    if (made)
        for (double& value : *made) value -= isNoise ? cleanValue_ : corruptValue_;
    return made;
}

Result<std::vector<double>> PairRuns::nodes(std::span<const int> nodes, Direction direction,
                                            bool byToken, const Watch& watch) const {
    const bool isNoise = direction == Direction::noise;
    const std::size_t own = std::size_t{1} * tokens() * parts_->width();
    const NodeValues& from = isNoise ? corrupt_ : clean_;
    std::vector<Plan> plans;
    for (const int node : nodes)
        for (int token = byToken ? 0 : -1; token < (byToken ? tokens() : 0); ++token)
            plans.push_back(
                {.text = isNoise ? pair_.clean : pair_.corrupt,
                 .nodes = {{.node = node,
                            .values = std::span(from.outputs)
                                          .subspan(own * static_cast<std::size_t>(node), own),
                            .token = token}}});
    auto made = values(plans, isNoise, watch);
    if (made)
        for (double& value : *made) value -= isNoise ? cleanValue_ : corruptValue_;
    return made;
}

Result<std::vector<double>> PairRuns::replaced(std::span<const int> nodes,
                                               std::span<const float> by,
                                               const Watch& watch) const {
    const std::size_t own = std::size_t{1} * tokens() * parts_->width();
    std::vector<Plan> plans;
    for (const int node : nodes)
        plans.push_back(
            {.text = pair_.clean,
             .nodes = {
                 {.node = node, .values = by.subspan(own * static_cast<std::size_t>(node), own)}}});
    auto made = values(plans, true, watch);
    if (made)
        for (double& value : *made) value -= cleanValue_;
    return made;
}

}  // namespace hw::circuit
