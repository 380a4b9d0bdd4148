// SPDX-License-Identifier: MIT
#include "model/patches/picture_answers.h"

#include "model/run/read_out.h"

namespace hw::model {

std::vector<double> rolledOut(std::span<const std::vector<float>> weights, int heads,
                              std::vector<double> from) {
    const std::size_t n = from.size();
    for (std::size_t layer = weights.size(); layer-- > 0;) {
        std::vector<double> next(n, 0.0);
        for (int head = 0; head < heads; ++head)
            for (std::size_t query = 0; query < n; ++query) {
                const float* row = weights[layer].data() + (std::size_t{1} * head * n + query) * n;
                const double share = 0.5 * from[query] / heads;
                if (share == 0) continue;
                for (std::size_t key = 0; key < n; ++key) next[key] += share * row[key];
            }
        for (std::size_t token = 0; token < n; ++token) next[token] += 0.5 * from[token];
        from = std::move(next);
    }
    return from;
}

PoolAttention poolAttentionOf(const Session& session, const Run& run) {
    const Spec& spec = session.network().spec;
    PoolAttention made;
    if (spec.head.pool != Pool::attention) return made;
    Workspace workspace;
    made.weights = readOut(session.network(), run.trace.batch, run.trace.last(), {}, {}, workspace)
                       .pool.weights;
    std::vector<double> row(run.tokens(), 0.0);
    for (std::size_t i = 0; i < made.weights.size(); ++i)
        row[i % row.size()] += double{made.weights[i]} / spec.heads;
    row = rolledOut(run.trace.weights, spec.heads, std::move(row));
    made.rollout.assign(row.begin(), row.end());
    return made;
}

}  // namespace hw::model
