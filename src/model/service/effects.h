// SPDX-License-Identifier: MIT
// What decides an answer, as the command line asks it: the question's number, what cuts make of it, scores of tokens.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "core/report/ranked_tokens.h"
#include "io/write/json_writer.h"
#include "model/ask/runner.h"
#include "model/run/target.h"
#include "model/service/recipe.h"
#include "model/session/session.h"
#include "model/session/token_scores.h"

namespace hw::service {

/// The token whose outputs are looked at: the usual one, or the first behind the beginning of a text without a mask.
int lookedAt(const model::Session& session, const model::Run& run);

/// What a text asks about, as people write it: "are@5", "are-is", "7@2", "\"7\"" (the text, not the number), "@-1"; numbers as in
/// Recipe::target, "p:" and "lp:", too. "17+203@4": a word of several tokens that stands in the text behind token 4. Of a model of vectors the text to compare with. One output among several is asked by its
/// log-probability unless `kind` names another; without any output the likeliest against the next one, or alone if there is a kind.
/// Errors: badArgument.
Result<model::Target> targetNamed(const model::Session& session, const model::Run& run,
                                  std::string_view text, std::optional<model::TargetKind> kind);

/// A question, and the text that it is about where that is another than the run's.
struct AskedText {
    model::Target target;
    std::optional<model::Run> longer;  ///< with a word of several tokens behind the text
};
/// As targetNamed(). A model of next words is also asked about a word of several tokens that its text may go on with ("Kraków"): by the sum of
/// their log-probabilities. Errors: the same. Cost: a run of the longer text.
Result<AskedText> askedText(const model::Session& session, const model::Run& run,
                            std::string_view text, std::optional<model::TargetKind> kind);

/// A question about a run without cuts, with the gradients of its number.
struct Asked {
    const model::Session& session;
    const model::Run& run;
    model::Target target;
    model::PairGradients gradients = {};  ///< of one network: the encoder's

    /// Errors: as model::backward.
    static Result<Asked> of(const model::Session& session, const model::Run& run,
                            model::Target target);
    double value() const { return (run.output ? gradients.decoder : gradients.encoder).value; }
    model::Subject subject() const { return session.subject(run); }
    model::Questioned questioned() const { return {session, run, target}; }
};

/// Begins an object with the question: value, target {kind, index, name, minus, minusName, position}, tokens, tokens_of_text (of a text
/// that was cut off), and of a model that translates decoder_tokens and output.
void writeAsked(JsonWriter& json, const Asked& asked);

/// Of a test of words: its name under `key`, and, where there are such, `inserted` and `warning`.
void writeTest(JsonWriter& json, std::string_view key, const model::BlankName& test);

/// Which tokens may be hidden: by `among`, and without those `leftOut` (core/report/ranked_tokens.h).
std::vector<bool> unitTokens(const model::Runner& runner, const Example& example,
                             const model::Target& target, Among among,
                             std::span<const std::string> leftOut = {});

/// Units, the one first that "flow" (the maximum flows from where the answer is read to each token; of edges what they carry of them, one
/// of many maximum flows) or a ranking by its name (model/experiment/rankings.h) holds most important. nullopt: no such name.
/// `stacks`: with gradients.
std::optional<Result<std::vector<model::Unit>>> rankedBy(const model::Runner& runner,
                                                         const model::Target& target,
                                                         std::span<const model::StackView> stacks,
                                                         const std::function<Example()>& example,
                                                         const std::vector<model::Unit>& units,
                                                         std::string_view name);

struct NamedArray {
    std::string name;
    std::vector<int> shape;
    std::vector<float> values;
};

/// One number a token, with the arrays that it was made of.
struct Score {
    std::vector<double> values;
    std::vector<NamedArray> arrays = {};
    std::optional<double> error = {};  ///< what the steps of integrated gradients leave out
};
/// A test of words by its name (model::blankNamed), or one of the table in scores.cpp; of a model that translates tests and
/// gradient-x-input. Errors: badArgument for another name; as of computing it.
Result<Score> scoreNamed(const Asked& asked, std::string_view name, int steps,
                         const model::Progress& progress = {});
/// A score's name without "blank-out:", as older command lines write it.
std::string_view plainName(std::string_view name);
/// Scores as importance of tokens. `falls`: by how much the value falls without the token, and other scores with their signs, for a
/// measure that counts falls only; else by how much it moves, and their sizes.
Result<std::vector<Importance>> importanceOf(const Asked& asked,
                                             const std::vector<std::string>& names, int steps,
                                             bool falls);

struct Effects {
    std::vector<Cut> cuts;  ///< each a run of its own
    Rule rule = Rule::zero;
    std::vector<std::string> scores;  ///< by scoreNamed
    Among among = Among::words;       ///< of what is said of tests of words
    int steps = usualSteps;           ///< of integrated gradients
};

/// How several runs are made at once: each(n, work) calls work(i) for each i below n. Without it one after the other.
struct Workers {
    int count = 1;
    std::function<void(int, const std::function<void(int)>&)> each = {};
};

/// Beside the text of an answer: each array once, and warnings about tests of words.
struct Beside {
    std::vector<NamedArray> arrays;
    std::vector<Problem> warnings;
};

/// {what writeAsked says, cuts: [{cut or hide, value, first_order, edges}], scores: {name: [one a token]}, tests, among, agreement,
/// sentence, integrated_gradients_error}. first_order is null where gradients say nothing of a cut; edges, of a minimum cut, have layers
/// from 1. The numbers are the same with any workers. Errors: badArgument for a cut or a score that is not there.
Result<std::string> effectsOf(const Asked& asked, const Effects& effects, const Workers& workers,
                              Beside& beside);

}  // namespace hw::service
