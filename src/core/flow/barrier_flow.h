// SPDX-License-Identifier: MIT
// The flow of a layered network that a logarithmic barrier makes unique, by a primal-dual Newton method.
#pragma once

#include <span>
#include <vector>

#include "core/flow/envelope_cholesky.h"
#include "core/matrix/matrix.h"

namespace hw {

/// Minimises -f_return - mu sum_e [log f_e + log(u_e - f_e)] over the flows of a layered network: a super source feeds
/// the chosen tokens of the top level, every input drains into a super target, and an edge returns from there. Edges
/// without capacity and nodes on no path from source to target are ignored.
///
/// Each step solves the normal equations of one Newton step, whose Laplacian is block-tridiagonal over the
/// layers, by Cholesky factorisation. Double throughout; about ten steps, up to twenty if capacities span
/// many powers of ten. Cost of a step: 7/3 n^3 flops per layer. Memory: 9 n^2 doubles per layer.
class FlowBarrier {
public:
    /// `layers` are capacities [query][key] >= 0 and finite, n * n each, layer 0 nearest the inputs, at least one.
    /// `isSource` has one entry per token of the top level. `terminal` > 0 is the capacity of each edge of super source
    /// and super target. mu > 0 is the weight of the barrier, in the units of the capacities.
    FlowBarrier(std::span<const std::vector<double>> layers, const std::vector<bool>& isSource,
                double terminal, double mu);

    /// One Newton step. True once the method has converged, or rounding prevents further progress.
    bool step();
    /// The flow from each input to the target, n values; 0 for inputs that no flow reaches.
    std::vector<double> values() const;
    /// Upper bound of the duality gap (maximum flow - sum of values()), which is 2 mu for each edge that is kept.
    double gapBound() const { return 2.0 * mu_ * edges_; }
    int steps() const { return steps_; }

private:
    using Array = Eigen::Array<double, Eigen::Dynamic, 1>;
    using Nodes = Eigen::VectorXd;
    /// Edges between two levels, or of a terminal, with flow and slack, their multipliers, and temporaries.
    struct Edges {
        Array kept;  // 1 or 0
        Array flow, slack, low, high;
        Array theta, push;  // of a step, D and h - B'dy
        double cost = 0.0;
        void open(const Array& capacities, const Array& isKept, double mu);
        double complementarity() const;
        void prepare(const Array& difference, double mu);
        Array wanted() const { return kept * flow + theta * push; }
        void limit(double mu, double& primal, double& dual, double& change) const;
        void move(double mu, double primal, double dual);
        Array flowStep() const { return theta * push; }
    };
    template <class Visit>
    void each(Visit visit);
    /// Head minus tail of `by` on every edge.
    template <class Take>
    void differences(const Nodes& by, Take take);
    void factorise();
    std::vector<int> ends() const;
    /// Nodes count from the inputs up, n per level, and the last is the super source. The target's potential is 0.
    int top() const { return (count_ + 1) * n_; }

    int n_;
    int count_;  // layers
    double mu_;
    double now_;  // the barrier weight of the current step, approaching mu_
    double edges_ = 0;
    int steps_ = 0;
    bool isEmpty_ = false;
    std::vector<Edges> layers_;
    Edges sources_, sinks_, back_;
    EnvelopeCholesky laplacian_;
    Nodes potentials_;
    Nodes rest_;  // right-hand side, then the step of the potentials
};

}  // namespace hw
