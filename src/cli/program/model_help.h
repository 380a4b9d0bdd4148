// SPDX-License-Identifier: MIT
// The part of --help about the commands that run a model.
#pragma once

#include <string_view>

namespace hw::cli {

inline constexpr std::string_view modelLines =
    R"(
Models
  MODEL is a folder with config.json, model.safetensors (or its parts) and tokenizer.json, or a .gguf. In
  place of FILE every command that reads one takes
  --model MODEL --text T   what the model does with this text
  --pair T                 the second text, for models that take two
  --prompt-name NAME       puts a prompt of a sentence encoder in front of the texts, such as query; without
                           it the model's usual prompt, if it has one; "" for none
  --name NAME              what captions and files call the model, of run and --model; without it its family
  --ignore-keys            runs the model without unknown keys of its configuration; captions name them
  --image FILE             in place of --text: a PNG or JPEG, for models that read pictures
  --class T                a text that CLIP compares the picture with; once for each
  --gradients, --scores LIST, --target, --as   as below: gradients and scores of the run, as a file has them;
                           methods that need gradients have them without being asked
  headwaters run MODEL --text T [--pair T] [--out FILE], or --image FILE, writes the attention: .json and
  .npz open in the page, .safetensors has attention, hidden, and logits or embedding, as numbers
  --generate N             of run, for models of next words: the model goes on with the text, by N tokens at
                           most; prints the text, and --out has the attention of all of it
  --temperature T, --top-k K, --top-p P, --seed S
                           how a token is chosen (docs/models.md); without a temperature always the likeliest
  --chat                   the text is a message: it goes in as the model's chat template puts it; with
                           --generate the answer alone is printed
  --said T                 with --chat: what was said before, a message and its answer in turn; once for each
  --output T               of run and ask, of a model that translates (T5, BART, Marian): what its decoder
                           reads; without it the decoder writes, the likeliest token each time
  --max-tokens N           write at most N tokens
  --position N             whose logits are written, from 0; without it the mask's, the last token's, or the
                           first's
  headwaters ask MODEL --text T: why this answer? Prints JSON: value, cuts, scores
  --target WHAT@POSITION   a word or class, or its number ("7" in quotes is the text); are-is for a
                           difference; the text to compare with, where the model gives a vector. Without it:
                           the likeliest against the next one. p: or lp: before it is --as probability or
                           log-probability
  --as KIND                logit, log-probability or probability; default: log-probability, of a difference
                           that of the logits
  --cut EDGES              LAYER:HEAD:QUERY>KEY,QUERY>KEY; LAYER:*:9>5. Layers count from 1, heads and tokens
                           from 0, * is all. Each --cut is an experiment of its own. Of a model that
                           translates E2:1:5>3 is in the encoder, D2:1:5>3 in the decoder, C2:1:5>3 from token
                           5 of the decoder to token 3 of the encoder; heads and residuals have E and D
  --cut-head LAYER:HEAD    a whole head
  --cut-residual LAYER:TOKEN   the stream of a token is not added behind the layer's attention
  --cut-min QUERY>KEY      the minimum cut of attention flow between the two, with its residual edges
  --hide TOKEN             no other token reads it; LAYER:TOKEN from that layer on; several between ;
  --rule RULE              of edges zero: the weight is 0; renormalise: the rest of its row takes its share;
                           of heads zero or mean
  --test-words LIST        the value without each token; of ask, rankings and experiments on tokens:
                           hide (default): no other token reads it, its key is masked before the softmax;
                           mask: [MASK] in its place; delete: positions move; replace: another token in its
                           place; replace:unk, pad, eos, zero-embedding, zero-pixels (of a patch), or
                           replace:TOKEN. Several are columns, with their agreement
  --scores LIST            a score for each token: those, and value-zeroing, alti, norms, gradient-x-input,
                           integrated-gradients, chefer, direct; of a model that translates those of
                           --test-words, and gradient-x-input
  --among WHO              words (default): special tokens, attention sinks and the output's own token take no
                           part in rankings, tables and experiments; all: they do
  --question NAME          of ask: one of the page's questions about the run with all cuts (below). Prints its
                           answer in place of cuts and scores; units have layers from 1, heads and tokens
                           from 0, as cuts do
  --with ARGUMENT=VALUE    an argument of the question, once for each (docs/ask.md):
                           --question lens --with position=5 --with count=5. Several numbers between commas
                           are asked for one after the other, with a line of JSON for each
  --swap-text T, --swap-places P   parts of this text's run stand in the question's run: s3:6 is the stream
                           after layer 3 at token 6, H3:1 head 1 of layer 3
  --threads N              of ask: as many cuts and scores at once, without it 1; a run takes one processor
  --steps N                of integrated gradients, without it 32
  --gradients              with --out FILE.safetensors: attention_gradient, input_gradient, stream_gradient,
                           chefer
)";

}  // namespace hw::cli
