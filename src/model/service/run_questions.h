// SPDX-License-Identifier: MIT
// Questions about a run (the call "ask" in model/service/service.h) and their answers as JSON.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "model/ask/cut_value_cache.h"
#include "model/experiment/decide.h"
#include "model/run/target.h"
#include "model/service/fields.h"
#include "model/session/session.h"

namespace hw::service {

/// The question's value without a group of tokens, and the model's answer then.
struct GroupTest {
    double value = 0;        ///< NaN if it has no meaning
    int answer = -1;         ///< -1 if the model has no answers, or the answer has no meaning
    std::string text;        ///< includes the score for a head of scores
    double probability = 0;  ///< NaN if the answer is a score
};
/// Results for one run's words and one question. Views request a first look, then some words, then all.
struct GroupTests {
    /// key: the test's name and the tokens
    std::map<std::pair<std::string, std::vector<int>>, GroupTest> tests;
    /// the question's value with tokens hidden from a layer on
    std::map<std::pair<int, std::vector<int>>, double> hidden;
    std::vector<double>
        routes;  ///< one per token, as in model/why/run_overview.h; empty if unknown
    std::vector<double> direct;
};

/// The scores of a circuit's edges, kept for the next question about the same pairs.
struct CircuitScores {
    std::string of;  ///< the pairs and the kind of scores
    std::vector<double> values;
};

/// A run with its question. If the user chose no question, "decide" looks for a change to any other answer. Layers,
/// heads and tokens count from 0.
struct RunQuestion {
    const model::Session& session;
    const model::Run& base;  ///< of the text without cuts
    const model::Run& run;   ///< as shown, with cuts
    model::Target target;
    bool isUsual = false;  ///< the default question, the answer against the next one
    Values arguments;
    const model::Progress& progress;
    const model::Decision* searched = nullptr;  ///< a finished search of searchFor()
    model::CutValueCache* known = nullptr;      ///< cache for the values of cut runs
    int firstLayer = 0;                ///< the answer's number for the first layer of units
    GroupTests* tested = nullptr;      ///< null if the results are not kept
    CircuitScores* circuit = nullptr;  ///< the last scores of a circuit; null if they are not kept

    model::Subject subject() const { return session.subject(base); }
};

/// The question's value without one token of the text, and the test that was used.
struct TokenTest {
    std::string blank;
    double value = 0;
};

/// A question about units, for any program that runs the model: a session, or a program that uses this one
/// (model/distant/distant.h).
struct UnitQuestion {
    const model::Runner& runner;
    model::Target target;
    bool isUsual = false;
    Values arguments;
    const model::Progress& progress;
    const model::Decision* searched = nullptr;
    /// null if the program that runs the model has its own cache
    model::CutValueCache* known = nullptr;
    model::Spec spec = {};  ///< numbers of layers and heads, and which tokens they see
    /// index of the first patch's token, or -1 if the model reads no pictures
    int firstPatch = -1;
    int firstLayer = 0;  ///< as in RunQuestion
    std::function<Result<std::string>(int output)> nameOf = {};
    std::function<Example()> example = {};  ///< the run's attention and tokens
    /// `isAnswers`: the answer is read at this token, and nowhere else.
    std::function<Result<TokenTest>(int token, bool isAnswers)> without = {};
};
/// `runner` is the subject of the question.
UnitQuestion unitQuestionOf(const RunQuestion& asked, const model::Runner& runner);

/// Checks that the question exists and takes these arguments. Errors: badArgument with the place of the argument.
Result<void> checkQuestion(std::string_view name, const Values& arguments);
std::vector<std::string_view> questionNames();
/// Converts command-line arguments NAME=VALUE to the JSON object of a request, which checkQuestion checks. Several
/// numbers or choices separated by commas make one object each. Errors: badArgument for an argument without a value, one that the
/// question does not have, and a value that is not a number where one is needed.
Result<std::vector<std::string>> argumentsJson(std::string_view question,
                                               std::span<const std::string> given);
/// The table rows of a question's arguments, and one of them. Question and argument have to exist. Other interfaces
/// accept the same values as requests.
std::span<const Field> argumentsOf(std::string_view question);
const Field& argumentOf(std::string_view question, std::string_view argument);

/// The answer to a question by its name. The arguments have to be checked.
///
///     lens        {position, count}
///                     {position, final, layers: [{answers, probability, rank}]} of the run or its decoder, x_0 first
///     experiment  {kind, ranking, rule, draws, among}
///                     {value, units, counts, ranked, random: {mean, low, high, least}, area, p}; the ranking "search"
///                     makes real runs to find the units that lower the question most; "flow" is a ranking, too
///     alone       {kind, rule, count, among}
///                     {value, all, units}: each unit cut alone, in the order of the size of its gradient's prediction;
///                     `predicted` and `actual` are changes of the question
///     decide      {kind, rule, most, among}
///                     {found, units, runs, before, after, lead, leadAfter, others: {all, measured, changed, exchanged,
///                     changedByExchange, farthest: [{units, leadAfter, after}]}}
///     cutset      {edges, residuals, input, rule, draws}
///                     {value, cut, withoutResiduals, blanked, blank, removed, random, ...}
///     blanked     {blank, groups}
///                     {value, blank, blanks: [{name, inserted, warning}], values, answers: [{text, probability}]}: the
///                     question with each group of tokens tested; a value is null if it has no meaning, a probability
///                     if the answer is a score, which its text has; a translation keeps its output; groups
///                     "1;2-3;5-5,8-8" are spans of tokens; blank as in model::blankNamed, default hide
///     why         {by, groups, measure, layers, sinks}
///                     which word matters most, and where attention leads (model/why/why_answer.cpp)
///     contacts    {first, second}
///                     {residues, probabilities}: of a protein's pairs i < j, (0, 1), (0, 2) ...; with the residues
///                     first and second, from 0, also {logit, bias, terms} of this pair, [layer][head]
///     sound       {position}
///                     {step, tokens, all, rows, bins, frames, picture, alignment, heads, named, words: [{position, text,
///                     from, to}]} of a sound: `picture` has bytes [bins][frames] and `alignment` [rows][tokens] in
///                     base64, heads are [layer, head] of the alignment, `named` if the model names them; of a decoder
///                     token {attention, rollout: [tokens], silence}, the rollout's share in the silence after the sound
///     patches     {method, seconds, layer}
///                     {method, grid, position, parts, value, complete, frames: [{image, row, column, box, rows, columns,
///                     values}], squares, fill}: which patch of the prompt's pictures matters, by a method of
///                     model/patches/patch_effects.h. For hide, wipe and grey values are the fall of the question's
///                     value without the patch, null where none was measured, and squares are all that were measured
///                     within `seconds` (default 10); grid is tokens or patches; parts are all image tokens, the other
///                     words and the first token, hidden, and their part of the rollout; layer, from 0, for attention
///     effects     {cuts, rule, scores, among, steps}
///                     the output of `headwaters ask` (effects.h) for cuts [{kind, text}], each alone, of the text
///                     without the recipe's cuts; scores are names separated by commas
///     circuit     {text, pairs, score, metric, edges, measure, size, edge}
///                     the circuit that tells the run's text from another one, or of a list of pairs, in MIB's form
///                     with its test (model/circuit/report/circuit_json.h); measure "no": only {nodes, edges, pairs,
///                     passes}, the cost in forward passes; "scores": the scores alone, with those of the heads; "size": the
///                     test of one of the ten sizes; "edge": the exact patch of one edge (circuit_answer.cpp)
///     swap        {what, text, pair, aligned}
///                     {rows, columns, clean, changed, values, predicted, ...}; what is streams or heads, for a
///                     translation model those of the encoder with its output kept
///
/// - Units of a translation model have a "stack": encoder, decoder or cross. A token is the encoder's. `cutset` is
///   rejected for translation models.
/// - aligned has the user's corrections to which tokens correspond, "a3:5;a4:-", as in addSwaps.
/// - among selects the tokens that are units, words (default) or all (core/report/ranked_tokens.h). It is rejected for
///   other kinds.
/// - kind is edge, head, token, or for a picture patch (with its token as key, and its number).
/// - rule is zero or renormalise. edges and residuals have the format of model/ask/cut_text.h.
///
/// Errors: badArgument for an unknown name or argument; as of the computation.
Result<std::string> answerQuestion(std::string_view name, const RunQuestion& asked);
/// The same for the questions about units: experiment, alone, decide, cutset. Errors: also badArgument for any other
/// question.
Result<std::string> answerQuestion(std::string_view name, const UnitQuestion& asked);

/// The functions that answer each question (questions.cpp).
Result<std::string> lensAnswer(const RunQuestion& asked);
Result<std::string> experimentAnswer(const UnitQuestion& asked);
Result<std::string> aloneAnswer(const UnitQuestion& asked);
Result<std::string> cutSetAnswer(const UnitQuestion& asked);
Result<std::string> blankedAnswer(const RunQuestion& asked);
Result<std::string> whyAnswer(const RunQuestion& asked);
Result<std::string> circuitAnswer(const RunQuestion& asked);
Result<std::string> decideAnswer(const UnitQuestion& asked);
Result<std::string> contactsAnswer(const RunQuestion& asked);
Result<std::string> soundAnswer(const RunQuestion& asked);
Result<std::string> effectsAnswer(const RunQuestion& asked);
Result<std::string> swapAnswer(const RunQuestion& asked);
Result<std::string> patchesAnswer(const RunQuestion& asked);

/// The search that takes most of a question's time, to be made in steps before the question is answered. nullopt if the
/// question needs no search. The runner has to outlive it. Errors: as answerQuestion.
Result<std::optional<model::Deciding>> searchFor(std::string_view name, const UnitQuestion& asked);

/// The runs that a question needs for its words, one layer at a time, so that a key press can stop them. Their results
/// are in RunQuestion::tested.
class WordRuns {
public:
    WordRuns() = default;
    WordRuns(const WordRuns&) = delete;
    WordRuns& operator=(const WordRuns&) = delete;
    virtual ~WordRuns() = default;
    /// False after the last step.
    virtual Result<bool> step() = 0;
    /// From 0 to 1.
    virtual double done() const = 0;
};
/// Null if the question needs no such runs. Session, run and RunQuestion::tested have to outlive them.
std::unique_ptr<WordRuns> wordRunsFor(std::string_view question, const RunQuestion& asked);

/// Adds activations from the run of the text `clean` to the edits. The places "s3:6;H3:1" are the stream after layer 3
/// (0 is the embedding) at token 6, and head 1 of layer 3. Layers count from 1, heads and tokens from 0, as in cuts.
/// Older links have "h2:1" for "H3:1". Equal tokens of both texts correspond, and so do the tokens between them if both
/// texts have the same number there. "a3:5" maps token 3 here to token 5 there, and "a3:-" means that token 3 has no
/// counterpart. "x2" adds the difference between the two texts twice, for a strength from -10 to 10 (default 1). Errors:
/// badArgument for a place, a token or a strength that does not exist; as Session::run.
Result<void> addSwaps(const model::Session& session, const model::Run& base, std::string_view clean,
                      std::string_view places, model::Edits& edits);

/// Scores of the text's tokens for rankings, as on the command line: by how much hiding each token moves the question
/// (null for the token whose answer is read), the sizes of gradient times input and of integrated gradients with 32
/// steps, value zeroing (rolled out), ALTI. Scores that lack a number for some token are skipped. They belong to the
/// run without cuts. `blank` as in model::blankNamed; empty means hide. Cost: two passes per token, and 64 more.
Result<std::vector<Importance>> interventionScores(const RunQuestion& asked,
                                                   std::string_view blank);

}  // namespace hw::service
