// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstddef>
#include <utility>

#include "model/ask/relevance.h"
#include "model/experiment/flow_ranking.h"
#include "model/patches/patch_effects.h"
#include "model/patches/picture_answers.h"
#include "model/sight/patch_rows.h"

namespace hw::model {
namespace {

using Rows = std::vector<std::vector<double>>;

/// The numbers of all tokens at the image tokens.
std::vector<double> atImages(const Run& run, std::span<const double> tokens) {
    std::vector<double> made;
    for (const int token : run.imageTokens) made.push_back(tokens[token]);
    return made;
}

/// For each frame its part.
Rows inFrames(const Sight& sight, std::span<const double> tokens) {
    Rows made;
    const std::size_t n = sight.tokensOfFrame;
    for (std::size_t frame = 0; frame < sight.frames.size(); ++frame) {
        const auto part = tokens.subspan(frame * n, n);
        made.emplace_back(part.begin(), part.end());
    }
    return made;
}

/// Without the tokens before the patches.
Rows ofPatches(const Sight& sight, Rows positions) {
    const int leading = sight.tower->spec.leadingTokens();
    for (std::vector<double>& row : positions) row.erase(row.begin(), row.begin() + leading);
    return positions;
}

std::vector<double> rolloutRow(const PatchQuestion& asked) {
    std::vector<double> row(asked.run.tokens(), 0.0);
    row[asked.position()] = 1;
    return rolledOut(asked.run.trace.weights, asked.session.network().spec.heads, std::move(row));
}

Result<std::vector<double>> flowRow(const PatchQuestion& asked, const Stop& stop) {
    std::vector<double> read(asked.run.tokens(), 0.0);
    read[asked.position()] = 1;
    std::vector<Unit> units;
    for (int token = 0; token < asked.run.tokens(); ++token)
        units.push_back({.kind = UnitKind::token, .place = {.key = token}});
    return flowScores(asked.session.toExample(asked.run), read, units, stop);
}

/// Those that need a backward pass.
Result<Rows> gradientScores(const PatchQuestion& asked, PatchMethod method, const Stop& stop) {
    const Run& run = asked.run;
    const Sight& sight = *run.sight;
    const Network& network = asked.session.network();
    const std::size_t n = run.tokens();
    const std::size_t width = network.spec.width;
    const auto gradients = backward(network, run.trace, {&asked.target, 1}, {.stop = stop});
    if (!gradients) return std::unexpected(gradients.error());
    if (method == PatchMethod::gradient) {
        std::vector<double> products;
        for (std::size_t i = 0; i < run.imageTokens.size(); ++i) {
            double sum = 0;
            for (std::size_t at = 0; at < width; ++at)
                sum += double{gradients->embeddings[run.imageTokens[i] * width + at]} *
                       (*sight.rows)[i * width + at];
            products.push_back(sum);
        }
        return inFrames(sight, products);
    }
    const std::vector<float> chefer = cheferRelevance(network.spec, run.trace, *gradients);
    const auto row = chefer.begin() + static_cast<std::ptrdiff_t>(asked.position() * n);
    const std::vector<double> relevance =
        atImages(run, std::vector<double>(row, row + static_cast<std::ptrdiff_t>(n)));
    if (method == PatchMethod::relevance) return inFrames(sight, relevance);
    std::vector<float> rows;
    for (const int token : run.imageTokens) {
        const auto from =
            gradients->embeddings.begin() + static_cast<std::ptrdiff_t>(token * width);
        rows.insert(rows.end(), from, from + static_cast<std::ptrdiff_t>(width));
    }
    auto back = backwardThroughTower(sight, rows, relevance, false, stop);
    if (!back) return std::unexpected(std::move(back.error()));
    if (method == PatchMethod::relevanceTower) return ofPatches(sight, std::move(back->relevance));
    const PictureSpec& picture = *sight.tower->spec.picture;
    Rows made;
    for (std::size_t frame = 0; frame < sight.frames.size(); ++frame) {
        std::vector<double>& sums = made.emplace_back(picture.patches(), 0.0);
        const std::vector<float>& values = sight.frames[frame].seen.prepared.values;
        for (int channel = 0; channel < 3; ++channel)
            for (int y = 0; y < picture.rows() * picture.patch; ++y)
                for (int x = 0; x < picture.columns() * picture.patch; ++x) {
                    const std::size_t at =
                        (std::size_t{1} * channel * picture.height + y) * picture.width + x;
                    sums[y / picture.patch * picture.columns() + x / picture.patch] +=
                        double{values[at]} * back->pixels[frame][at];
                }
    }
    return made;
}

}  // namespace

Result<Rows> patchScores(const PatchQuestion& asked, PatchMethod method, int layer,
                         const Stop& stop) {
    const Run& run = asked.run;
    const Sight& sight = *run.sight;
    switch (method) {
        case PatchMethod::rollout: return inFrames(sight, atImages(run, rolloutRow(asked)));
        case PatchMethod::rolloutTower:
            return ofPatches(sight, throughTower(sight, atImages(run, rolloutRow(asked))));
        case PatchMethod::flow: {
            const auto row = flowRow(asked, stop);
            if (!row) return std::unexpected(row.error());
            return inFrames(sight, atImages(run, *row));
        }
        case PatchMethod::attention: {
            const std::size_t n = run.tokens();
            const int heads = asked.session.network().spec.heads;
            std::vector<double> row(n, 0.0);
            for (int head = 0; head < heads; ++head)
                for (std::size_t key = 0; key < n; ++key)
                    row[key] +=
                        double{run.trace.weights[layer][(head * n + asked.position()) * n + key]} /
                        heads;
            return inFrames(sight, atImages(run, row));
        }
        default: return gradientScores(asked, method, stop);
    }
}

Result<PromptShares> promptShares(const PatchQuestion& asked, const Stop& stop) {
    const Run& run = asked.run;
    const Network& network = asked.session.network();
    PromptShares made;
    made.value = valuesOf(network, run.trace, asked.target).front();
    std::vector<Edits> edits(3);
    const std::vector<double> row = rolloutRow(asked);
    for (int token = 0; token < run.tokens(); ++token) {
        const bool isImage = std::ranges::binary_search(run.imageTokens, token);
        if (!isImage && token != 0 && (token == asked.position() || run.encoding.special[token]))
            continue;
        const std::size_t kind = isImage ? 0 : token == 0 ? 2 : 1;
        edits[kind].hidden.push_back({0, token});
        made.rollout[kind] += row[token];
    }
    const auto values = editedValues(network, run.trace, edits, asked.target, {}, stop);
    if (!values) return std::unexpected(values.error());
    made.pictures = made.value - (*values)[0];
    made.words = made.value - (*values)[1];
    made.sink = made.value - (*values)[2];
    return made;
}

}  // namespace hw::model
