// SPDX-License-Identifier: MIT
#include "core/flow/barrier_flow.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

constexpr double towardsEdge = 0.99;  ///< how far a step may go to where a flow would be 0 or full
constexpr double shrinking = 0.1;     ///< of the barrier from step to step
constexpr double firstBarrier = 0.1;
constexpr double smallChange = 1e-6;  ///< relative; the next step's would be its square
constexpr int mostSteps = 200;

using Array = Eigen::Array<double, Eigen::Dynamic, 1>;

/// The longest step, at most 1, that keeps `values` above 0.
double room(const Array& values, const Array& step) {
    double most = 1.0;
    for (Eigen::Index i = 0; i < values.size(); ++i) {
        if (step[i] < 0.0) most = std::min(most, -towardsEdge * values[i] / step[i]);
    }
    return most;
}

}  // namespace

// --- edges ----------------------------------------------------------------------------------------

void FlowBarrier::Edges::open(const Array& capacities, const Array& isKept, double mu) {
    kept = isKept;
    flow = (kept > 0.0).select(capacities / 2.0, 1.0);
    slack = flow;
    low = mu / flow;
    high = low;
}

double FlowBarrier::Edges::complementarity() const {
    return (kept * (flow * low + slack * high)).sum();
}

void FlowBarrier::Edges::prepare(const Array& difference, double mu) {
    theta = kept / (low / flow + high / slack);
    push = mu / flow - mu / slack - (cost + difference);
}

void FlowBarrier::Edges::limit(double mu, double& primal, double& dual, double& change) const {
    const Array step = flowStep();
    primal = std::min({primal, room(flow, step), room(slack, -step)});
    dual = std::min({dual, room(low, kept * (mu - flow * low - low * step) / flow),
                     room(high, kept * (mu - slack * high + high * step) / slack)});
    if (step.size() > 0) change = std::max(change, (step / flow.min(slack)).abs().maxCoeff());
}

void FlowBarrier::Edges::move(double mu, double primal, double dual) {
    const Array step = flowStep();
    const Array lowStep = kept * (mu - flow * low - low * step) / flow;
    const Array highStep = kept * (mu - slack * high + high * step) / slack;
    flow += primal * step;
    slack -= primal * step;
    low += dual * lowStep;
    high += dual * highStep;
}

// --- the network ----------------------------------------------------------------------------------

template <class Visit>
void FlowBarrier::each(Visit visit) {
    for (Edges& edges : layers_) visit(edges);
    visit(sources_);
    visit(sinks_);
    visit(back_);
}

FlowBarrier::FlowBarrier(std::span<const std::vector<double>> layers,
                         const std::vector<bool>& isSource, double terminal, double mu)
    : n_(static_cast<int>(isSource.size())),
      count_(static_cast<int>(layers.size())),
      mu_(mu),
      now_(std::max(mu, firstBarrier)),
      layers_(layers.size()),
      laplacian_(ends()) {
    using Marks = Eigen::Array<bool, Eigen::Dynamic, 1>;
    const auto capacity = [&](int layer, int query, int key) {
        return layers[layer][std::size_t{1} * query * n_ + key];
    };
    std::vector<Marks> reached(count_ + 1, Marks::Constant(n_, false));
    for (int token = 0; token < n_; ++token) reached[count_][token] = isSource[token];
    for (int layer = count_ - 1; layer >= 0; --layer) {
        for (int query = 0; query < n_; ++query) {
            if (!reached[layer + 1][query]) continue;
            for (int key = 0; key < n_; ++key)
                reached[layer][key] |= capacity(layer, query, key) > 0.0;
        }
    }
    // All inputs drain, so every reached token that leads to an input is kept.
    for (int layer = 0; layer < count_; ++layer) {
        for (int query = 0; query < n_; ++query) {
            bool leads = false;
            for (int key = 0; key < n_; ++key)
                leads |= reached[layer][key] && capacity(layer, query, key) > 0.0;
            reached[layer + 1][query] = reached[layer + 1][query] && leads;
        }
    }
    isEmpty_ = !reached[count_].any();
    double all = 0.0;
    const auto open = [&](Edges& edges, const Array& capacities, const Array& kept) {
        edges.open(capacities, kept, now_);
        all += (kept * capacities).sum();
        edges_ += kept.sum();
    };
    for (int layer = 0; layer < count_; ++layer) {
        const Array capacities =
            Eigen::Map<const Array>(layers[layer].data(), std::ssize(layers[layer]));
        Array kept(capacities.size());
        for (int query = 0; query < n_; ++query) {
            for (int key = 0; key < n_; ++key) {
                const bool is = reached[layer + 1][query] && reached[layer][key] &&
                                capacity(layer, query, key) > 0.0;
                kept[query * n_ + key] = is ? 1.0 : 0.0;
            }
        }
        open(layers_[layer], capacities, kept);
    }
    const Array terminals = Array::Constant(n_, terminal);
    open(sources_, terminals, reached[count_].cast<double>());
    open(sinks_, terminals, reached[0].cast<double>());
    open(back_, Array::Constant(1, all), Array::Ones(1));
    back_.cost = -1.0;
    potentials_ = Nodes::Zero(top() + 1);
    rest_ = potentials_;
}

// --- a step ---------------------------------------------------------------------------------------

std::vector<int> FlowBarrier::ends() const {
    std::vector<int> ends;
    for (int node = 0; node <= top(); ++node)
        ends.push_back(node < count_ * n_ ? (node / n_ + 2) * n_ : top() + 1);
    return ends;
}

void FlowBarrier::factorise() {
    // A node that is not in use is on its own with 1. The small excess keeps rounding from making a pivot 0.
    constexpr double excess = 1.0 + 1e-14;
    Nodes diagonal = Nodes::Zero(top() + 1);
    laplacian_.setZero();
    const auto join = [&](int lower, int upper, double theta) {
        diagonal[lower] += theta;
        diagonal[upper] += theta;
        laplacian_.row(lower)[upper - lower] = -theta;
    };
    for (int layer = 0; layer < count_; ++layer) {
        for (int query = 0; query < n_; ++query) {
            const int upper = (layer + 1) * n_ + query;
            for (int key = 0; key < n_; ++key)
                join(layer * n_ + key, upper, layers_[layer].theta[query * n_ + key]);
        }
    }
    for (int token = 0; token < n_; ++token) {
        diagonal[token] += sinks_.theta[token];
        join(count_ * n_ + token, top(), sources_.theta[token]);
    }
    diagonal[top()] += back_.theta[0];
    for (int node = 0; node <= top(); ++node)
        laplacian_.row(node)[0] = diagonal[node] > 0.0 ? diagonal[node] * excess : 1.0;
    laplacian_.factorise();
}

template <class Take>
void FlowBarrier::differences(const Nodes& by, Take take) {
    Array between(n_ * n_);
    for (int layer = 0; layer < count_; ++layer) {
        for (int query = 0; query < n_; ++query)
            between.segment(query * n_, n_) =
                by.segment(layer * n_, n_).array() - by[(layer + 1) * n_ + query];
        take(layers_[layer], between);
    }
    take(sources_, by.segment(count_ * n_, n_).array() - by[top()]);
    take(sinks_, -by.head(n_).array());
    take(back_, Array::Constant(1, by[top()]));
}

bool FlowBarrier::step() {
    if (isEmpty_) return true;
    double sum = 0.0;
    each([&](Edges& edges) { sum += edges.complementarity(); });
    now_ = std::max(mu_, std::min(now_, shrinking * sum / (2.0 * edges_)));
    differences(potentials_,
                [&](Edges& edges, const Array& difference) { edges.prepare(difference, now_); });
    // What flows into each node beyond what leaves it, after the step of the flows.
    rest_.setZero();
    for (int layer = 0; layer < count_; ++layer) {
        const Array wanted = layers_[layer].wanted();
        for (int query = 0; query < n_; ++query) {
            const auto row = wanted.segment(query * n_, n_).matrix();
            rest_.segment(layer * n_, n_) += row;
            rest_[(layer + 1) * n_ + query] -= row.sum();
        }
    }
    const Array fed = sources_.wanted();
    rest_.segment(count_ * n_, n_) += fed.matrix();
    rest_.head(n_) -= sinks_.wanted().matrix();
    rest_[top()] = back_.wanted()[0] - fed.sum();
    factorise();
    laplacian_.solve(std::span(rest_.data(), rest_.size()));
    differences(rest_, [](Edges& edges, const Array& difference) { edges.push -= difference; });
    double primal = 1.0;
    double dual = 1.0;
    double change = 0.0;
    each([&](Edges& edges) { edges.limit(now_, primal, dual, change); });
    if (!std::isfinite(change)) return true;  // singular to rounding, so keep the last state
    each([&](Edges& edges) { edges.move(now_, primal, dual); });
    potentials_ += dual * rest_;
    ++steps_;
    const bool isWhole = now_ == mu_ && primal == 1.0 && dual == 1.0;
    return (isWhole && change < smallChange) || steps_ == mostSteps;
}

std::vector<double> FlowBarrier::values() const {
    std::vector<double> values(n_, 0.0);
    for (int token = 0; token < n_ && !isEmpty_; ++token)
        values[token] = sinks_.kept[token] * sinks_.flow[token];
    return values;
}

}  // namespace hw
