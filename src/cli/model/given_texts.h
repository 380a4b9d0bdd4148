// SPDX-License-Identifier: MIT
// What a model is given: texts as files have them, a JSON list or a line of JSON each; a text or a picture that options name.
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

/// One text, or two for models that take pairs; or a picture.
struct GivenText {
    std::string text;
    std::optional<std::string> pair;
    std::string image = {};                  ///< its file
    std::optional<std::string> output = {};  ///< of a model that translates
    int mostTokens = 0;                      ///< as DecodeOptions
    service::Recipe recipe = {};             ///< all else: its text and pair are those above
    std::string cluster = {};  ///< texts that name one count as one observation; or empty
    std::string target;        ///< its own question, as --target
    /// Of batch why: the words that are known to matter, by their tokens, or as `headwaters why` prints words.
    std::variant<std::vector<int>, std::vector<std::string>> known;

    std::optional<std::string_view> second() const { return pair; }
};

/// `["one", ["two", "three"], {"text": "four", "pair": "five"}]`. Errors: syntax; notRecognised for anything else.
Result<std::vector<GivenText>> textsOfList(std::string_view json, const std::string& name);
/// One element of such a list. Errors: the same.
Result<GivenText> textOfJson(std::string_view json, const std::string& name);

/// What the options name.
GivenText givenOf(const ModelOptions& options);
/// Runs a text, two, or a picture: a JPEG, or a PNG of 8 bits a channel. Errors: cannotRead, notRecognised for the picture; those of the session.
Result<model::Run> runGiven(const model::Session& session, const GivenText& given);
/// The text's own question, else that of the options.
const std::string& questionOf(const GivenText& text, const ModelOptions& options);
/// A text to run, and the target of its question.
struct Compared {
    GivenText text;
    std::string target;
};
/// Of a model that gives a vector a pair is two texts: the first is run, and the question is its cosine with the second, unless the text or the
/// options name another target. All else stays.
Compared comparedText(const model::Session& session, GivenText text, const ModelOptions& options);
/// openModel, with the prompt of --prompt-name, and among the texts of --class if there are any. Errors: as of all three.
Result<model::Session> openAmong(const std::string& path, const InputOptions& options);

}  // namespace hw::cli
