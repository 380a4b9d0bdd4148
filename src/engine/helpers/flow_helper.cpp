// SPDX-License-Identifier: MIT
#include "engine/helpers/flow_helper.h"

#include <algorithm>
#include <utility>

#include "core/localized_text.h"
#include "engine/store/bad_question.h"

namespace hw {
namespace {

/// Units of the solver, about a nanosecond each. FlowStop waits at most this long.
constexpr std::int64_t pieceOfWork = 8'000'000;

}  // namespace

Result<void> FlowHelper::take(wire::FlowNetwork& m) {
    auto graph = AttentionGraph::fromSteps(m.layers, m.tokens, m.unit, std::move(m.steps));
    if (!graph) return std::unexpected(std::move(graph.error()));
    graph_ = std::make_shared<AttentionGraph>(std::move(*graph));
    return {};
}

Result<void> FlowHelper::take(wire::FlowShare& m) {
    if (graph_ == nullptr) return std::unexpected(badQuestion("share", "No network yet."_tr));
    if (auto good =
            layOut(*graph_, {m.firstLayer, m.lastLayer, m.sources, m.sinks, false, m.layerStep});
        !good) {
        return std::unexpected(std::move(good.error()));
    }
    if (m.sinks.empty()) return {};
    jobs_.push_back({graph_, std::move(m)});
    return jobs_.size() == 1 ? beginJob() : Result<void>{};
}

Result<void> FlowHelper::take(wire::FlowStop& m) {
    const auto job =
        std::ranges::find(jobs_, m.ticket, [](const Job& one) { return one.share.ticket; });
    if (job == jobs_.end()) return {};
    const bool isUnderWay = job == jobs_.begin();
    jobs_.erase(job);
    return isUnderWay && !jobs_.empty() ? beginJob() : Result<void>{};
}

Result<void> FlowHelper::beginJob() {
    if (solvedOn_ != jobs_.front().graph) {
        solver_.reset();
        solvedOn_ = jobs_.front().graph;
        solver_.emplace(*solvedOn_);
    }
    return nextSink();
}

Result<void> FlowHelper::nextSink() {
    const Job& job = jobs_.front();
    const wire::FlowShare& share = job.share;
    return solver_->begin({share.firstLayer,
                           share.lastLayer,
                           share.sources,
                           {share.sinks[job.at]},
                           false,
                           share.layerStep});
}

Result<bool> FlowHelper::message(std::span<const std::byte> bytes) {
    auto message = wire::decodeToHelper(bytes);
    if (!message) return std::unexpected(std::move(message.error()));
    const Result<void> good = std::visit([this](auto& m) { return take(m); }, *message);
    if (!good) {
        jobs_.clear();
        return std::unexpected(good.error());
    }
    return !jobs_.empty();
}

bool FlowHelper::work(const Sink& sink) {
    if (jobs_.empty()) return false;
    if (!solver_->step(pieceOfWork)) return true;
    Job& job = jobs_.front();
    FlowTable table = solver_->takeTable();
    sink(wire::encode(wire::FlowColumn{job.share.ticket, job.share.sinks[job.at],
                                       std::move(table.values), std::move(table.certificates)}));
    if (++job.at < job.share.sinks.size()) return nextSink().has_value();
    jobs_.pop_front();
    return !jobs_.empty() && beginJob().has_value();
}

}  // namespace hw
