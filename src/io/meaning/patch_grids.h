// SPDX-License-Identifier: MIT
// How a number of tokens may be read as the patches of a picture.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"

namespace hw::io {

/// A grid of patches, or of `frames` of them one after the other.
struct GivenGrid {
    int frames = 1;
    PatchGrid grid;
    bool operator==(const GivenGrid&) const = default;
};

/// "14x14", "14x14@1", "8x14x14@1"; without @ the patches come last. Nothing if it is no such text, or if the patches
/// are not `tokens` at most.
std::optional<GivenGrid> readGivenGrid(std::string_view text, int tokens);

/// Grids that `tokens` tokens may be, the likeliest first, at most six: after a class token (ViT), after class and
/// distillation token (DeiT), after class token and four registers (DINOv2), from the first token on (Swin, SigLIP), after
/// class token and eight registers. Squares of 2 x 2 patches and more come first: most models look at a square. Then grids
/// whose columns and rows are as `aspect` (width through height; 0: not known) within 8 %; of an oblong picture (beyond 5:4)
/// before squares from the first token on. Patches are at least three times as many as the tokens before them.
/// O(sqrt(tokens)).
std::vector<PatchGrid> patchGrids(int tokens, double aspect);

/// Tokens in a row that stand for patches.
struct PatchRun {
    int first = 0;
    int count = 0;
};

/// Where tokens are named as patches are: "r0c0", "patch_3", "p3", or one placeholder again and again ("<image>",
/// "<|image_pad|>"), four and more in a row. O(tokens).
std::vector<PatchRun> patchRuns(const std::vector<std::string>& tokens);

/// What the tokens before the patches are called where the file has no names: "[CLS]", "[DIST]", "[REG1]", ...
std::vector<std::string> namesBefore(int tokens);

}  // namespace hw::io
