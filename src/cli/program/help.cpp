// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>

#include "cli/arguments/numbers.h"
#include "cli/figure/figure_options.h"
#include "cli/program/check_belongs.h"
#include "cli/program/parse_options.h"
#include "core/model/methods.h"
#include "core/model/setting_fields.h"
#include "core/model/setting_help.h"
#include "model/service/asks.h"
#include "model/service/recipe.h"

namespace hw::cli {

namespace {

constexpr std::size_t textAt = 25;  ///< where the second column begins

void appendLine(std::string& help, std::string line, std::string_view text) {
    line.resize(std::max(line.size() + 1, textAt), ' ');
    help += line;
    for (const char c : text) {
        help += c;
        if (c == '\n') help.append(textAt, ' ');
    }
    help += '\n';
}

std::string methodLines() {
    std::string help;
    constexpr std::size_t textBehind = 36;
    for (const Method method : every<Method>()) {
        std::string line = "  headwaters " + std::string(nameOf(method)) + " FILE";
        line.resize(textBehind, ' ');
        help += line + std::string(textsOf(method).help) + '\n';
    }
    return help;
}

std::string settingLines() {
    std::string help;
    for (const SettingHelp& setting : settingHelp) {
        appendLine(help, "  --" + std::string(setting.option) + ' ' + std::string(setting.value),
                   setting.text);
    }
    return help;
}

constexpr std::string_view beforeMethods =
    R"(headwaters: attention weights of a Transformer, read as raw attention, rollout and flow

  headwaters info FILE              what the file holds, and what is odd about it
)";

constexpr std::string_view betweenMethodsAndSettings =
    R"(  headwaters correlate FILE         Spearman's rank correlation of every method with the file's importance
                                    scores, with intervals and p: is it more than chance?
  headwaters explain FILE           how one number arises: its largest terms, and the rest of them
  headwaters link FILE              a link that holds the data: what stands behind the page's address
  headwaters save FILE              all of it in a form of its own, which opens where it was left
  headwaters figure FILE            a figure as on the page, as SVG, PDF or PNG
  headwaters batch METHOD FILE...   a method, correlate, summary, experiment or why over a data set, into DIR
  headwaters merge DIR...           several batches as one: correlate's table, or summaries into --out DIR
  headwaters tokenize MODEL         the tokens of texts, by the model's tokenizer
  headwaters run MODEL              the attention of a model on a text
  headwaters model MODEL            what a model is, and what it will need
  headwaters ask MODEL              why this answer: gradients, scores of tokens, cuts
  headwaters why MODEL              which word matters most for the answer, and how sure that is
  headwaters answer                 the same for a model in PyTorch: live() of headwaters.py calls it

FILE is any form the page opens, or a link that holds its data; - reads standard input. Layers count from 1,
at the input; heads, tokens and examples count from 0. Results go to standard output, as JSON unless --format
says csv.

Settings
  --preset NAME          abnar-zuidema-2020 (default), vit-explain-corrected, vit-explain-as-published,
                         chefer-2021-start-layer, tutorial-discard-0.1, no-residual,
                         globenc-fixed-residual; options beside it change it
)";

constexpr std::string_view figureOptionLines =
    R"(  --state LINK           the view of a link: the fields behind its #, or the whole address; options beside it
                         change it. FILE is the data, whatever the link says
  --second FILE          another file to compare with, as if it had been open before; a link's own is
                         not fetched
  --out FILE             where it goes; default: standard output
  --size W or WxH        the file's size in CSS pixels, the drawing as large as fits; default: 720 wide
  --width LENGTH         for a paper, laid out at this width: 83mm (a column), 170mm (two), 3.3in, 236pt
  --font-size POINTS     of its text; default: 7.5
  --pdf                  a PDF, its fonts inside; so does a file that ends in .pdf
  --png, --dpi N         a PNG of so many dots per inch; default: 300
  --palette PALETTE      own (default); safe: colour-blind safe, heads too; grey
  --theme light|dark     white paper (default) or the page's dark ground
  --no-title, --no-caption, --plain
                         without heading, without caption, without both: for a document that has its own
)";
constexpr std::string_view figureEnd =
    R"(  Settings, selection and --layer are those above. The file equals the page's own (Share, Take away) for
  the same link.
)";

/// The options of figure, with its tables' names.
std::string figureLines() {
    std::string help = "\nFigure\n";
    appendLine(help, "  --view VIEW",
               figureNamesHelp() + ";\ndefault: that of the link, else bars");
    help += figureOptionLines;
    appendLine(help, "  --FIELD VALUE", linkFieldsHelp());
    help += figureEnd;
    return help;
}

constexpr std::string_view afterSettings =
    R"(
Selection
  --token T              one output token: its number (-1 is the last) or its text; 3,4 adds up several;
                         mean or max joins all. Each layer is then one row
  --example E            which example of a file of many; default 0
  --part PART            encoder, decoder or cross (joint); default: cross for encoder-decoder models
  --weights WHICH        contributions: of a file that has them (their default): rollout is their plain
                         product, without residual; attentions: the attention beside them
  --over uniform-causal  (raw, rollout, flow of causal attention) each value divided by what a causal model of
                         the same depth that looks equally at all tokens before has; null above the diagonal.
                         Our own normalisation: Abnar & Zuidema (section 5) ask for one and give no formula
  --words                by words, from the file or the tokenizer's marks: sums over a word's keys, means over
                         its queries; a token named elsewhere stands for its word. For flow these are the
                         flows between tokens, added up; merged nodes would be another problem
  --spans SPANS          join tokens to one by their numbers: 3,4,5/8,9 makes two spans; sums and means as
                         for words; with --words a span takes whole words with it
  --segments WHICH       of two texts A and B, which looks at which: a-a, a-b (queries of A, keys of B),
                         b-a, b-b, all (default)
  --exclude TOKEN        key tokens that results do not show, and that take no part in rankings: a number, a
                         text, or special for all special ones; may be repeated
  --renormalise          divide each row by what --exclude and --segments leave of it
  --format json|csv      (info, correlate, explain and link: also text, their default; explain and
                         link have no csv)
  --csv-safe             (csv) an apostrophe before texts that a spreadsheet would take for formulas: those
                         that begin with = + - @, a tab or an apostrophe

Reading
  --normalise-rows       divide each row by its sum
  --absolute             take absolute values, where signs mark weights that dropout has dropped
  --transpose            swap rows and columns: the file has keys in rows
  --softmax              apply the softmax to each row: the file holds scores
  --keep-padding         keep padding that is dropped because its rows mean nothing
  --axes LIST            what the axes before rows and columns count, such as inputs,layers,heads
                         (inputs, steps, layers, streams, heads); without it, what the file says of itself
  --average-heads        one head a layer, their mean: a file too large for the memory may fit then
  --half                 keep attention as 16-bit numbers: half the memory, off by 0.05 % at most
  --memory SIZE          what the weights may take, such as 500MB or 2GB; default: half of the machine's
  --tokens TOKENS        tokens for a file without them: a file or a text with a JSON list, one token a
  --decoder-tokens T     line, or words between spaces
  --first-tokens N       only the first N tokens, where the matrices are padded beyond the text
  --missing-share        what rows lack to 1 (a learned sink, a token that was cut off) as a token [sink]
  --layers-from NAME     the arrays that are the layers, where the file has others: their name with * for
                         their numbers, such as "blocks.*.attn.hook_pattern"

Flow
  --layer LAYER          only flow from above this layer
  --relative             rows divided by their sum, as the paper plots them
  --certificate          with each value a minimum cut whose capacity it equals

Joint
  --source TOKEN         where it ends, as --token says it; default: all tokens at once
  --layer LAYER          through the layers up to this one; default: the last. The answer holds values,
                         max_flow (exact), gap (max_flow less the sum) and gap_bound (2 mu for each edge)

Explain
  --method METHOD        raw, rollout (default), flow, gradient-rollout or relevance
  --layer LAYER          after this layer; default: the last
  --token T, --input T   from this output token to this input token: number or text
  --terms N              the N largest (default 16): the ways through all layers whose products add up to a
                         rollout, the augmenting paths of a flow (each the widest that is left), the heads of
                         raw attention. terms and rest add up to value

Correlation
  --among words|all      as for models: which tokens take part; --exclude names others that do not
  --ranks average|dense  ranks of equal values: their mean place (default), or without gaps

Link
  --data fused|heads     one matrix per layer (default), or every head
  --error E              what bars may be off by; default 0.002
  --room N               scores and the picture are dropped where they make the link longer than N
                         characters; default 8000, 0: never
  Settings, --layer and --token go into the link; its length, its error and what is left out to standard error

Save
  Settings, --example, --layer and --token are what the page shows when it opens the file
)";

/// What run and ask take of a recipe, and the questions, with the names that the service has for them.
std::string recipeLines() {
    std::string help = "  Of run, ask and why:\n";
    const auto add = [&](std::string line, std::string_view text) {
        line.resize(std::max(line.size(), textAt + 1), ' ');  // a column wider, as above
        appendLine(help, std::move(line), text);
    };
    for (const service::RecipeField& row : service::recipeFields())
        if (!row.help.empty())
            add("  --" + std::string(row.field.name) + ' ' + std::string(row.value), row.help);
    help += "  Questions:\n";
    for (const std::string_view name : service::questionNames()) {
        std::string list;
        for (const service::Field& one : service::argumentsOf(name))
            list.append(list.empty() ? "" : ", ").append(one.name);
        add("    " + std::string(name), list);
    }
    return help;
}

constexpr std::string_view batchLines =
    R"(
Batch
  FILE is any file that opens (also .gz, .npz), a folder or an archive (tar, zip) with what is in it, JSON
  Lines with an analysis a line, or - for any of these on standard input. In folders and archives other files
  are passed over.
  --out DIR              where results go; is made. Called again with the same words batch goes on where it
                         was stopped, by DIR/record.jsonl, and tries again what failed; an input that has
                         changed since fails. One program at a time writes into DIR
  --format jsonl         results.jsonl: what the command prints for each example, behind its file, line (from
                         1, of JSON Lines) and example; in the order of the inputs
  --format csv           results.csv: a line a number: file, line, example, layer, query, key, value
  --format npy           values.npy: [examples][layers][queries][keys] if all are alike, else one after the
                         other; an element an example: line, example, first_layer (from 0), layers, queries,
                         keys, offset (into values), each .npy; examples.jsonl has files and tokens
  --threads N            default: all processors
  --partial              (correlate) also DIR/sums.json, for merge
  batch summary          results.jsonl: means of each head, where rollout goes and correlations of each
                         example; dataset.headwaters.jsonl: all of them and their means, for page and merge
  --model MODEL          FILE holds texts, one a line or as JSON (docs/batch.md); the model runs on each, and
                         its runs are the examples. correlate needs --scores
  batch experiment       cuts what a method ranks highest, with random cuts and the nearest first as
                         controls: curves, areas with intervals, tests (Holm); results.jsonl,
                         experiment.txt, .json, .csv
    --units WHAT         edges (default), heads, tokens, or patches of pictures; --rule as for ask
    --methods LIST       gradients, relevance, rollout, flow, attention; of tokens, patches also scores of ask
    --most K, --draws N  cut up to K units (64); N controls of each (20)
    --seed S             of the random controls (1)
  batch why              how often each method puts a word first that is known to matter, and how often the
                         rule of headwaters why is right, with 95 % intervals; a table, in a pipe JSON;
                         results.jsonl, why.txt, why.json. FILE has lines of JSON with "known" (docs/why.md)
    --by, --test-words   as for why: tokens unless words are asked for
    --methods LIST       without it hide, mask, delete, routes, direct, attention, rollout, flow and
                         rollout-without-sinks; also methods and scores of ask, by their names
  All other options are those above, but for --example. DIR/failed.jsonl lists what could not be used, and
  the exit code is 1; DIR/warnings.jsonl has the warnings

Merge
  headwaters merge DIR... [--format text|json|csv] prints what correlate prints for all examples at once.
  Intervals and p need each folder's record.jsonl
)";

constexpr std::string_view tokenizeLines =
    R"(
Tokenize
  MODEL is a folder with tokenizer.json (or vocab.txt, vocab.json and merges.txt, a SentencePiece model), the
  file tokenizer.json itself, or a .gguf
  --chat                 each text is a message, as the model's chat template puts it; behind what
                         --said gives
  --texts FILE           a JSON list of texts, or of pairs of texts; - reads standard input. For each a line
                         of JSON: ids, tokens, offsets (start and end in code points), type_ids, special
)";

constexpr std::string_view modelLines =
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
                           log-probability. A word of several tokens goes behind the text of a model of
                           next words; one in the text is ID+ID@POSITION
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
  headwaters why MODEL --text T: which word matters most for the answer, as a table; in a pipe JSON, a number
                           for each token (docs/why.md); --target, --as and --test-words NAME as for ask
  --by words|tokens        what is tested together; without it tokens, and words in a table
  --sinks exclude|include  attention sinks in the attention of why; without it they are excluded
  --gradients              with --out FILE.safetensors: attention_gradient, input_gradient, stream_gradient,
                           chefer
)";

constexpr std::string_view atEnd =
    R"(
  --quiet                no warnings about the file on standard error
  --help, --version

Exit codes: 0 success, 1 the input cannot be used, 2 the command line is wrong.
)";

/// Parts of the help by their headings, and the commands they are about. The others are about the command of their name.
constexpr std::pair<std::string_view, std::string_view> sections[] = {
    {"Settings", "methods correlate explain link save figure batch"},
    {"Selection", "methods correlate explain link save figure batch"},
    {"Reading", "info methods correlate explain link save figure batch"},
    {"Correlation", "correlate batch"},
    {"Models", "batch run model ask"},
};

bool isAbout(std::string_view heading, std::string_view command) {
    for (const auto& [name, list] : sections)
        if (name == heading) return isListed(list, command);
    return heading.substr(1) == command.substr(1);  // apart from its capital letter
}

std::string wholeHelp() {
    std::string help(beforeMethods);
    help += methodLines();
    help += betweenMethodsAndSettings;
    help += settingLines();
    help += afterSettings;
    help += figureLines();
    help += batchLines;
    help += tokenizeLines;
    help += modelLines;
    help += recipeLines();
    help += atEnd;
    return help;
}

}  // namespace

std::string helpText(std::string_view command) {
    const std::string whole = wholeHelp();
    if (command.empty()) return whole;
    const std::string usage = "  headwaters " + std::string(command) + ' ';
    std::string help;
    bool isOwn = false;  // a line goes on with one that is about the command
    bool isHead = true;  // the lines of all commands
    for (const std::string_view line : pieces(whole, '\n')) {
        if (line.find(' ') == line.npos && !line.empty()) {  // a heading
            isHead = false;
            isOwn = isAbout(line, command);
            if (isOwn) help += '\n';
        } else if (isHead && line.starts_with("  headwaters ")) {
            isOwn = line.starts_with(usage);
        } else if (isHead && !line.starts_with("   ")) {
            isOwn = false;
        }
        if (isOwn && !line.empty()) help += std::string(line) + '\n';
    }
    return help + "\nEvery command and option: headwaters --help\n";
}

}  // namespace hw::cli
