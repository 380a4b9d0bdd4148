// SPDX-License-Identifier: MIT
// Options for the model and its text, and for the text that it writes.
#include "cli/model/apply_model.h"
#include "cli/program/option_row.h"
#include "cli/reading_options.h"

namespace hw::cli {
namespace {

constexpr std::string_view modelGroup = "Model";
constexpr std::string_view writingGroup = "Writing";
constexpr std::string_view trainingGroup = "Training";
constexpr std::string_view circuitGroup = "Circuit";

/// The commands that read documents, and those that run a model.
constexpr std::string_view inPlaceOfFile =
    "info methods correlate summary experiment explain link save figure batch";
constexpr std::string_view runningCommands =
    "info methods correlate summary experiment explain link save figure batch run ask why";
constexpr std::string_view textCommands =
    "info methods correlate summary experiment explain link save figure tokenize run ask why";
constexpr std::string_view messageCommands =
    "info methods correlate explain link save figure tokenize run ask why";

constexpr OptionRow modelTable[] = {
    {"--model", "MODEL", inPlaceOfFile, modelGroup, "a model that runs on --text, in place of FILE",
     takeText<&InputOptions::model, &ModelOptions::model>,
     "a folder with config.json, model.safetensors (or its parts) and tokenizer.json, a .gguf "
     "file, or\n"
     "the name of a model that a hub's program has stored. Of batch FILE holds texts, one a line "
     "or as\n"
     "JSON (docs/batch.md); correlate needs --scores"},
    {"--text", "T", textCommands, modelGroup, "the text that it reads",
     takeText<&InputOptions::model, &ModelOptions::text>},
    {"--texts", "FILE", "tokenize", modelGroup,
     "a JSON list of texts, or of pairs; - is standard input", takeText<&TokenizeOptions::texts>},
    {"--pair", "T", textCommands, modelGroup, "the second text, for models that take two",
     takeText<&InputOptions::model, &ModelOptions::pair>},
    {"--image", "FILE", "info methods correlate summary explain link save figure run ask why",
     modelGroup, "a PNG or JPEG for a model that reads pictures; may be repeated",
     addText<&InputOptions::model, &ModelOptions::images>,
     "in place of --text, or for the places <image> in it, in their order"},
    {"--split-images", "", "run", modelGroup, "cut pictures into tiles, for SmolVLM",
     turnOn<&InputOptions::model, &ModelOptions::splitsImages>},
    {"--sound", "FILE", "info methods correlate summary explain link save figure run ask why",
     modelGroup, "a WAV file in place of --text",
     takeText<&InputOptions::model, &ModelOptions::sound>, "for models that hear (Whisper)"},
    {"--language", "L", "info methods correlate summary explain link save figure run ask why",
     modelGroup, "the language of --sound, such as en",
     takeText<&InputOptions::model, &ModelOptions::language>},
    {"--task", "T", "info methods correlate summary explain link save figure run ask why",
     modelGroup, "transcribe --sound, or translate it to English",
     takeText<&InputOptions::model, &ModelOptions::task>},
    {"--class", "T", runningCommands, modelGroup,
     "a text that CLIP or SigLIP compares the picture with; may be repeated",
     addText<&InputOptions::model, &ModelOptions::classes>},
    {"--chat", "", messageCommands, modelGroup,
     "the text is a message, put as the model's chat template has it",
     turnOn<&InputOptions::model, &ModelOptions::isChat>,
     "with --generate the answer alone is printed"},
    {"--said", "T", messageCommands, modelGroup,
     "what was said before: a message and its answer, in turn",
     addText<&InputOptions::model, &ModelOptions::said>},
    {"--prompt-name", "NAME", runningCommands, modelGroup,
     "a prompt of a sentence encoder, such as query",
     takeText<&InputOptions::model, &ModelOptions::prompt>,
     "without it the model's usual prompt, if it has one; \"\" for none"},
    {"--name", "NAME",
     "info methods correlate summary experiment explain link save figure batch run", modelGroup,
     "what captions and files call the model; default: its family",
     takeText<&InputOptions::model, &ModelOptions::name>},
    {"--ignore-keys", "",
     "info methods correlate summary experiment explain link save figure batch run "
     "ask why circuit model tokenize",
     modelGroup, "run without unknown keys of its configuration",
     turnOn<&InputOptions::reading, &OpenOptions::ignoreKeys>, "captions name them"},
    {"--generate", "N", "run", writingGroup, "go on with the text, by N tokens at most",
     takeWhole<&RunOptions::generate>,
     "for models of next words; prints the text, and --out has the attention of all of it"},
    {"--temperature", "T", "run", writingGroup, "how tokens are drawn; without it the likeliest",
     takeDecimal<&RunOptions::temperature>, "docs/models.md"},
    {"--top-k", "K", "run", writingGroup, "draw from the K likeliest",
     takeWhole<&RunOptions::topK>},
    {"--top-p", "P", "run", writingGroup, "draw from the likeliest that add up to P",
     takeDecimal<&RunOptions::topP>},
    {"--seed", "S", "run", writingGroup, "of what is drawn", takeWhole<&RunOptions::seed>},
    {"--pairs", "FILE", "circuit", circuitGroup, "pairs of texts, a JSON object a line",
     takeText<&CircuitOptions::pairs>,
     "with clean, corrupt, answer and against, texts or ids, and optional position; MIB's form "
     "too; - is\n"
     "standard input"},
    {"--all", "", "circuit", circuitGroup, "everything: scores, patches, attributions, cuts",
     turnOn<&CircuitOptions::all>, "docs/circuits.md has its parts"},
    {"--score", "NAME", "circuit", circuitGroup, "the score of edges; default eap-ig",
     takeText<&CircuitOptions::scoring>, "eap-ig, eap, eap-ig-activations, eap-ig-activations-mib"},
    {"--metric", "NAME", "circuit", circuitGroup,
     "the number that is asked; default logit_difference", takeText<&CircuitOptions::metric>,
     "logit_difference, log_probability_difference, probability_difference, log_probability, kl"},
    {"--share", "X", "circuit", circuitGroup, "the share of the edges in the circuit",
     takeDecimal<&CircuitOptions::share>,
     "without it the smallest tested share that keeps nine tenths of the difference"},
    {"--seed", "S", "train", trainingGroup, "of weights and sequences; default 1",
     takeWhole<&TrainOptions::seed>},
    {"--steps", "N", "train", trainingGroup, "train N steps, not as many as the recipe has",
     takeWhole<&TrainOptions::steps>},
    {"--at", "STEP", "train", trainingGroup, "save the model of this step, not of the last",
     takeWhole<&TrainOptions::at>},
    {"--output", "T", "run ask why", writingGroup,
     "of a model that translates: what its decoder reads",
     takeText<&InputOptions::model, &ModelOptions::output>,
     "T5, BART, Marian; without it the decoder writes, the likeliest token each time"},
    {"--output-ids", "IDS", "run ask why", writingGroup,
     "of --sound: tokens that the decoder reads after its prompt", takeBy<applyOutputIds>,
     "separated by commas or spaces; without it the decoder writes"},
    {"--max-tokens", "N", "run ask why", writingGroup, "write at most N tokens",
     takeBy<applyRecipe>},
    {"--position", "N", "run", writingGroup, "whose logits are written, from 0",
     takeWhole<&RunOptions::position>, "without it the mask's, the last token's, or the first's"},
};

}  // namespace

std::span<const OptionRow> modelRows() { return modelTable; }

}  // namespace hw::cli
