// SPDX-License-Identifier: MIT
// Networks that no model produces, on which a maximum flow must be right all the same.
#pragma once

#include <cmath>
#include <vector>

#include "core/flow/flow_graphs.h"

namespace flow_graphs {

// By number, dense, uniform, permutations, identity, hard, tiny, denormal, ties, causal, a sink, ...
inline Layers strange(int kind, int layerCount, int n, Random& random) {
    Layers layers;
    for (int l = 0; l < layerCount; ++l) {
        std::vector<double> m(n * n, 0.0);
        const auto at = [&](int q, int k) -> double& { return m[q * n + k]; };
        for (int q = 0; q < n; ++q) {
            for (int k = 0; k < n; ++k) {
                switch (kind) {
                    case 0: at(q, k) = random.uniform(); break;                       // dense
                    case 1: at(q, k) = 1.0 / n; break;                                // all uniform
                    case 2: at(q, k) = k == (q + 1 + l) % n ? 1.0 : 0.0; break;       // permutation
                    case 3: at(q, k) = q == k ? 1.0 : 0.0; break;                     // identity
                    case 4: at(q, k) = random.below(3) == 0 ? 1.0 : 0.0; break;       // hard 0/1
                    case 5: at(q, k) = random.uniform() * 1e-30; break;               // tiny
                    case 6: at(q, k) = 4.9e-324 * random.below(5); break;             // denormal
                    case 7: at(q, k) = random.below(4) * 0.25; break;                 // ties
                    case 8: at(q, k) = k <= q ? random.uniform() : 0.0; break;        // causal
                    case 9: at(q, k) = k == 0 ? 0.9 : 0.1 * random.uniform(); break;  // a sink
                    case 10: at(q, k) = std::exp(-20.0 * random.uniform()); break;    // many scales
                    case 11: at(q, k) = random.below(4) ? 0.0 : random.uniform(); break;  // sparse
                    case 12:
                        at(q, k) =
                            k <= q && random.below(2) ? std::exp(8.0 * random.normal()) : 0.0;
                        break;
                    case 13:
                        at(q, k) = random.below(n) == 0 ? 1e30 : 1e-5 * random.uniform();
                        break;
                    case 14:
                        at(q, k) = q == 0 ? 0.0 : random.below(2) * 1.0;
                        break;  // a row of zeros
                    default:
                        at(q, k) = k == q ? 0.5 : 0.5 / n * (1 + random.below(2));
                        break;  // near ties
                }
            }
        }
        layers.push_back(std::move(m));
    }
    return layers;
}
constexpr int strangeKinds = 16;

// Networks of trained models, unchanged or spoilt by missing edges, rows of any sum, ties, hard attention.
inline Layers spoilt(int layers, int n, Random& random) {
    Layers result = modelLike(layers, n, random.below(2) == 0, random.bits());
    const int kind = random.below(6);
    for (auto& matrix : result) {
        for (double& value : matrix) {
            switch (kind) {
                case 1: value *= random.uniform() < 0.3 ? 0.0 : 1.0; break;
                case 2: value *= 0.3 + 2.0 * random.uniform(); break;
                case 3: value = std::round(value * 64) / 64; break;
                case 4: value = value > 0.0 && random.below(4) == 0 ? 1.0 : 0.0; break;
                case 5: value *= std::exp(-30.0 * random.uniform()); break;
                default: break;
            }
        }
    }
    return result;
}

}  // namespace flow_graphs
