// SPDX-License-Identifier: MIT
#include "engine/helpers/gradual_flow.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace hw {
namespace {

/// Sinks whose columns are gathered together (core/flow/kernel/flow_columns.h).
constexpr int together = 16;

}  // namespace

Result<std::unique_ptr<GradualFlow>> GradualFlow::begin(std::shared_ptr<FlowWork> work,
                                                        FlowRequest request, int layer,
                                                        FlowHelpers& helpers) {
    std::unique_ptr<GradualFlow> flow(new GradualFlow(std::move(work), helpers));
    auto table = layOut(*flow->work_->graph(), request);
    if (!table) return std::unexpected(std::move(table.error()));
    flow->table_ = std::move(*table);
    flow->request_ = std::move(request);
    flow->missing_ = flow->table_.values.size();
    flow->has_.assign(flow->missing_, 0);
    flow->isLong_ = flow->work_->graph()->steps().size() >= longFrom;
    flow->shown_ = std::clamp(layer - flow->table_.firstLayer, 0, flow->table_.layers - 1);
    return flow;
}

void GradualFlow::show(int layer) {
    const int index = std::clamp(layer - table_.firstLayer, 0, table_.layers - 1);
    if (index == shown_) return;
    shown_ = index;
    if (!isLong_) return;
    put();
    flow_.reset();
    // Its range is to be a narrow one too.
    if (ranges_ && isOpen(shown_)) ranges_.reset();
}

double GradualFlow::progress() const {
    return 1.0 - static_cast<double>(missing_) /
                     static_cast<double>(std::max<std::size_t>(1, has_.size()));
}

bool GradualFlow::step(std::int64_t budget) {
    put();
    if (missing_ == 0) return true;
    if (!isLong_ && ++steps_ > longAfter) {
        isLong_ = true;
        flow_.reset();
    }
    if (isLong_ && !ranges_)
        ranges_.emplace(*work_->graph(), table_.sources.front(), table_.layer(shown_));
    if (ranges_ && !ranges_->isDone()) {
        if (ranges_->step(budget)) putExact(*ranges_);
        return missing_ == 0;
    }
    if (!flow_ && !next()) return true;
    if (flow_->step(budget)) {
        put();
        flow_.reset();
    }
    return missing_ == 0;
}

// A range without width is a flow.
void GradualFlow::putExact(const FlowRanges& ranges) {
    const int sinks = static_cast<int>(table_.sinks.size());
    for (int layer = 0; layer < table_.layers; ++layer) {
        for (int sink = 0; sink < sinks; ++sink) {
            const std::size_t at = table_.index(layer, 0, sink);
            if (has_[at] != 0 || !ranges.isExact(table_.layer(layer), sink)) continue;
            table_.values[at] = ranges.least(table_.layer(layer), sink);
            has_[at] = 1;
            --missing_;
        }
    }
}

// What flow_ has computed meanwhile.
void GradualFlow::put() {
    if (!flow_) return;
    const FlowTable& from = flow_->table();
    for (int at = 0; at < static_cast<int>(from.sinks.size()); ++at) {
        if (taken_[at] != 0 || !flow_->hasSink(at)) continue;
        taken_[at] = 1;
        for (int layer = 0; layer < from.layers; ++layer) {
            const std::size_t to = table_.index(flowFirst_ + layer, 0, from.sinks[at]);
            table_.values[to] = from.values[from.index(layer, 0, at)];
            missing_ -= has_[to] == 0 ? 1 : 0;
            has_[to] = 1;
        }
    }
}

bool GradualFlow::isOpen(int layer) const {
    const auto row = has_.begin() + static_cast<std::ptrdiff_t>(table_.index(layer, 0, 0));
    return std::find(row, row + std::ssize(table_.sinks), 0) != row + std::ssize(table_.sinks);
}

/// The shown layer, then those above it, then those below.
bool GradualFlow::next() {
    const int last = table_.layers - 1;
    if (!isLong_) return begin(0, last);
    if (isOpen(shown_)) return begin(shown_, shown_);
    for (int layer = shown_ + 1; layer <= last; ++layer)
        if (isOpen(layer)) return begin(layer, last);
    for (int layer = 0; layer < shown_; ++layer)
        if (isOpen(layer)) return begin(layer, shown_ - 1);
    return false;
}

bool GradualFlow::begin(int firstLayer, int lastLayer) {
    const int sinks = static_cast<int>(table_.sinks.size());
    const auto isMissing = [&](int sink) {
        for (int layer = firstLayer; layer <= lastLayer; ++layer)
            if (!has(layer, sink)) return true;
        return false;
    };
    // Neighbours stay together, those with the largest flow first.
    const FlowRanges* known = ranges();
    std::vector<std::pair<double, int>> blocks;
    for (int first = 0; first < sinks; first += together) {
        double most = 0.0;
        for (int sink = first; known != nullptr && sink < std::min(sinks, first + together); ++sink)
            most = std::max(most, known->most(table_.layer(lastLayer), sink));
        blocks.emplace_back(-most, first);
    }
    std::ranges::stable_sort(blocks, {}, &std::pair<double, int>::first);
    FlowRequest request = request_;
    request.firstLayer = table_.layer(firstLayer);
    request.lastLayer = table_.layer(lastLayer);
    request.sinks.clear();
    for (const auto& [most, first] : blocks)
        for (int sink = first; sink < std::min(sinks, first + together); ++sink)
            if (isMissing(sink)) request.sinks.push_back(sink);
    taken_.assign(request.sinks.size(), 0);
    flowFirst_ = firstLayer;
    auto begun = SharedFlow::begin(work_, std::move(request), helpers_);
    if (!begun) return false;  // never: layers and tokens were checked when this began
    flow_ = std::move(*begun);
    return true;
}

}  // namespace hw
