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

/// A model, the text that it runs on, and the question about its answer.
struct ModelOptions {
    std::string model;  ///< `--model`, instead of a file. A folder, a .gguf, or a file of a folder
    std::optional<std::string> text;
    std::vector<std::string> said;  ///< with isChat, the earlier messages and answers in turn
    bool isChat = false;            ///< the text is a message
    std::optional<std::string> pair;
    std::string name;  ///< the model's name in captions and files, its family if empty
    std::optional<std::string>
        prompt;  ///< the name of one of the model's prompts, else its usual one
    std::optional<std::string> output;  ///< the output to use for a model that translates
    int mostTokens = 0;                 ///< max. tokens of the output, 0 for the model's own limit
    std::vector<std::string> images;    ///< PNG or JPEG files, for models that read pictures
    bool splitsImages = false;          ///< into tiles (Idefics3)
    std::vector<std::string> classes;   ///< texts for CLIP or SigLIP to compare it with
    std::string sound;                  ///< a WAV file, for models that hear
    std::string language;               ///< of the sound; empty for the model's usual one
    std::string task;                   ///< transcribe or translate; empty for the usual one
    std::optional<std::vector<int>> outputIds;  ///< of the output after the prompt
    std::string target;                         ///< the likeliest answer if empty
    std::optional<model::TargetKind> as;  ///< else it depends on the target (service::targetNamed)
    bool gradients = false;
    std::vector<std::string> scores;
    /// `--test-words`: how words are tested, by model::blankNamed. If empty, by hiding them. For ask and rankings the
    /// tests are scores, too.
    std::vector<std::string> testWords;
    /// `--among`: whether special tokens, attention sinks and the output's own token take part in rankings.
    RankingScope among = RankingScope::words;
    bool isAmongGiven = false;
    service::Recipe recipe;  ///< values with options of their own names, the rule, the swap
    bool isRuleGiven = false;
    int steps = service::usualSteps;  ///< for integrated gradients
};

}  // namespace hw::cli
