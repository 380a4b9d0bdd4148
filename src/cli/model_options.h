// SPDX-License-Identifier: MIT
// Options of the commands that run a model.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "core/report/ranked_tokens.h"
#include "model/run/target.h"
#include "model/service/recipe.h"

namespace hw::cli {

/// How the next token is chosen (model::Sampling).
struct WriteWish {
    double temperature = 0;
    int topK = 0;
    double topP = 1;
    int seed = 0;
    bool isAsked = false;  ///< one of them was given
};

struct ModelOptions {
    std::string
        model;  ///< a folder, a .gguf, a file of it; of run, model and ask, and --model in place of a file
    std::optional<std::string> text;
    std::vector<std::string>
        said;             ///< with isChat: messages before the text and their answers, in turn
    bool isChat = false;  ///< the text is a message, of run, ask, tokenize and --model
    std::optional<std::string> pair;
    std::string name;  ///< what captions and files call the model; empty: its family
    std::optional<std::string> prompt;  ///< the name of one that the model has; none: its usual one
    std::optional<std::string>
        output;          ///< of run and ask: what a model that translates is to have written
    int mostTokens = 0;  ///< of run and ask: tokens that it writes at most; 0: as the model says
    std::string image;   ///< a PNG or JPEG, of models that read pictures
    std::vector<std::string> classes;  ///< texts that CLIP compares it with
    std::string out;                   ///< a file; empty: standard output
    std::optional<int> position;       ///< of run: whose outputs are written
    std::optional<int> generate;       ///< of run: tokens that are written at most
    WriteWish write;
    std::string target;                   ///< of ask
    std::optional<model::TargetKind> as;  ///< none: as the target goes (service::targetNamed)
    bool gradients = false;
    std::vector<std::string> scores;
    /// `--test-words`: how words are tested, by model::blankNamed; empty: by hiding them. For ask and rankings they are scores, too.
    std::vector<std::string> testWords;
    /// `--among`: whether special tokens, attention sinks and the output's own token take part in rankings.
    Among among = Among::words;
    bool isAmongGiven = false;
    std::vector<service::Cut> cuts;      ///< of ask, each by itself
    std::optional<bool> byWords;         ///< of why: tokens of a word are tested together
    std::string question;                ///< `--question`; empty: effects of the cuts, and scores
    std::vector<std::string> arguments;  ///< of it, NAME=VALUE
    service::Recipe
        recipe;  ///< of run and ask: what has options of its own names, the rule, what is swapped
    bool isRuleGiven = false;
    int steps = service::usualSteps;  ///< of integrated gradients
    int threads = 1;                  ///< of ask
};

}  // namespace hw::cli
