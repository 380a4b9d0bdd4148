// SPDX-License-Identifier: MIT
// What Whisper should write about a sound, and the tokens with which its decoder begins, from generation_config.json.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/network/spec.h"
#include "model/network/stop.h"

namespace hw::model {

/// What a model that hears should write.
struct SoundRequest {
    std::string_view language = {};  ///< "en"; empty for the usual one
    std::string_view task = {};      ///< "transcribe" or "translate"; empty for the usual one
    /// Tokens that the decoder reads after the prompt; or with the prompt, if they begin with the decoder's first
    /// token. Else the model generates them.
    std::optional<std::vector<int>> written = {};
    /// Frames of the features, from and to before, that get their smallest value.
    std::vector<std::pair<int, int>> silent = {};
    int mostTokens = 0;  ///< as in DecodeOptions
    Progress progress = {};
    Stop stop = {};
};

struct SoundPrompts {
    std::vector<std::pair<std::string, int>>
        languages;  ///< "en" and its token; empty for a model of one language
    std::vector<std::pair<std::string, int>> tasks;  ///< "transcribe", "translate"
    /// The tokens of the file's forced_decoder_ids, if there are no lists of languages and tasks.
    std::vector<int> forced;
    int noTimes = -1;  ///< the token of a text without times; -1 if there is none
    /// Layers and heads of the cross-attention that follow the sound's time, from 0.
    std::vector<std::pair<int, int>> alignment;

    /// The tokens after the decoder's first one. Without a language English or else the first one, without a task
    /// "transcribe". Errors: badArgument for a language or task that the model does not have.
    Result<std::vector<int>> promptOf(std::string_view language, std::string_view task) const;
};

/// Errors: syntax; badArgument for a token or a head that does not exist. `decoder` has the sizes.
Result<SoundPrompts> readSoundPrompts(const ModelFiles& files, const Spec& decoder);

/// Checks preprocessor_config.json, if it is there. Errors: badArgument for values that make other features than
/// SoundSpec.
Result<void> checkSoundPreparation(const ModelFiles& files, const SoundSpec& sound);

}  // namespace hw::model
