// SPDX-License-Identifier: MIT
#include "engine/helpers/flow_helpers.h"

#include <algorithm>
#include <utility>

#include "protocol/messages.h"

namespace hw {
namespace {

/// Memory for the helpers' copies of a network together, with capacities by row and by column, residual capacities, and
/// the summaries.
constexpr std::size_t helperBytes = std::size_t{1} << 30;
constexpr std::size_t bytesPerEdge = 28;
constexpr int mostSinks = 16;
/// Whole flows queued at a helper, so that it need not wait for the engine between two small ones.
constexpr int mostShares = 3;

std::size_t helperBytesFor(const FlowWork& work) {
    return work.graph()->steps().size() * bytesPerEdge + 1;
}

}  // namespace

// --- one request ----------------------------------------------------------------------------------

Result<std::unique_ptr<SharedFlow>> SharedFlow::begin(std::shared_ptr<FlowWork> work,
                                                      FlowRequest request, FlowHelpers& helpers,
                                                      Sharing sharing) {
    std::unique_ptr<SharedFlow> flow(new SharedFlow(std::move(work), helpers, sharing));
    auto table = layOut(*flow->work_->graph(), request);
    if (!table) return std::unexpected(std::move(table.error()));
    flow->table_ = std::move(*table);
    flow->request_ = std::move(request);
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

/// The first unassigned sink, else the last one that a helper computes.
int SharedFlow::nextSink() const {
    const auto free = std::find(states_.begin(), states_.end(), open);
    if (free != states_.end()) return static_cast<int>(free - states_.begin());
    const auto other = std::find(states_.rbegin(), states_.rend(), out);
    return static_cast<int>(states_.rend() - other) - 1;
}

void SharedFlow::put(int index, std::span<const double> values,
                     std::span<const FlowCertificate> certificates) {
    const std::size_t at = index;
    if (states_[at] == done) return;
    for (std::size_t row = 0; row < values.size(); ++row) {
        table_.values[row * states_.size() + at] = values[row];
        table_.certificates[row * states_.size() + at] = certificates[row];
    }
    states_[at] = done;
    --missing_;
}

bool SharedFlow::hasOpen() const { return std::ranges::find(states_, open) != states_.end(); }

void SharedFlow::offer() { helpers_.offer(*this); }

/// A sink to compute here, and the network's solver for it. False if there is none.
bool SharedFlow::hold() {
    SolvedNetwork& network = *work_->network();
    if (current_ < 0 || hasSink(current_)) {
        current_ = nextSink();
        turn_ = 0;
    }
    if (network.serves(turn_)) return true;
    request_.sinks = {table_.sinks[current_]};
    const auto turn = network.begin(request_);
    if (!turn) return false;  // cannot happen, since the tokens were checked when the flow began
    turn_ = *turn;
    State& state = states_[current_];
    if (state == open) state = out;
    return true;
}

bool SharedFlow::step(std::int64_t budget) {
    if (missing_ == 0) return true;
    if (sharing_ == Sharing::bySink && ++steps_ > helpers_.stepsAlone_) helpers_.serve(*this);
    if (!hold()) return true;
    FlowSolver& solver = work_->network()->solver();
    if (!solver.step(budget)) return false;
    put(current_, solver.table().values, solver.table().certificates);
    return missing_ == 0;
}

/// Some of the unassigned sinks, fewer towards the end, so that all helpers finish together. With Sharing::whole, all
/// of them.
std::vector<int> SharedFlow::handOut(int helpers) {
    const auto free = static_cast<int>(std::count(states_.begin(), states_.end(), open));
    const int part = std::clamp(free / (2 * (helpers + 1)), std::min(free, 1), mostSinks);
    const int share = sharing_ == Sharing::whole ? free : part;
    std::vector<int> indices;
    for (int i = 0; static_cast<int>(indices.size()) < share; ++i) {
        if (states_[i] != open) continue;
        states_[i] = out;
        indices.push_back(i);
    }
    return indices;
}

void SharedFlow::takeBack(std::span<const int> indices) {
    for (const int index : indices) {
        State& state = states_[index];
        if (state == out && index != current_) state = open;
    }
}

// --- helpers --------------------------------------------------------------------------------------

void FlowHelpers::use(int count, Send send, int stepsAlone) {
    helpers_.assign(std::max(0, count), {});
    send_ = std::move(send);
    stepsAlone_ = stepsAlone;
}

bool FlowHelpers::Helper::has(const SharedFlow& flow) const {
    return std::ranges::any_of(shares, [&](const Share& share) { return share.flow == &flow; });
}

int FlowHelpers::usable(const FlowWork& work) const {
    return static_cast<int>(std::min(helpers_.size(), helperBytes / helperBytesFor(work)));
}

int FlowHelpers::depth(const FlowWork& work) const {
    return helpers_.size() * mostShares * helperBytesFor(work) < helperBytes ? mostShares : 1;
}

/// Gives work to helpers that have no share of this flow.
void FlowHelpers::serve(SharedFlow& flow) {
    const int count = usable(*flow.work_);
    for (int index = 0; index < count; ++index) {
        const Helper& helper = helpers_[index];
        if (!helper.alive || helper.has(flow)) continue;
        if (!flow.hasOpen()) return;
        releaseAll(index);
        give(index, flow);
    }
}

/// Gives all unassigned sinks to the helper with the fewest shares, if one has capacity.
void FlowHelpers::offer(SharedFlow& flow) {
    int least = -1;
    std::size_t held = depth(*flow.work_);
    for (int index = 0; index < usable(*flow.work_); ++index) {
        const Helper& helper = helpers_[index];
        if (!helper.alive || helper.shares.size() >= held) continue;
        least = index;
        held = helper.shares.size();
    }
    if (least >= 0) give(least, flow);
}

/// False if there is nothing left to give.
bool FlowHelpers::give(int index, SharedFlow& flow) {
    std::vector<int> indices = flow.handOut(usable(*flow.work_));
    if (indices.empty()) return false;
    Helper& helper = helpers_[index];
    if (helper.network.lock() != flow.work_) {
        const AttentionGraph& graph = *flow.work_->graph();
        send_(index, wire::encode(wire::FlowNetwork{graph.layers(),
                                                    graph.tokens(),
                                                    graph.unit(),
                                                    {graph.steps().begin(), graph.steps().end()}}));
        helper.network = flow.work_;
    }
    wire::FlowShare share{
        ++ticket_, flow.request_.firstLayer, flow.request_.lastLayer, flow.request_.sources,
        {},        flow.request_.layerStep};
    for (const int at : indices) { share.sinks.push_back(flow.table_.sinks[at]); }
    helper.shares.push_back({&flow, ticket_, std::move(indices)});
    send_(index, wire::encode(std::move(share)));
    return true;
}

/// Sinks that the helper has not computed become unassigned.
void FlowHelpers::takeBack(int index, const Share& share) {
    share.flow->takeBack(share.sinks);
    if (!helpers_[index].alive) return;
    send_(index, wire::encode(wire::FlowStop{share.ticket}));
}

void FlowHelpers::releaseAll(int index) {
    Helper& helper = helpers_[index];
    for (const Share& share : std::exchange(helper.shares, {})) takeBack(index, share);
}

void FlowHelpers::leave(const SharedFlow& flow) {
    for (int index = 0; index < static_cast<int>(helpers_.size()); ++index) {
        std::erase_if(helpers_[index].shares, [&](const Share& share) {
            if (share.flow == &flow) takeBack(index, share);
            return share.flow == &flow;
        });
    }
}

void FlowHelpers::message(int index, std::span<const std::byte> bytes) {
    if (index < 0 || index >= static_cast<int>(helpers_.size())) return;
    Helper& helper = helpers_[index];
    auto message = wire::decodeFromHelper(bytes);
    if (!message) return lost(index);
    const auto& column = std::get<wire::FlowColumn>(*message);
    const auto share = std::ranges::find(helper.shares, column.ticket, &Share::ticket);
    if (share == helper.shares.end()) return;  // stopped meanwhile
    SharedFlow& flow = *share->flow;
    const FlowTable& table = flow.table();
    const std::size_t size = std::size_t{1} * table.layers * table.sources.size();
    const int at = share->sinks.front();
    const bool expected = table.sinks[at] == column.sink;
    if (!expected || column.values.size() != size || column.certificates.size() != size) {
        return lost(index);
    }
    flow.put(at, column.values, column.certificates);
    share->sinks.erase(share->sinks.begin());
    if (!share->sinks.empty()) return;
    helper.shares.erase(share);
    if (flow.sharing_ == Sharing::bySink) give(index, flow);
}

void FlowHelpers::lost(int index) {
    if (index < 0 || index >= static_cast<int>(helpers_.size())) return;
    helpers_[index].alive = false;
    releaseAll(index);
}

}  // namespace hw
