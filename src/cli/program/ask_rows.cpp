// SPDX-License-Identifier: MIT
// Options for questions about an answer, and for cuts.
#include "cli/model/apply_model.h"
#include "cli/program/option_row.h"

namespace hw::cli {
namespace {

constexpr std::string_view questionGroup = "Question";
constexpr std::string_view cutsGroup = "Cuts";
constexpr std::string_view scoresGroup = "Scores of tokens";
constexpr std::string_view pageGroup = "Questions of the page";

constexpr std::string_view targetCommands =
    "methods correlate summary experiment explain link save figure ask why";

template <service::CutKind kind>
Result<void> takeCut(CommandOptions& options, std::string_view, std::string_view value) {
    memberOf(options, &AskOptions::cuts).push_back({kind, std::string(value)});
    return {};
}

constexpr TakeOption takeAsked = takeBy<applyQuestion>;

constexpr OptionRow askTable[] = {
    {"--target", "WHAT@POSITION", targetCommands, questionGroup,
     "a word or class, or its number; are-is for a difference",
     takeText<&InputOptions::model, &ModelOptions::target>,
     "\"7\" in quotes is the text; the text to compare with, where the model gives a vector. "
     "Without\n"
     "it: the likeliest against the next one. p: or lp: before it is --as probability or\n"
     "log-probability. A word of several tokens goes behind the text of a model of next words; "
     "one\n"
     "in the text is ID+ID@POSITION"},
    {"--as", "KIND", targetCommands, questionGroup, "logit, log-probability or probability",
     takeAsked, "default: log-probability, of a difference that of the logits"},
    {"--cut", "EDGES", "ask", cutsGroup, "LAYER:HEAD:QUERY>KEY,QUERY>KEY; * is all",
     takeCut<service::CutKind::edges>,
     "LAYER:*:9>5. Layers count from 1, heads and tokens from 0. Each --cut is an experiment of "
     "its\n"
     "own. Of a model that translates E2:1:5>3 is in the encoder, D2:1:5>3 in the decoder, "
     "C2:1:5>3\n"
     "from token 5 of the decoder to token 3 of the encoder; heads and residuals have E and D"},
    {"--cut-head", "LAYER:HEAD", "ask", cutsGroup, "a whole head", takeCut<service::CutKind::head>},
    {"--cut-residual", "LAYER:TOKEN", "ask", cutsGroup,
     "the stream of a token behind a layer's attention", takeCut<service::CutKind::residual>,
     "is not added"},
    {"--cut-min", "QUERY>KEY", "ask", cutsGroup,
     "the minimum cut of attention flow between the two", takeCut<service::CutKind::minimum>,
     "with its residual edges"},
    {"--hide", "TOKEN", "ask", cutsGroup, "no other token reads it; LAYER:TOKEN from that layer on",
     takeCut<service::CutKind::hidden>, "several between ;"},
    {"--rule", "RULE", "ask experiment", cutsGroup,
     "of edges zero or renormalise, of heads zero or mean", takeAsked,
     "zero: the weight is 0; renormalise: the rest of its row takes its share"},
    {"--test-words", "LIST", "correlate summary experiment ask why save", scoresGroup,
     "without each token: hide, mask, delete, replace", takeAsked,
     "of ask, rankings and experiments on tokens the value without each token: hide (default): no\n"
     "other token reads it, its key is masked before the softmax; mask: [MASK] in its place; "
     "delete:\n"
     "positions move; replace: another token in its place; replace:unk, pad, eos, zero-embedding,\n"
     "zero-pixels (of a patch), or replace:TOKEN. Several are columns, with their agreement"},
    {"--scores", "LIST", "correlate summary ask save link figure", scoresGroup,
     "alti, norms, direct, value-zeroing, gradient-x-input ...", takeAsked,
     "a score for each token: those of --test-words, and value-zeroing, alti, norms,\n"
     "gradient-x-input, integrated-gradients, chefer, direct; of a model that translates those of\n"
     "--test-words, and gradient-x-input"},
    {"--among", "WHO", "correlate summary experiment ask figure", scoresGroup,
     "words (default), or all: special tokens and sinks are ranked, too", takeBy<applyAmong>,
     "words: special tokens, attention sinks and the output's own token take no part in rankings,\n"
     "tables and experiments; all: they do"},
    {"--steps", "N", "ask why correlate summary experiment save", scoresGroup,
     "of integrated gradients, without it 32", takeAsked},
    {"--by", "words|tokens", "why", questionGroup, "what is tested together", takeBy<applyBy>,
     "without it tokens, and words in a table"},
    {"--gradients", "", "info summary save figure ask", scoresGroup,
     "with --out FILE.safetensors: gradients, and chefer",
     turnOn<&InputOptions::model, &ModelOptions::gradients>,
     "attention_gradient, input_gradient, stream_gradient, chefer; of commands that read files "
     "the\n"
     "run's gradients, as a file has them; methods that need gradients have them without being "
     "asked"},
    {"--question", "NAME", "ask", pageGroup,
     "one of the page's questions, in place of cuts and scores", takeText<&AskOptions::question>,
     "about the run with all cuts. Prints its answer; units have layers from 1, heads and tokens "
     "from\n"
     "0, as cuts do"},
    {"--with", "ARGUMENT=VALUE", "ask", pageGroup, "an argument of the question; may be repeated",
     addText<&AskOptions::arguments>,
     "docs/ask.md: --question lens --with position=5 --with count=5. Several numbers between "
     "commas\n"
     "are asked for one after the other, with a line of JSON for each"},
    {"--swap-text", "T", "ask", pageGroup, "parts of this text's run stand in the question's run",
     takeText<&InputOptions::model, &ModelOptions::recipe, &service::Recipe::clean>},
    {"--swap-places", "P", "ask", pageGroup,
     "which parts: s3:6 is the stream after layer 3 at token 6",
     takeText<&InputOptions::model, &ModelOptions::recipe, &service::Recipe::swaps>,
     "H3:1 is head 1 of layer 3; x2 adds the difference of the two texts twice"},
};

}  // namespace

std::span<const OptionRow> askRows() { return askTable; }

}  // namespace hw::cli
