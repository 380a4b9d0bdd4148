// SPDX-License-Identifier: MIT
#include "cli/options.h"

namespace hw::cli {

std::string_view helpText() {
    return R"(headwaters: attention weights of a Transformer, read as raw attention, rollout and flow

  headwaters info FILE              what the file holds, and what is odd about it
  headwaters raw FILE               fused attention of each layer
  headwaters rollout FILE           attention rollout up to each layer (Abnar & Zuidema 2020)
  headwaters flow FILE              attention flow from above each layer (Abnar & Zuidema 2020)
  headwaters gradient-rollout FILE  rollout of gradient-weighted attention
  headwaters relevance FILE         relevance (Chefer et al. 2021)
  headwaters correlate FILE         Spearman's rank correlation with the file's importance scores

FILE is any form the page opens; - reads standard input. Layers count from 1, at the input; heads,
tokens and examples count from 0. Results go to standard output, as JSON unless --format says csv.

Settings
  --preset NAME          abnar-zuidema-2020 (default), vit-explain-corrected, vit-explain-as-published,
                         chefer-2021-start-layer, tutorial-discard-0.1, no-residual,
                         globenc-fixed-residual; options beside it change it
  --fusion mean|max|min  how heads become one matrix
  --heads LIST           which heads: all, or numbers such as 0,2,5-7
  --head-weights LIST    a weighted mean: one number for each chosen head
  --residual A           A = a*I + (1-a)*W; 0 to 1, default 0.5; or fixed: GlobEnc's, with the file's ratios
  --discard R            share of the smallest entries that are set to 0; default 0
  --discard-scope S      matrix (default): counted over the layer; row: in each row
  --protect WHAT         never discarded: nothing (default), diagonal, corner, or a token's number
  --order ORDER          residual-first (default): fuse, residual, discard, renormalise
                         discard-first: fuse, discard, residual, renormalise
  --normalise HOW        rows (default), columns-by-row-sums (vit-explain as published), none
  --layers LIST          layers that take part: all, or numbers such as 1,3,5-7; the others hand on what
                         they get (their matrix is the identity)
  --start-layer LAYER    where rollout and flow begin; default 1
  --gradient-form F      positive-product (default) or mean-then-positive
  --gradient-normalise N after-residual (default) or rows-first

Selection
  --token T              one output token: its number (-1 is the last) or its text; 3,4 adds up several;
                         mean or max joins all. Each layer is then one row
  --example E            which example of a file of many; default 0
  --part PART            encoder, decoder or cross; default: cross for encoder-decoder models
  --words                by words, from the file or the tokenizer's marks: sums over a word's keys, means over
                         its queries; a token named elsewhere stands for its word. For flow these are the
                         flows between tokens, added up; merged nodes would be another problem
  --spans SPANS          join tokens to one by their numbers: 3,4,5/8,9 makes two spans; sums and means as
                         for words; with --words a span takes whole words with it
  --segments WHICH       of two texts A and B, which looks at which: a-a, a-b (queries of A, keys of B),
                         b-a, b-b, all (default)
  --hide TOKEN           leave out key tokens: a number, a text, or special for all special ones; may be
                         repeated
  --renormalise          divide each row by what --hide and --segments leave of it
  --format json|csv      (info and correlate: also text, their default)

Reading
  --normalise-rows       divide each row by its sum
  --average-heads        one head a layer, their mean: a file too large for the memory may fit then
  --half                 keep attention as 16-bit numbers: half the memory, off by 0.05 % at most
  --memory SIZE          what the weights may take, such as 500MB or 2GB
  --tokens TOKENS        tokens for a file without them: a file or a text with a JSON list, one token a
  --decoder-tokens T     line, or words between spaces

Flow
  --layer LAYER          only flow from above this layer
  --relative             rows divided by their sum, as the paper plots them
  --certificate          with each value a minimum cut whose capacity it equals

Correlation
  --leave-out TOKEN      leave tokens with this text out of the ranking; may be repeated
  --ranks average|dense  ranks of equal values: their mean place (default), or without gaps

  --quiet                no warnings about the file on standard error
  --help, --version

Exit codes: 0 success, 1 the input cannot be used, 2 the command line is wrong.
)";
}

}  // namespace hw::cli
