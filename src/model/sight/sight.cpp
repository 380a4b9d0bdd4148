// SPDX-License-Identifier: MIT
#include "model/sight/sight.h"

#include <algorithm>
#include <utility>

#include "model/kernel/linear.h"
#include "model/kernel/products.h"
#include "model/run/read_out.h"
#include "model/sight/patch_rows.h"

namespace hw::model {
namespace {

std::vector<float> identity(int n) {
    std::vector<float> made(std::size_t{1} * n * n, 0.0F);
    for (int i = 0; i < n; ++i) made[std::size_t{1} * i * n + i] = 1;
    return made;
}

/// A' = 0.5 mean over heads of A + 0.5 I.
std::vector<float> mixed(const std::vector<float>& weights, int heads, int n) {
    std::vector<float> made(std::size_t{1} * n * n, 0.0F);
    const float share = 0.5F / static_cast<float>(heads);
    for (std::size_t at = 0; at < weights.size(); ++at)
        made[at % made.size()] += share * weights[at];
    for (int i = 0; i < n; ++i) made[std::size_t{1} * i * n + i] += 0.5F;
    return made;
}

/// rollout = mixed * rollout, [n][n].
void advance(std::vector<float>& rollout, const std::vector<float>& mixedRows, int n,
             Workspace& workspace) {
    std::vector<float> next(rollout.size());
    auto weight = Weight::ofFloats(n, n, rollout, false);
    if (!weight) return;
    linearBackward(mixedRows.data(), n, *weight, next.data(), workspace);
    rollout = std::move(next);
}

}  // namespace

std::vector<float> rolloutOf(std::span<const std::vector<float>> weights, int heads, int n) {
    Workspace workspace;
    std::vector<float> rollout = identity(n);
    for (const std::vector<float>& layer : weights)
        advance(rollout, mixed(layer, heads, n), n, workspace);
    return rollout;
}

Result<Sight> seen(std::shared_ptr<const Network> tower, std::vector<Frame> frames,
                   const SightOptions& options) {
    const Spec& spec = tower->spec;
    Sight made;
    made.tokensOfFrame = static_cast<int>(spec.head.groups.size());
    const int n = spec.positions;
    const std::size_t weights = std::size_t{1} * frames.size() * spec.layers.size() * spec.heads *
                                static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    const bool keeps = weights <= Sight::mostWeights;
    std::vector<float> rows;
    Workspace workspace;
    for (std::size_t frame = 0; frame < frames.size(); ++frame) {
        std::vector<float> rollout;
        if (options.hasRollouts) rollout = identity(n);
        ForwardOptions forwards{.keepsWeights = keeps, .stop = options.stop};
        if (options.hasRollouts)
            forwards.seeWeights = [&](int, const std::vector<float>& own) {
                advance(rollout, mixed(own, spec.heads, n), n, workspace);
            };
        if (options.progress)
            forwards.progress = [&](double part) {
                options.progress((static_cast<double>(frame) + part) /
                                 static_cast<double>(frames.size()));
            };
        auto trace =
            forward(*tower, {pictureInput(*tower, frames[frame].seen.prepared.values)}, forwards);
        if (!trace) return std::unexpected(std::move(trace.error()));
        const ReadOut out = readOut(*tower, trace->batch, trace->last(), {}, {}, workspace);
        rows.insert(rows.end(), out.values.begin(), out.values.end());
        made.traces.push_back(std::move(*trace));
        if (options.hasRollouts) made.rollouts.push_back(std::move(rollout));
    }
    if (auto good = checkFinite(rows); !good) return std::unexpected(std::move(good.error()));
    made.rows = std::make_shared<const std::vector<float>>(std::move(rows));
    made.frames = std::move(frames);
    made.tower = std::move(tower);
    return made;
}

TextInput inputWithPictures(const std::vector<int>& ids, int token, int vocabulary,
                            const Sight& sight) {
    TextInput input;
    input.ids = ids;
    input.rows = sight.rows;
    const int places = static_cast<int>(sight.frames.size()) * sight.tokensOfFrame;
    int next = 0;
    for (int& id : input.ids)
        if (id == token && next < places) id = vocabulary + next++;
    return input;
}

Result<std::vector<float>> towerAttention(const Sight& sight, int frame, int layer) {
    const Trace& trace = sight.traces[frame];
    if (!trace.weights.empty() && !trace.weights[layer].empty()) return trace.weights[layer];
    Pass pass(*sight.tower, trace.batch, std::span<const Edits>());
    LayerRecord record;
    record.entering = trace.streams[layer];
    pass.layer(layer, record);
    return std::move(record.attention.weights);
}

std::vector<std::vector<double>> spread(const Sight& sight, std::span<const double> tokens) {
    std::vector<std::vector<double>> made;
    const auto& groups = sight.tower->spec.head.groups;
    for (std::size_t frame = 0; frame < sight.frames.size(); ++frame) {
        std::vector<double>& row = made.emplace_back(sight.positions(), 0.0);
        for (std::size_t token = 0; token < groups.size(); ++token)
            for (const int position : groups[token])
                row[position] += tokens[frame * groups.size() + token] /
                                 static_cast<double>(groups[token].size());
    }
    return made;
}

std::vector<std::vector<double>> throughTower(const Sight& sight, std::span<const double> tokens) {
    std::vector<std::vector<double>> made = spread(sight, tokens);
    const std::size_t n = sight.positions();
    for (std::size_t frame = 0; frame < made.size(); ++frame) {
        std::vector<double> row(n, 0.0);
        for (std::size_t from = 0; from < n; ++from) {
            const double share = made[frame][from];
            if (share == 0) continue;
            const float* own = sight.rollouts[frame].data() + from * n;
            for (std::size_t to = 0; to < n; ++to) row[to] += share * own[to];
        }
        made[frame] = std::move(row);
    }
    return made;
}

Result<SightGradients> backwardThroughTower(const Sight& sight, std::span<const float> gradient,
                                            std::span<const double> tokens, bool keepsWeights,
                                            const Stop& stop) {
    const Network& tower = *sight.tower;
    const Spec& spec = tower.spec;
    const std::size_t n = sight.positions();
    const std::size_t own = gradient.size() / std::max<std::size_t>(sight.frames.size(), 1);
    SightGradients made;
    made.relevance = spread(sight, tokens);
    Workspace workspace;
    for (std::size_t frame = 0; frame < sight.frames.size(); ++frame) {
        const Trace& trace = sight.traces[frame];
        const ReadOut out = readOut(tower, trace.batch, trace.last(), {}, {}, workspace);
        std::vector<double>& row = made.relevance[frame];
        std::vector<std::vector<float>> kept(keepsWeights ? spec.layers.size() : 0);
        const auto see = [&](int layer, const std::vector<float>& weights,
                             const std::vector<float>& gradients) {
            std::vector<double> next = row;
            for (std::size_t at = 0; at < weights.size(); ++at) {
                const float product = weights[at] * gradients[at];
                if (product > 0) next[at % n] += row[at / n % n] * product / spec.heads;
            }
            row = std::move(next);
            if (keepsWeights) kept[layer] = gradients;
        };
        auto back = backwardFrom(tower, trace,
                                 readOutBackward(tower, trace.batch, out, {},
                                                 gradient.subspan(frame * own, own), workspace),
                                 {.seeGradients = see, .stop = stop});
        if (!back) return std::unexpected(std::move(back.error()));
        made.pixels.push_back(pixelGradients(tower, back->embeddings));
        const std::ptrdiff_t leading = std::ptrdiff_t{1} * spec.leadingTokens() * spec.width;
        made.patches.emplace_back(back->embeddings.begin() + leading, back->embeddings.end());
        if (keepsWeights) made.weights.push_back(std::move(kept));
    }
    return made;
}

}  // namespace hw::model
