// SPDX-License-Identifier: MIT
#include "cli/model/picture_tensors.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "model/patches/picture_answers.h"

namespace hw::cli {

void addTowers(TensorFile& file, const model::Session& session, const model::Run& run) {
    const model::PoolAttention pool = model::poolAttentionOf(session, run);
    const int n = run.tokens();
    file.add("pool.attention", {session.network().spec.heads, 1, n}, pool.weights);
    file.add("picture.rollout", {n}, pool.rollout);
    const model::HeadSpec& head = session.network().spec.head;
    if (session.textTower() == nullptr || head.labels.empty()) return;
    const auto text = session.runTowerText(head.labels.front());
    if (!text) return;
    const model::Spec& spec = session.textTower()->spec;
    const int m = text->tokens();
    file.texts.emplace_back("text_ids", listText(text->encoding.ids));
    file.add("text.attention", {spec.layerCount(), spec.heads, m, m},
             concatenate(text->trace.weights));
    file.add("text.hidden", {spec.layerCount() + 1, m, spec.width},
             concatenate(text->trace.streams));
}

void addSight(TensorFile& file, const model::Run& run, const model::Spec& text) {
    const model::Sight& sight = *run.sight;
    const model::Spec& spec = sight.tower->spec;
    const int frames = static_cast<int>(sight.frames.size());
    const int n = sight.positions();
    if (frames == 0) return;
    std::vector<float> pixels;
    std::vector<float> weights;
    std::vector<float> streams;
    const bool isSmall =
        std::size_t{1} * frames * spec.layers.size() * spec.heads * n * n <= std::size_t{1} << 28;
    for (int frame = 0; frame < frames; ++frame) {
        const std::vector<float>& values = sight.frames[frame].seen.prepared.values;
        pixels.insert(pixels.end(), values.begin(), values.end());
        for (const auto& stream : sight.traces[frame].streams)
            streams.insert(streams.end(), stream.begin(), stream.end());
        for (int layer = 0; isSmall && layer < spec.layerCount(); ++layer)
            if (const auto own = model::towerAttention(sight, frame, layer))
                weights.insert(weights.end(), own->begin(), own->end());
    }
    file.add("pixels", {frames, 3, spec.picture->height, spec.picture->width}, std::move(pixels));
    file.add("vision.attention", {frames, spec.layerCount(), spec.heads, n, n}, std::move(weights));
    file.add("vision.hidden", {frames, spec.layerCount() + 1, n, spec.width}, std::move(streams));
    file.add("connector", {frames, sight.tokensOfFrame, text.width}, *sight.rows);
    const int m = run.tokens();
    const std::vector<float> rollout = model::rolloutOf(run.trace.weights, text.heads, m);
    std::vector<float> whole;
    for (int query = 0; query < m; ++query) {
        std::vector<double> tokens;
        for (const int token : run.imageTokens)
            tokens.push_back(rollout[std::size_t{1} * query * m + token]);
        for (const auto& frame : model::throughTower(sight, tokens))
            whole.insert(whole.end(), frame.begin(), frame.end());
    }
    file.add("text.rollout", {m, m}, rollout);
    file.add("picture.rollout", {m, frames, n}, std::move(whole));
}

}  // namespace hw::cli
