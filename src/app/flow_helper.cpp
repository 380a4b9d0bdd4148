// SPDX-License-Identifier: MIT
#include "app/flow_helper.h"

#include <utility>

#include "app/task_parts.h"

namespace hw {
namespace {

/// Units of the solver, about a nanosecond each: FlowStop need not wait longer.
constexpr std::int64_t pieceOfWork = 8'000'000;

}  // namespace

Result<void> FlowHelper::take(wire::FlowNetwork& m) {
    share_ = {};
    at_ = 0;
    solver_.reset();
    auto graph = AttentionGraph::fromSteps(m.layers, m.tokens, m.unit, std::move(m.steps));
    if (!graph) return std::unexpected(std::move(graph.error()));
    graph_ = std::make_unique<AttentionGraph>(std::move(*graph));
    solver_.emplace(*graph_);
    return {};
}

Result<void> FlowHelper::take(wire::FlowShare& m) {
    if (!solver_) return std::unexpected(badQuestion("share", "There is no network yet."));
    share_ = std::move(m);
    at_ = 0;
    return nextSink();
}

Result<void> FlowHelper::take(wire::FlowStop& m) {
    if (m.ticket == share_.ticket) at_ = share_.sinks.size();
    return {};
}

Result<void> FlowHelper::nextSink() {
    if (at_ == share_.sinks.size()) return {};
    return solver_->begin(
        {share_.firstLayer, share_.lastLayer, share_.sources, {share_.sinks[at_]}, false});
}

Result<bool> FlowHelper::message(std::span<const std::byte> bytes) {
    auto message = wire::decodeToHelper(bytes);
    if (!message) return std::unexpected(std::move(message.error()));
    const Result<void> good = std::visit([this](auto& m) { return take(m); }, *message);
    if (!good) {
        at_ = share_.sinks.size();
        return std::unexpected(good.error());
    }
    return at_ < share_.sinks.size();
}

bool FlowHelper::work(const Sink& sink) {
    if (at_ == share_.sinks.size()) return false;
    if (!solver_->step(pieceOfWork)) return true;
    FlowTable table = solver_->takeTable();
    sink(wire::encode(wire::FlowColumn{share_.ticket, share_.sinks[at_], std::move(table.values),
                                       std::move(table.certificates)}));
    ++at_;
    return nextSink().has_value() && at_ < share_.sinks.size();
}

}  // namespace hw
