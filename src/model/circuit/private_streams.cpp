// SPDX-License-Identifier: MIT
#include "model/circuit/private_streams.h"

#include <algorithm>
#include <utility>

namespace hw::circuit {

PrivateStreams::PrivateStreams(const Components& parts, const std::vector<Plan>& plans,
                               const NodeValues* base)
    : parts_(parts),
      graph_(parts.graph()),
      plans_(plans),
      base_(base),
      own_(std::size_t{1} * plans.front().text.length() * parts.width()),
      size_(own_ * plans.size()) {}

void PrivateStreams::begin(int firstLayer, bool keepsOutputs) {
    keepsOutputs_ = keepsOutputs;
    firstLayer_ = firstLayer;
    firstNode_ = firstLayer == 0 ? 0 : graph_.headNode(firstLayer, 0);
    const std::size_t layers = graph_.layers() - firstLayer;
    outputs_.resize(size_ * (keepsOutputs ? graph_.nodes() - firstNode_ : 1));
    places_.resize(size_ * (2 * layers + 1));
    sums_.resize(size_ * 2 * layers);
    for (std::size_t run = 0; base_ != nullptr && run < plans_.size(); ++run)
        std::copy_n(base_->places.begin() + static_cast<std::ptrdiff_t>(own_) * 2 * firstLayer,
                    own_, places_.begin() + static_cast<std::ptrdiff_t>(own_ * run));
}

float* PrivateStreams::output(int node) {
    return outputs_.data() + (keepsOutputs_ ? size_ * (node - firstNode_) : 0);
}

float* PrivateStreams::placeOfRun(int place, int run) {
    return places_.data() + size_ * (place - 2 * firstLayer_) + own_ * run;
}

float* PrivateStreams::sumOfRun(int slot, int run) {
    return sums_.data() + size_ * (slot - 2 * firstLayer_) + own_ * run;
}

std::vector<float> PrivateStreams::place(int place) {
    const float* from = placeOfRun(place, 0);
    return {from, from + size_};
}

void PrivateStreams::give(std::vector<float>& outputs, std::vector<float>& sums,
                          std::vector<float>& places) {
    if (keepsOutputs_) outputs = std::move(outputs_);
    sums = std::move(sums_);
    places = std::move(places_);
}

const float* PrivateStreams::rowsOf(const std::vector<float>& own, const std::vector<float>* base,
                                    int first, int index, int run) const {
    if (index < first) return base->data() + own_ * index;
    return own.data() + size_ * (index - first) + own_ * run;
}

const float* PrivateStreams::outputOf(int node, int run) const {
    return rowsOf(outputs_, base_ == nullptr ? nullptr : &base_->outputs, firstNode_, node, run);
}

const float* PrivateStreams::commonPlace(int place, int run) const {
    return rowsOf(places_, base_ == nullptr ? nullptr : &base_->places, 2 * firstLayer_, place,
                  run);
}

const float* PrivateStreams::commonSum(int slot, int run) const {
    return rowsOf(sums_, base_ == nullptr ? nullptr : &base_->sums, 2 * firstLayer_, slot, run);
}

bool PrivateStreams::isPrivate(int run, int receiver) const {
    const std::vector<bool>* kept = plans_[run].kept;
    if (kept == nullptr) return false;
    for (int node = 0; node < graph_.upstream(receiver); ++node)
        if (!(*kept)[graph_.edge(receiver, node)]) return true;
    return false;
}

PrivateStreams::Count PrivateStreams::countOf(int run, int receiver, int first, int end) const {
    Count count;
    for (int node = first; node < end; ++node)
        ++((*plans_[run].kept)[graph_.edge(receiver, node)] ? count.kept : count.patched);
    return count;
}

void PrivateStreams::addDifferences(int run, int receiver, int first, int end, bool ofKept,
                                    float* to) const {
    const Plan& plan = plans_[run];
    for (int node = first; node < end; ++node) {
        if ((*plan.kept)[graph_.edge(receiver, node)] != ofKept) continue;
        const float* own = outputOf(node, run);
        const float* other = plan.other->outputs.data() + own_ * node;
        const float* plus = ofKept ? own : other;
        const float* minus = ofKept ? other : own;
        for (std::size_t i = 0; i < own_; ++i) to[i] += plus[i] - minus[i];
    }
}

void PrivateStreams::read(int run, int receiver, float* to) const {
    const NodeValues& other = *plans_[run].other;
    const int place = parts_.placeOf(receiver);
    if (parts_.isAdditive()) {
        const int end = graph_.upstream(receiver);
        const Count count = countOf(run, receiver, 0, end);
        const bool ofKept = count.kept < count.patched;
        std::copy_n(ofKept ? other.places.data() + own_ * place : commonPlace(place, run), own_,
                    to);
        addDifferences(run, receiver, 0, end, ofKept, to);
        return;
    }
    // Up to the first slot that is mixed, the stream is that of one of the two runs.
    const bool isKept = (*plans_[run].kept)[graph_.edge(receiver, 0)];
    int slot = 0;
    while (slot < place) {
        const Count count = countOf(run, receiver, parts_.firstOf(slot), parts_.firstOf(slot + 1));
        if ((isKept ? count.patched : count.kept) > 0) break;
        ++slot;
    }
    std::copy_n(isKept ? commonPlace(slot, run) : other.places.data() + own_ * slot, own_, to);
    std::vector<float> sum(own_);
    model::NormRecord record;
    for (; slot < place; ++slot) {
        const int first = parts_.firstOf(slot);
        const int end = parts_.firstOf(slot + 1);
        const Count count = countOf(run, receiver, first, end);
        const bool ofKept = count.kept < count.patched;
        std::copy_n(ofKept ? other.sums.data() + own_ * slot : commonSum(slot, run), own_,
                    sum.begin());
        addDifferences(run, receiver, first, end, ofKept, sum.data());
        parts_.addSlot(slot, to, sum.data(), plans_[run].text.length(), to, record);
    }
}

}  // namespace hw::circuit
