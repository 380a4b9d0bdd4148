// SPDX-License-Identifier: MIT
#include "cli/model/apply_model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cli/arguments/numbers.h"
#include "cli/model/tokenize_options.h"
#include "cli/setting_options.h"
#include "core/number_text.h"
#include "model/decoding/decode.h"
#include "model/run/target.h"

namespace hw::cli {
namespace {

constexpr std::string_view lines =
    R"(
Models
  MODEL is a folder with config.json, model.safetensors (or its parts) and tokenizer.json, or a .gguf. In
  place of FILE every command that reads one takes
  --model MODEL --text T   what the model does with this text
  --pair T                 the second text, for models that take two
  --prompt-name NAME       puts a prompt of a sentence encoder in front of the texts, such as query; without
                           it the model's usual prompt, if it has one; "" for none
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
  --chat                   the text is a message: it goes in as the model's chat template puts it, where that
                           is a known one; with --generate the answer alone is printed
  --said T                 with --chat: what was said before, a message and its answer in turn; once for each
  --output T               of run and ask, of a model that translates (T5, BART, Marian): what its decoder
                           reads; without it the decoder writes, the likeliest token each time
  --beams N                it writes by a search with so many beams, such as 4
  --max-tokens N           it writes so many tokens at most
  --position N             whose logits are written, from 0; without it the mask's, the last token's, or the
                           first's
  headwaters ask MODEL --text T: why this answer? Prints JSON: value, cuts, scores
  --target WHAT@POSITION   a word or class, or its number ("7" in quotes is the text); are-is for a
                           difference; the text to compare with, where the model gives a vector. Without it:
                           the likeliest
  --as KIND                logit, log-probability or probability
  --cut EDGES              LAYER:HEAD:QUERY>KEY,QUERY>KEY; LAYER:*:9>5. Layers count from 1, heads and tokens
                           from 0, * is all. Each --cut is an experiment of its own. Of a model that
                           translates E2:1:5>3 is in the encoder, D2:1:5>3 in the decoder, C2:1:5>3 from token
                           5 of the decoder to token 3 of the encoder; heads and residuals have E and D
  --cut-head LAYER:HEAD    a whole head
  --cut-residual LAYER:TOKEN   the stream of a token is not added behind the layer's attention
  --cut-min QUERY>KEY      the minimum cut of attention flow between the two, with its residual edges
  --rule RULE              zero: the weight is 0; renormalise: the rest of its row takes its share; of heads
                           zero or mean
  --scores LIST            a score for each token: mask, unk, pad, eos, zero-embedding, deletion (or
                           blank-out:mask): the value with the token blanked out; value-zeroing, alti, norms,
                           zero-pixels (of a patch), gradient-x-input, integrated-gradients, chefer, direct;
                           of a model that translates those that blank out, and gradient-x-input
  --threads N              of ask: as many cuts and scores at once, without it 1; a run takes one processor
  --steps N                of integrated gradients, without it 32
  --gradients              with --out FILE.safetensors: attention_gradient, input_gradient, stream_gradient,
                           chefer
)";

/// A mean is of what a head gives: none is defined of weights.
Result<void> checkRule(const ModelOptions& own) {
    for (const CutWish& wish : own.cuts)
        if (own.rule == CutRuleWish::mean &&
            (wish.kind == CutWish::Kind::edges || wish.kind == CutWish::Kind::minimum))
            return usage("--rule mean is for heads: an attention weight has no mean.",
                         "Cut heads with --cut-head, or use --rule zero or renormalise.");
    return {};
}

bool isModelCommand(const Options& options) {
    return options.command == Command::run || options.command == Command::ask ||
           options.command == Command::model;
}

/// The commands that read documents.
bool takesModel(const Options& options) {
    constexpr std::array readers{Command::info,    Command::method, Command::correlate,
                                 Command::explain, Command::link,   Command::save,
                                 Command::figure,  Command::batch};
    return std::ranges::find(readers, options.command) != readers.end();
}

/// --model and --text of the commands that read documents.
Result<void> checkReader(const Options& options) {
    const ModelOptions& own = options.model;
    const bool hasModel = !own.model.empty();
    if (options.command == Command::batch) {
        if (own.text || own.pair || !own.image.empty())
            return usage("batch reads its texts from files.",
                         "Leave --text out, and name a file with a text a line.");
    } else if ((own.text.has_value() || !own.image.empty()) != hasModel) {
        return usage("--model and --text or --image belong together.");
    } else if (own.pair && !hasModel) {
        return usage("--pair belongs to --model.");
    }
    const bool ranks = options.command == Command::correlate ||
                       (options.command == Command::batch && options.batch.correlates);
    if (hasModel && ranks && own.scores.empty())
        return usage("There is nothing to correlate with.",
                     "Name scores: --scores mask,gradient-x-input.");
    if (hasModel && options.reading != OpenOptions{.ignoreKeys = options.reading.ignoreKeys})
        return usage("An option about reading a file makes no sense of a model.",
                     "Leave out --softmax, --average-heads, --tokens and the like.");
    if (hasModel && !takesModel(options))
        return usage("This command takes no --model.",
                     "Write the attention with run, and give it that file.");
    return {};
}

/// Those of ask.
Result<bool> applyAsk(ModelOptions& own, std::string_view name, std::string_view value) {
    constexpr std::pair<std::string_view, CutWish::Kind> kinds[] = {
        {"--cut", CutWish::Kind::edges},
        {"--cut-head", CutWish::Kind::head},
        {"--cut-residual", CutWish::Kind::residual},
        {"--cut-min", CutWish::Kind::minimum}};
    for (const auto& [option, kind] : kinds)
        if (name == option) {
            own.cuts.push_back({kind, std::string(value)});
            return true;
        }
    if (name == "--target") {
        own.target = value;
        return true;
    }
    if (name == "--as") {
        const auto kind = fromName<model::TargetKind>(value);
        if (!kind || *kind == model::TargetKind::cosine)
            return badValue(name, value, "Use one of: logit, log-probability, probability.");
        own.as = value;
        return true;
    }
    if (name == "--rule") {
        if (value != "zero" && value != "renormalise" && value != "mean")
            return badValue(name, value, "Use one of: zero, renormalise, mean.");
        own.rule = value == "zero"          ? CutRuleWish::zero
                   : value == "renormalise" ? CutRuleWish::renormalise
                                            : CutRuleWish::mean;
        return true;
    }
    if (name == "--scores") {
        addNames(own.scores, value);
        return true;
    }
    if (name == "--steps") {
        const auto number = wholeNumber(value);
        if (!number || *number < 1 || *number > 10000)
            return badValue(name, value, "Use a number from 1 to 10000.");
        own.steps = *number;
        return true;
    }
    return false;
}

/// Those of run that write. --seed is batch's, too.
Result<bool> applyWrite(Options& options, std::string_view name, std::string_view value) {
    ModelOptions& own = options.model;
    const bool isSeed = name == "--seed" && options.command == Command::run;
    const bool isWhole = isSeed || name == "--generate" || name == "--top-k";
    if (!isWhole && name != "--temperature" && name != "--top-p") return false;
    const NumberRange& range = rangeOf(name);
    if (isWhole) {
        const auto number = wholeNumber(value, range);
        if (!number) return badValue(name, value, std::string(range.remedy));
        if (name == "--generate") {
            own.generate = number;
            return true;
        }
        (isSeed ? own.write.seed : own.write.topK) = *number;
    } else {
        const auto number = decimalNumber(value, range);
        if (!number) return badValue(name, value, std::string(range.remedy));
        (name == "--temperature" ? own.write.temperature : own.write.topP) = *number;
    }
    own.write.isAsked = true;
    return true;
}

/// How a model that translates writes.
Result<bool> applyWriting(ModelOptions& own, std::string_view name, std::string_view value) {
    if (name != "--beams" && name != "--max-tokens") return false;
    const bool isBeams = name == "--beams";
    const int most = isBeams ? model::mostBeams : model::mostWritten - 1;
    const auto number = wholeNumber(value);
    if (!number || *number < 1 || *number > most)
        return badValue(name, value, "Use a number from 1 to " + numberText(most) + ".");
    (isBeams ? own.beams : own.mostTokens) = *number;
    return true;
}

}  // namespace

std::string_view modelHelp() { return lines; }

Result<bool> applyModel(Options& options, std::string_view name, std::string_view value) {
    ModelOptions& own = options.model;
    if (name == "--model" || name == "--image") {
        (name == "--model" ? own.model : own.image) = value;
        return true;
    }
    if (name == "--class") {
        own.classes.emplace_back(value);
        return true;
    }
    for (const auto& [option, to] : {std::pair{"--text", &own.text},
                                     {"--pair", &own.pair},
                                     {"--output", &own.output},
                                     {"--prompt-name", &own.prompt}}) {
        if (name != option) continue;
        *to = value;
        return true;
    }
    if (name == "--said") {
        own.said.emplace_back(value);
        return true;
    }
    if (applyTokenize(options, name, value)) return true;
    if (const auto write = applyWrite(options, name, value); !write || *write) return write;
    if (const auto written = applyWriting(own, name, value); !written || *written) return written;
    const auto asked = applyAsk(own, name, value);
    if (!asked || *asked) return asked;
    if (name == "--position") {
        const auto number = wholeNumber(value);
        if (!number || *number < 0) return badValue(name, value, "Tokens count from 0.");
        own.position = *number;
        return true;
    }
    if (name != "--out" || !isModelCommand(options)) return false;
    own.out = value;
    return true;
}

Result<void> checkModel(const Options& options) {
    if (auto good = checkTokenize(options); !good) return good;
    const ModelOptions& own = options.model;
    const bool isAsk = options.command == Command::ask;
    const bool isRun = options.command == Command::run;
    const bool wantsScores =
        !own.target.empty() || !own.as.empty() || own.gradients || !own.scores.empty();
    const bool isReader = takesModel(options) && !own.model.empty();
    if ((wantsScores && !isAsk && !isReader) || (!own.cuts.empty() && !isAsk))
        return usage(
            "--target, --as, --scores and --gradients belong to ask and --model, "
            "--cut to ask alone.");
    if ((own.generate || own.write.isAsked) && !isRun)
        return usage("--generate, --temperature, --top-k and --top-p belong to run.");
    if (own.write.isAsked && !own.generate)
        return usage("How tokens are chosen matters only where some are written.",
                     "Say how many: --generate 40.");
    if (own.generate && (!own.text || own.pair))
        return usage("--generate goes on with one text.", "Give it with --text.");
    const bool readsMessages = isRun || isAsk || options.command == Command::tokenize ||
                               (isReader && options.command != Command::batch);
    if (own.isChat && !readsMessages)
        return usage("--chat belongs to run, ask, tokenize, and --model of one text.");
    if (own.isChat && (own.pair || own.output || !own.image.empty()))
        return usage("--chat takes one text.", "Leave out --pair, --output and --image.");
    if (!own.said.empty() && (!own.isChat || own.said.size() % 2 != 0))
        return usage(
            "--said stands before a message with --chat: a message, its answer, and so on.",
            "Give each twice: --said Hello --said \"Hi!\" --chat --text \"And you?\".");
    if (own.position && !isRun) return usage("--position belongs to run.");
    if (!own.out.empty() && !isRun && !isAsk)
        return usage("--out belongs to run, ask, figure, batch and merge.");
    const bool isWriting = own.beams != 1 || own.mostTokens != 0;
    if ((own.output || isWriting) && !isRun && !isAsk)
        return usage("--output, --beams and --max-tokens belong to run and ask.");
    if (own.output && isWriting)
        return usage("--output gives the text that --beams and --max-tokens would search.",
                     "Leave out the one or the others.");
    if (own.text && !own.image.empty())
        return usage("--text and --image exclude each other.", "Compare with texts by --class.");
    if (!own.classes.empty() && own.image.empty()) return usage("--class belongs to --image.");
    if ((isAsk || isRun) && !own.text && own.image.empty())
        return usage("There is no text.", "Give it with --text, or a picture with --image.");
    if (isModelCommand(options)) {
        if (!own.model.empty()) return usage("The model is named without --model here.");
    } else if (auto good = checkReader(options); !good) {
        return good;
    }
    if (!isAsk) return {};
    if (own.gradients && own.out.empty())
        return usage("--gradients needs --out.", "Name a file that ends in .safetensors.");
    if (!own.out.empty() && !own.out.ends_with(".safetensors"))
        return usage("ask writes a file that ends in .safetensors.");
    return checkRule(own);
}

}  // namespace hw::cli
