// SPDX-License-Identifier: MIT
// Inputs of a model. Texts as files have them, in a JSON list or one JSON value per line. A text or a picture from
// options.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/options.h"
#include "core/problem.h"
#include "model/session/session.h"

namespace hw::cli {

/// One text, or two for models that take pairs, or a picture or a sound.
struct InputText {
    std::string text;
    std::optional<std::string> pair;
    std::vector<std::string> images = {};  ///< files, of a picture or of those in the text
    std::string sound = {};                ///< its file
    std::string language = {};             ///< of the sound, and the task: as ModelOptions
    std::string task = {};
    std::optional<std::vector<int>> outputIds = {};
    std::optional<std::string> output = {};  ///< for a model that translates
    int mostTokens = 0;                      ///< as DecodeOptions
    bool splitsImages = false;
    service::Recipe recipe = {};  ///< all other inputs. Its text and pair are those above
    std::string cluster = {};     ///< texts with the same one count as one observation, or empty
    std::string target;           ///< its own question, as --target
    /// For batch why, the words that are known to matter, by their tokens, or as `headwaters why` prints words.
    std::variant<std::vector<int>, std::vector<std::string>> known;

    std::optional<std::string_view> second() const { return pair; }
};

/// `["one", ["two", "three"], {"text": "four", "pair": "five"}]`. Errors: syntax; notRecognised for anything else.
Result<std::vector<InputText>> textsOfList(std::string_view json, const std::string& name);
/// One element of such a list. Errors: the same.
Result<InputText> textOfJson(std::string_view json, const std::string& name);

/// The input that the options name.
InputText givenOf(const ModelOptions& options);
/// The prompt of a model that reads pictures in it, not run. Errors: as of runInput.
Result<model::Run> promptOf(const model::Session& session, const InputText& given);
/// Runs one text, two texts, a prompt with pictures, a picture, which is a JPEG, or a PNG of 8 bits per channel, or a
/// sound, which is a WAV file. Errors: cannotRead, notRecognised for the file; those of the session.
Result<model::Run> runInput(const model::Session& session, const InputText& given);
/// The text's own question. Default: that of the options.
const std::string& questionOf(const InputText& text, const ModelOptions& options);
/// A text to run, and the target of its question.
struct Compared {
    InputText text;
    std::string target;
};
/// For a model that gives a vector, a pair is two texts. The first is run, and the question is its cosine with the
/// second, unless the text or the options name another target. Other inputs are unchanged.
Compared comparedText(const model::Session& session, InputText text, const ModelOptions& options);
/// openModel, with the prompt of --prompt-name, and with the texts of --class if there are any. Errors: as of all
/// three.
Result<model::Session> openAmong(const std::string& path, const InputOptions& options);

}  // namespace hw::cli
