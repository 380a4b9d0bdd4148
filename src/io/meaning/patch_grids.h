// SPDX-License-Identifier: MIT
// Possible readings of a number of tokens as the patches of a picture.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"

namespace hw::io {

/// A grid of patches, or of `frames` of them one after the other.
struct FrameGrid {
    int frames = 1;
    PatchGrid grid;
    bool operator==(const FrameGrid&) const = default;
};

/// "14x14", "14x14@1", "8x14x14@1". Without @ the patches come last. Nothing for other texts, or for more patches than
/// `tokens`.
std::optional<FrameGrid> readFrameGrid(std::string_view text, int tokens);

/// Possible grids of `tokens` tokens, the likeliest first, at most six. Patches come after a class token (ViT), after
/// class and distillation token (DeiT), after class token and four registers (DINOv2), from the first token on (Swin,
/// SigLIP), or after class token and eight registers. Squares of 2 x 2 patches and more come first, since most models
/// look at a square. Then come grids whose columns and rows fit `aspect` (width through height, 0 if unknown) within 8
/// %. For an oblong picture (beyond 5:4) these come before squares from the first token on. Patches are at least three
/// times as many as the tokens before them. O(sqrt(tokens)).
std::vector<PatchGrid> patchGrids(int tokens, double aspect);

/// Consecutive tokens that represent patches.
struct PatchRun {
    int first = 0;
    int count = 0;
};

/// Runs of tokens with names of patches, such as "r0c0", "patch_3", "p3", or one repeated placeholder ("<image>",
/// "<|image_pad|>"), at least four in a row. O(tokens).
std::vector<PatchRun> patchRuns(const std::vector<std::string>& tokens);

/// Names of the tokens before the patches if the file has none, "[CLS]", "[DIST]", "[REG1]", ...
std::vector<std::string> namesBefore(int tokens);

}  // namespace hw::io
