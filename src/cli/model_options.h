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

/// A model, the text that it runs on, and what is asked about its answer.
struct ModelOptions {
    std::string model;  ///< `--model`, in place of a file: a folder, a .gguf, a file of it
    std::optional<std::string> text;
    std::vector<std::string>
        said;             ///< with isChat: messages before the text and their answers, in turn
    bool isChat = false;  ///< the text is a message
    std::optional<std::string> pair;
    std::string name;  ///< what captions and files call the model; empty: its family
    std::optional<std::string> prompt;  ///< the name of one that the model has; none: its usual one
    std::optional<std::string> output;  ///< what a model that translates is to have written
    int mostTokens = 0;                 ///< tokens that it writes at most; 0: as the model says
    std::string image;                  ///< a PNG or JPEG, of models that read pictures
    std::vector<std::string> classes;   ///< texts that CLIP compares it with
    std::string target;                 ///< empty: the likeliest answer
    std::optional<model::TargetKind> as;  ///< none: as the target goes (service::targetNamed)
    bool gradients = false;
    std::vector<std::string> scores;
    /// `--test-words`: how words are tested, by model::blankNamed; empty: by hiding them. For ask and rankings they are scores, too.
    std::vector<std::string> testWords;
    /// `--among`: whether special tokens, attention sinks and the output's own token take part in rankings.
    Among among = Among::words;
    bool isAmongGiven = false;
    service::Recipe recipe;  ///< what has options of its own names, the rule, what is swapped
    bool isRuleGiven = false;
    int steps = service::usualSteps;  ///< of integrated gradients
};

}  // namespace hw::cli
