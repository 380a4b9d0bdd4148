// SPDX-License-Identifier: MIT
// Effects on an answer, for the command line: the question's value, the effects of cuts, scores of tokens.
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

/// The token whose outputs are read: the usual one, or the first token after the start of a text without a mask.
int answerPosition(const model::Session& session, const model::Run& run);

/// Parses a question from the command line: "are@5", "are-is", "7@2", "\"7\"" (the text, not the number), "@-1", with
/// numbers as in Recipe::target, including "p:" and "lp:". "17+203@4" is a word of several tokens that follows token 4
/// in the text. For a model of vectors it is the text to compare with. A single output uses its log-probability unless
/// `kind` names another number. Without any output the likeliest is compared with the next one, or used on its own if
/// there is a kind. Errors: badArgument.
Result<model::Target> targetNamed(const model::Session& session, const model::Run& run,
                                  std::string_view text, std::optional<model::TargetKind> kind);

/// A question, and its text if that is not the run's text.
struct TextTarget {
    model::Target target;
    std::optional<model::Run> longer;  ///< the text continued with a word of several tokens
};
/// As targetNamed(). A model of next words can also be asked about a word of several tokens that may follow its text
/// ("Kraków"), by the sum of their log-probabilities. Errors: the same. Cost: a run of the longer text.
Result<TextTarget> parseTextTarget(const model::Session& session, const model::Run& run,
                                   std::string_view text, std::optional<model::TargetKind> kind);

/// A question about a run without cuts, with the gradients of its value.
struct GradientQuestion {
    const model::Session& session;
    const model::Run& run;
    model::Target target;
    model::PairGradients gradients = {};  ///< the encoder's for a model with one network

    /// Errors: as model::backward.
    static Result<GradientQuestion> of(const model::Session& session, const model::Run& run,
                                       model::Target target);
    double value() const { return (run.output ? gradients.decoder : gradients.encoder).value; }
    model::Subject subject() const { return session.subject(run); }
    model::TargetedRun targetedRun() const { return {session, run, target}; }
};

/// Begins an object with the question: value, target {kind, index, name, minus, minusName, position}, tokens,
/// tokens_of_text (if the text was truncated), and for a translation model decoder_tokens and output.
void beginQuestionJson(JsonWriter& json, const GradientQuestion& asked);

/// Writes a test's name under `key`, and its `inserted` and `warning` if it has them.
void writeTest(JsonWriter& json, std::string_view key, const model::BlankName& test);

/// Which tokens may be hidden, by `among` and without `leftOut` (core/report/ranked_tokens.h).
std::vector<bool> unitTokens(const model::Runner& runner, const Example& example,
                             const model::Target& target, RankingScope among,
                             std::span<const std::string> leftOut = {});

/// Units, most important first, by the ranking "flow" or a ranking of model/experiment/rankings.h. Flow uses the
/// maximum flows from the place where the answer is read to each token (for edges, their share of one of many maximum
/// flows). nullopt if there is no such ranking. `stacks` need gradients.
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

/// One number per token, with the arrays that it was computed from.
struct Score {
    std::vector<double> values;
    std::vector<NamedArray> arrays = {};
    /// the part of the value that the steps of integrated gradients miss
    std::optional<double> error = {};
};
/// A test of words by its name (model::blankNamed), or a score of the table in scores.cpp. A translation model has only
/// the tests and gradient-x-input. Errors: badArgument for another name; as of computing it.
Result<Score> scoreNamed(const GradientQuestion& asked, std::string_view name, int steps,
                         const model::Progress& progress = {});
/// A score's name without "blank-out:", which older command lines may have.
std::string_view plainName(std::string_view name);
/// Scores as importance of tokens. With `falls`, for a measure that counts only falls: by how much the value falls
/// without the token, and other scores with their signs. Otherwise: by how much the value moves, and the sizes of other
/// scores.
Result<std::vector<Importance>> importanceOf(const GradientQuestion& asked,
                                             const std::vector<std::string>& names, int steps,
                                             bool falls);

struct Effects {
    std::vector<Cut> cuts;  ///< one run each
    Rule rule = Rule::zero;
    std::vector<std::string> scores;           ///< by scoreNamed
    RankingScope among = RankingScope::words;  ///< which tokens the summaries of word tests include
    int steps = usualSteps;                    ///< for integrated gradients
};

/// How to make several runs in parallel: each(n, work) calls work(i) for each i below n. By default they run one after
/// the other.
struct Workers {
    int count = 1;
    std::function<void(int, const std::function<void(int)>&)> each = {};
};

/// Output next to the answer: each array once, and warnings about word tests.
struct SideOutput {
    std::vector<NamedArray> arrays;
    std::vector<Problem> warnings;
};

/// {fields of beginQuestionJson, cuts: [{cut or hide, value, first_order, edges}], scores: {name: [one per token]}, tests,
/// among, agreement, sentence, integrated_gradients_error}. first_order is null if gradients cannot predict a cut. The
/// edges of a minimum cut count layers from 1. The numbers do not depend on the workers. Errors: badArgument for a cut
/// or a score that does not exist.
Result<std::string> effectsOf(const GradientQuestion& asked, const Effects& effects,
                              const Workers& workers, SideOutput& side);

}  // namespace hw::service
