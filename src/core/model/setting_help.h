// SPDX-License-Identifier: MIT
// The --help texts for the options of settings (core/model/setting_fields.h), apart from their table, which most of the
// program includes.
#pragma once

#include <string_view>

namespace hw {

/// The --help text of each option, in order. Lines after the first are indented when they are printed.
struct SettingHelp {
    std::string_view option;
    std::string_view value;
    std::string_view text;
};
inline constexpr SettingHelp settingHelp[] = {
    {"fusion", "HOW",
     "how heads become one matrix: mean (default), max, min, gradient-norm\n"
     "gradient-norm: a mean weighted by the size of each head's gradients in its layer (GMAR "
     "2025)"},
    {"gradient-norm", "l2|l1", "that size of gradients; default l2"},
    {"heads", "LIST", "which heads: all, or numbers such as 0,2,5-7"},
    {"head-of-layer", "L:H",
     "in layer L (from 1) head H (from 0) alone\n"
     "over all layers below it as they are fused (Abnar & Zuidema 2020, Appendix A.1)"},
    {"heads-at", "LIST",
     "heads of individual layers: \"4:0.2.5;6:max;7:0.1:w1,3\"\n"
     "LAYER:PART:..., with ; between layers; a part is heads, a fusion or weights (layers from 1,\n"
     "heads from 0)"},
    {"head-weights", "LIST", "a weighted mean: one number for each chosen head"},
    {"residual", "A",
     "a in a*I + (1-a)*W, 0 to 1, default 0.5; or fixed\n"
     "fixed: GlobEnc's, with the file's ratios"},
    {"discard", "R", "share of the smallest entries that are set to 0; default 0"},
    {"discard-scope", "S", "matrix (default): counted over the layer; row: in each row"},
    {"discard-ties", "T",
     "drop (default): exactly the share; or keep\n"
     "drop: of equal entries the first; keep: only what lies below entry number R*n*n in order of\n"
     "size, in rows divided by their sum (tutorials)"},
    {"protect", "WHAT",
     "never discarded: nothing (default), diagonal, corner, or a token's number"},
    {"order", "ORDER",
     "residual-first (default) or discard-first\n"
     "residual-first: fuse, residual, discard, renormalise\n"
     "discard-first: fuse, discard, residual, renormalise"},
    {"normalise", "HOW", "rows (default), columns-by-row-sums (vit-explain as published), none"},
    {"layers", "LIST",
     "layers in use: all, or numbers such as 1,3,5-7\n"
     "the others pass on what they get (their matrix is the identity)"},
    {"start-layer", "LAYER", "where rollout and flow begin; default 1"},
    {"gradient-form", "F", "positive-product (default) or mean-then-positive"},
    {"gradient-normalise", "N", "after-residual (default) or rows-first"},
    {"form", "FORM", "capacities of joint: attention (default), gradient, product"},
    {"barrier", "MU", "weight of the barrier of joint, above 0; default 0.001"},
    {"scale", "HOW", "capacities of joint: none (default), or divided by the largest one"},
    {"sinks", "USE",
     "attention sinks: include (default), or exclude\n"
     "exclude: attention to a sink is added to the reader's own weight, for rollout and flow"},
    {"own-one", "O", "a token's relevance to itself: keep (default) or drop the 1 it starts with"},
};

}  // namespace hw
