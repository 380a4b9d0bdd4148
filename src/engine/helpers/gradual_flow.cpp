// SPDX-License-Identifier: MIT
#include "engine/helpers/gradual_flow.h"

#include <algorithm>
#include <span>
#include <utility>

namespace hw {
namespace {

/// Number of sinks in one block (core/flow/kernel/flow_columns.h).
constexpr int together = 16;

}  // namespace

Result<std::unique_ptr<GradualFlow>> GradualFlow::begin(std::shared_ptr<FlowWork> work,
                                                        std::shared_ptr<FlowsSoFar> soFar,
                                                        FlowRequest request, int layer,
                                                        FlowHelpers& helpers, Ranges ranges) {
    std::unique_ptr<GradualFlow> flow(new GradualFlow(std::move(work), helpers));
    // Rejects layers and tokens that the network does not have.
    if (auto table = layOut(*flow->work_->graph(), request); !table)
        return std::unexpected(std::move(table.error()));
    flow->soFar_ = std::move(soFar);
    const FlowTable& table = flow->table();
    flow->request_ = std::move(request);
    flow->isLong_ = flow->work_->graph()->steps().size() >= longFrom;
    flow->hasRanges_ = ranges == Ranges::yes && table.sources.size() <= mostRanged;
    flow->shown_ = flow->indexOf(layer);
    return flow;
}

int GradualFlow::indexOf(int layer) const {
    return std::clamp((layer - table().firstLayer) / table().layerStep, 0, table().layers - 1);
}

void GradualFlow::show(int layer) {
    const int index = indexOf(layer);
    if (index == shown_) return;
    shown_ = index;
    if (!isLong_) return;
    put();
    flow_.reset();
    // The ranges are computed again, since they are narrow only for the shown layer.
    if (isOpen(shown_)) ranges_.clear();
}

std::span<const FlowRanges> GradualFlow::ranges() const {
    const bool areAll = ranges_.size() == table().sources.size() && ranges_.back().isDone();
    return areAll ? std::span(ranges_) : std::span<const FlowRanges>();
}

bool GradualFlow::isRanging() const {
    return isLong_ && hasRanges_ && soFar_->missing > 0 && ranges().empty();
}

bool GradualFlow::step(std::int64_t budget) {
    put();
    if (soFar_->missing == 0) return true;
    if (!isLong_ && ++steps_ > longAfter) {
        isLong_ = true;
        flow_.reset();
    }
    if (isRanging()) return stepRanges(budget);
    if (!flow_ && !next()) return true;
    if (flow_->step(budget)) {
        put();
        flow_.reset();
    }
    return soFar_->missing == 0;
}

/// Computes ranges for one source after the other.
bool GradualFlow::stepRanges(std::int64_t budget) {
    if (ranges_.empty() || ranges_.back().isDone())
        ranges_.emplace_back(*work_->graph(), table().sources[ranges_.size()],
                             table().layer(shown_));
    if (ranges_.back().step(budget) && !ranges().empty()) putExact();
    return soFar_->missing == 0;
}

// If a range has no width, its end is the flow.
void GradualFlow::putExact() {
    FlowTable& table = soFar_->table;
    const int sinks = static_cast<int>(table.sinks.size());
    for (int layer = 0; layer < table.layers; ++layer) {
        for (int sink = 0; sink < sinks; ++sink) {
            const auto isExact = [&](const FlowRanges& of) {
                return of.isExact(table.layer(layer), sink);
            };
            if (has(layer, sink) || !std::ranges::all_of(ranges_, isExact)) continue;
            for (int source = 0; source < std::ssize(ranges_); ++source)
                table.values[table.index(layer, source, sink)] =
                    ranges_[source].least(table.layer(layer), sink);
            soFar_->note(layer, sink);
        }
    }
}

// Copies the values that flow_ has computed meanwhile.
void GradualFlow::put() {
    if (!flow_) return;
    const FlowTable& from = flow_->table();
    FlowTable& to = soFar_->table;
    const int sources = static_cast<int>(from.sources.size());
    for (int at = 0; at < static_cast<int>(from.sinks.size()); ++at) {
        if (taken_[at] != 0 || !flow_->hasSink(at)) continue;
        taken_[at] = 1;
        const int sink = from.sinks[at];
        for (int layer = 0; layer < from.layers; ++layer) {
            for (int source = 0; source < sources; ++source)
                to.values[to.index(flowFirst_ + layer, source, sink)] =
                    from.values[from.index(layer, source, at)];
            soFar_->note(flowFirst_ + layer, sink);
        }
    }
}

bool GradualFlow::isOpen(int layer) const {
    const std::size_t sinks = table().sinks.size();
    const auto row = std::span(soFar_->has).subspan(layer * sinks, sinks);
    return std::ranges::find(row, 0) != row.end();
}

/// Begins with the shown layer, then those above it, then those below.
bool GradualFlow::next() {
    const int last = table().layers - 1;
    if (!isLong_) return begin(0, last);
    if (isOpen(shown_)) return begin(shown_, shown_);
    for (int layer = shown_ + 1; layer <= last; ++layer)
        if (isOpen(layer)) return begin(layer, last);
    for (int layer = 0; layer < shown_; ++layer)
        if (isOpen(layer)) return begin(layer, shown_ - 1);
    return false;
}

bool GradualFlow::begin(int firstLayer, int lastLayer) {
    const int sinks = static_cast<int>(table().sinks.size());
    const auto isMissing = [&](int sink) {
        for (int layer = firstLayer; layer <= lastLayer; ++layer)
            if (!has(layer, sink)) return true;
        return false;
    };
    // Neighbours stay in one block. Blocks with the largest flow come first.
    const std::span<const FlowRanges> known = ranges();
    const auto mostOf = [&](int sink) {
        double sum = 0.0;
        for (const FlowRanges& of : known) sum += of.most(table().layer(lastLayer), sink);
        return sum;
    };
    std::vector<std::pair<double, int>> blocks;
    for (int first = 0; first < sinks; first += together) {
        double most = 0.0;
        for (int sink = first; sink < std::min(sinks, first + together); ++sink)
            most = std::max(most, mostOf(sink));
        blocks.emplace_back(-most, first);
    }
    std::ranges::stable_sort(blocks, {}, &std::pair<double, int>::first);
    FlowRequest request = request_;
    request.firstLayer = table().layer(firstLayer);
    request.lastLayer = table().layer(lastLayer);
    request.sinks.clear();
    for (const auto& [most, first] : blocks)
        for (int sink = first; sink < std::min(sinks, first + together); ++sink)
            if (isMissing(sink)) request.sinks.push_back(sink);
    taken_.assign(request.sinks.size(), 0);
    flowFirst_ = firstLayer;
    auto begun = SharedFlow::begin(work_, std::move(request), helpers_);
    if (!begun)
        return false;  // cannot happen, since layers and tokens were checked when this began
    flow_ = std::move(*begun);
    return true;
}

}  // namespace hw
