// SPDX-License-Identifier: MIT
#include "app/flow_helpers.h"

#include <algorithm>
#include <utility>

#include "app/messages.h"

namespace hw {
namespace {

/// What the helpers' copies of a network may take together: capacities by row and by column, what is left
/// of them, and the summaries.
constexpr std::size_t helperBytes = std::size_t{1} << 30;
constexpr std::size_t bytesPerEdge = 28;
constexpr int mostSinks = 16;

}  // namespace

// --- one request ----------------------------------------------------------------------------------

SharedFlow::SharedFlow(std::shared_ptr<const FlowWork> work, FlowHelpers& helpers)
    : work_(std::move(work)), helpers_(helpers), solver_(*work_->graph()) {}

Result<std::unique_ptr<SharedFlow>> SharedFlow::begin(std::shared_ptr<const FlowWork> work,
                                                      const FlowRequest& request,
                                                      FlowHelpers& helpers) {
    std::unique_ptr<SharedFlow> flow(new SharedFlow(std::move(work), helpers));
    if (auto begun = flow->solver_.begin(request); !begun)
        return std::unexpected(std::move(begun.error()));
    flow->table_ = flow->solver_.takeTable();
    flow->request_ = request;
    flow->request_.sources = flow->table_.sources;
    flow->states_.assign(flow->table_.sinks.size(), open);
    flow->missing_ = static_cast<int>(flow->states_.size());
    return flow;
}

SharedFlow::~SharedFlow() { helpers_.leave(*this); }

double SharedFlow::progress() const {
    return 1.0 - static_cast<double>(missing_) /
                     static_cast<double>(std::max<std::size_t>(1, states_.size()));
}

/// The first that nobody has, else the last that somebody else has.
int SharedFlow::nextSink() const {
    const auto free = std::find(states_.begin(), states_.end(), open);
    if (free != states_.end()) return static_cast<int>(free - states_.begin());
    const auto other = std::find(states_.rbegin(), states_.rend(), out);
    return static_cast<int>(states_.rend() - other) - 1;
}

void SharedFlow::put(int index, std::span<const double> values,
                     std::span<const FlowCertificate> certificates) {
    const auto at = static_cast<std::size_t>(index);
    if (states_[at] == done) return;
    for (std::size_t row = 0; row < values.size(); ++row) {
        table_.values[row * states_.size() + at] = values[row];
        table_.certificates[row * states_.size() + at] = certificates[row];
    }
    states_[at] = done;
    --missing_;
}

bool SharedFlow::step(std::int64_t budget) {
    if (missing_ == 0) return true;
    if (++steps_ > helpers_.patience_) helpers_.serve(*this);
    if (current_ < 0 || hasSink(current_)) {
        current_ = nextSink();
        request_.sinks = {table_.sinks[static_cast<std::size_t>(current_)]};
        // The tokens were checked when the flow began.
        if (!solver_.begin(request_)) return true;
        if (states_[static_cast<std::size_t>(current_)] == open)
            states_[static_cast<std::size_t>(current_)] = out;
    }
    if (!solver_.step(budget)) return false;
    put(current_, solver_.table().values, solver_.table().certificates);
    return missing_ == 0;
}

/// Some of the sinks that nobody has: fewer towards the end, so that all finish together.
std::vector<int> SharedFlow::handOut(int helpers) {
    const auto free = static_cast<int>(std::count(states_.begin(), states_.end(), open));
    const int share = std::clamp(free / (2 * (helpers + 1)), std::min(free, 1), mostSinks);
    std::vector<int> indices;
    for (int i = 0; static_cast<int>(indices.size()) < share; ++i) {
        if (states_[static_cast<std::size_t>(i)] != open) continue;
        states_[static_cast<std::size_t>(i)] = out;
        indices.push_back(i);
    }
    return indices;
}

void SharedFlow::takeBack(std::span<const int> indices) {
    for (const int index : indices) {
        State& state = states_[static_cast<std::size_t>(index)];
        if (state == out && index != current_) state = open;
    }
}

// --- helpers --------------------------------------------------------------------------------------

void FlowHelpers::use(int count, Send send, int patience) {
    helpers_.assign(static_cast<std::size_t>(std::max(0, count)), {});
    send_ = std::move(send);
    patience_ = patience;
}

int FlowHelpers::usable(const FlowWork& work) const {
    const AttentionGraph& graph = *work.graph();
    const std::size_t each = graph.steps().size() * bytesPerEdge + 1;
    return static_cast<int>(std::min(helpers_.size(), helperBytes / each));
}

/// Gives work to whoever has none of this flow's.
void FlowHelpers::serve(SharedFlow& flow) {
    const int count = usable(*flow.work_);
    for (int index = 0; index < count; ++index) {
        Helper& helper = helpers_[static_cast<std::size_t>(index)];
        if (!helper.alive || helper.flow == &flow) continue;
        if (!give(index, flow)) return;
    }
}

/// False if there is nothing left to give.
bool FlowHelpers::give(int index, SharedFlow& flow) {
    std::vector<int> indices = flow.handOut(usable(*flow.work_));
    if (indices.empty()) return false;
    Helper& helper = helpers_[static_cast<std::size_t>(index)];
    release(helper);
    if (helper.network.lock() != flow.work_) {
        const AttentionGraph& graph = *flow.work_->graph();
        send_(index, wire::encode(wire::FlowNetwork{graph.layers(),
                                                    graph.tokens(),
                                                    graph.unit(),
                                                    {graph.steps().begin(), graph.steps().end()}}));
        helper.network = flow.work_;
    }
    wire::FlowShare share{
        ++ticket_, flow.request_.firstLayer, flow.request_.lastLayer, flow.request_.sources, {}};
    for (const int at : indices)
        share.sinks.push_back(flow.table_.sinks[static_cast<std::size_t>(at)]);
    helper.flow = &flow;
    helper.ticket = ticket_;
    helper.sinks = std::move(indices);
    send_(index, wire::encode(std::move(share)));
    return true;
}

/// Takes back what the helper has not computed.
void FlowHelpers::release(Helper& helper) {
    if (helper.flow == nullptr) return;
    helper.flow->takeBack(helper.sinks);
    if (helper.alive) {
        send_(static_cast<int>(&helper - helpers_.data()),
              wire::encode(wire::FlowStop{helper.ticket}));
    }
    helper.flow = nullptr;
    helper.sinks.clear();
}

void FlowHelpers::leave(const SharedFlow& flow) {
    for (Helper& helper : helpers_) {
        if (helper.flow == &flow) release(helper);
    }
}

void FlowHelpers::message(int index, std::span<const std::byte> bytes) {
    if (index < 0 || index >= static_cast<int>(helpers_.size())) return;
    Helper& helper = helpers_[static_cast<std::size_t>(index)];
    auto message = wire::decodeFromHelper(bytes);
    if (!message) return lost(index);
    const auto& column = std::get<wire::FlowColumn>(*message);
    if (helper.flow == nullptr || column.ticket != helper.ticket) return;  // stopped meanwhile
    SharedFlow& flow = *helper.flow;
    const FlowTable& table = flow.table();
    const std::size_t size = static_cast<std::size_t>(table.layers) * table.sources.size();
    const bool expected =
        table.sinks[static_cast<std::size_t>(helper.sinks.front())] == column.sink;
    if (!expected || column.values.size() != size || column.certificates.size() != size)
        return lost(index);
    flow.put(helper.sinks.front(), column.values, column.certificates);
    helper.sinks.erase(helper.sinks.begin());
    if (!helper.sinks.empty()) return;
    helper.flow = nullptr;
    give(index, flow);
}

void FlowHelpers::lost(int index) {
    if (index < 0 || index >= static_cast<int>(helpers_.size())) return;
    Helper& helper = helpers_[static_cast<std::size_t>(index)];
    helper.alive = false;
    release(helper);
}

}  // namespace hw
