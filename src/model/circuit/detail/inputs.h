// SPDX-License-Identifier: MIT
// How much each token of a text counts for an answer, by methods that papers name. p is the position that is looked at.
#pragma once

#include <span>
#include <vector>

#include "model/circuit/detail/direct.h"

namespace hw::circuit {

/// Information flow routes (Ferrando & Voita 2024, arXiv 2403.00824) of additive networks. A part's importance in a sum
/// y is max(0, |y| - |y - part|), with |.| the sum of absolute values, divided by the sum over all parts.
struct LayerRoutes {
    std::vector<double> heads;        ///< [T][H][T], of each head's source in each query's stream
    std::vector<double> attention;    ///< [T][T], sums over heads
    std::vector<double> residual;     ///< [T]
    std::vector<double> mlp;          ///< [T]
    std::vector<double> mlpResidual;  ///< [T]
};
/// Errors: badArgument for networks that are not additive; cancelled. Cost: O(L H T^2 D).
Result<std::vector<LayerRoutes>> flowRoutes(const Components& parts, const DetailedRun& run,
                                            const model::Stop& stop = {});
struct RouteEdge {
    enum class Kind { mlp, attention, residual };
    int layer = 0;
    Kind kind = Kind::attention;
    int query = 0;
    int key = 0;
};
struct KeptRoutes {
    std::vector<RouteEdge> edges;  ///< from the last layer down
    std::vector<int> reached;      ///< tokens
};
/// The edges above a threshold that lead to a position, from above down. `ahead`: queries see later tokens.
KeptRoutes keptRoutes(const std::vector<LayerRoutes>& layers, int position, double threshold);

/// ALTI-Logit (Ferrando et al. 2023, arXiv 2305.12535): the direct shares of each layer's sources, traced down by ALTI
/// matrices [L][T][T], and that of the embedding at p. MLPs and constants are not traced.
std::vector<double> altiLogit(const Graph& graph, const DirectContributions& direct,
                              std::span<const float> alti, int position);

/// MACS (Lan et al. 2025, arXiv 2509.17178): for each source of p the product over layers of the largest weight of any
/// head, at least `floor`; and its z-score.
struct Macs {
    std::vector<double> logProducts;
    std::vector<double> z;
};
Macs macs(const DetailedRun& run, const Graph& graph, int position, std::span<const int> sources,
          double floor = 1e-6);

/// TokenRank (Erel et al. 2025, arXiv 2507.17657): the stationary distribution of alpha A + (1 - alpha) / n for the
/// mean A over the heads of a layer.
std::vector<double> tokenRank(const DetailedRun& run, const Graph& graph, int layer,
                              double alpha = 0.99);

/// LeGrad (Bousselham et al. 2024, arXiv 2404.03214): for each layer the positive part of the derivative of the answer's
/// logit, read from the stream that leaves the layer, by the layer's attention, mean over heads and queries. [L][T].
/// Cost: a layer's backward pass and a read-out for each layer.
Result<std::vector<double>> leGrad(const Components& parts, const model::TextInput& text,
                                   int answer, int position, const model::Stop& stop = {});

}  // namespace hw::circuit
