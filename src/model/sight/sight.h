// SPDX-License-Identifier: MIT
// Pictures as a model of next words reads them: frames through a tower and a connector to the vectors of image tokens
// (LLaVA, Idefics3), and gradients and attention back to the patches.
//
// F frames, N positions of the tower (patches, with CLIP after a class token), n image tokens of a frame, D features of
// the decoder.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/network/network.h"
#include "model/pictures/prepare.h"
#include "model/run/run.h"

namespace hw::model {

/// One frame in a prompt.
struct Frame {
    int image = 0;  ///< the picture, from 0
    PictureFrame seen;
};

/// The pictures of a prompt. Immutable once made.
struct Sight {
    std::shared_ptr<const Network> tower;
    std::vector<Frame> frames;
    int tokensOfFrame = 0;
    /// The tower's run of each frame, with streams; with weights if all of them have at most mostWeights numbers.
    std::vector<Trace> traces;
    /// Each frame's rollout of the tower (Abnar & Zuidema 2020, residual 0.5), [N][N], accumulated during the run.
    std::vector<std::vector<float>> rollouts;
    std::shared_ptr<const std::vector<float>> rows;  ///< the image tokens, [F n][D]

    static constexpr std::size_t mostWeights = std::size_t{1} << 24;
    int positions() const { return tower->spec.positions; }
    bool hasWeights() const { return !traces.empty() && !traces.front().weights.empty(); }
};

struct SightOptions {
    /// Rollouts are computed unless they are not needed, as with wiped patches.
    bool hasRollouts = true;
    Progress progress = {};
    Stop stop = {};
};

/// Runs frames through the tower. Errors: those of forward(). Cost: the tower for each frame.
Result<Sight> seen(std::shared_ptr<const Network> tower, std::vector<Frame> frames,
                   const SightOptions& options = {});

/// The decoder's input: image tokens become the sight's rows (TextInput::rows), other ids stay. Only the first F n image
/// tokens are places of pictures, because a model may write one itself.
TextInput inputWithPictures(const std::vector<int>& ids, int token, int vocabulary,
                            const Sight& sight);
/// The attention weights of a layer of the tower for a frame, [H][N][N], recomputed if they were not kept. Errors: as
/// forward().
Result<std::vector<float>> towerAttention(const Sight& sight, int frame, int layer);

/// The rollout of a stack (Abnar & Zuidema 2020, residual 0.5), [n][n], from each layer's weights [H][n][n]. Cost: O(L
/// n^3).
std::vector<float> rolloutOf(std::span<const std::vector<float>> weights, int heads, int n);

/// Shares of image tokens, [F][n], spread equally over the positions that each is made of: [F][N].
std::vector<std::vector<double>> spread(const Sight& sight, std::span<const double> tokens);
/// The same, and on through the rollout of each frame's tower. The sum stays.
std::vector<std::vector<double>> throughTower(const Sight& sight, std::span<const double> tokens);

/// Gradients of a number by the pictures, from those by the image tokens.
struct SightGradients {
    /// Relevance (Chefer et al. 2021): rows times the product of I + mean over heads of max(0, A dA), [F][N].
    std::vector<std::vector<double>> relevance;
    /// By the patches' vectors before positions are added, [F][N][D of the tower].
    std::vector<std::vector<float>> patches;
    std::vector<std::vector<float>> pixels;  ///< by normalised pixels, [F][3][height][width]
    /// By the tower's attention, [F][L][H][N][N]; empty unless requested.
    std::vector<std::vector<std::vector<float>>> weights;
};
/// `gradient` is by the image tokens, [F n][D], and `tokens` their relevance in the decoder, [F n]. Cost: the tower
/// twice for each frame.
Result<SightGradients> backwardThroughTower(const Sight& sight, std::span<const float> gradient,
                                            std::span<const double> tokens, bool keepsWeights,
                                            const Stop& stop = {});

/// A prompt with its placeholders `<image>` expanded.
struct ExpandedPrompt {
    std::string text;
    /// For each placeholder, its range in the prompt and the size of its expansion, in bytes.
    struct Part {
        std::size_t at = 0;
        std::size_t placeholder = 0;
        std::size_t expansion = 0;
    };
    std::vector<Part> parts;
};
/// Expands the placeholders in the order of the pictures; `frames` are those of all pictures in order. With `isFramed`
/// as Idefics3 does, with tokens that name tiles. `image` is the image token's text. Errors: badArgument if the numbers
/// of placeholders and pictures differ.
Result<ExpandedPrompt> expandPrompt(std::string_view prompt, std::span<const Frame> frames,
                                    int pictures, int tokensOfFrame, bool isFramed,
                                    std::string_view image);

}  // namespace hw::model
