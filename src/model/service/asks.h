// SPDX-License-Identifier: MIT
// What can be asked of a run besides itself (model/service/service.h, "ask"), and the answers as JSON.
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
#include "model/ask/known_cuts.h"
#include "model/experiment/decide.h"
#include "model/run/target.h"
#include "model/service/fields.h"
#include "model/session/session.h"

namespace hw::service {

/// The question without a group of tokens, and what the model answers then.
struct TestedGroup {
    double value = 0;        ///< NaN: it has no meaning
    int answer = -1;         ///< -1: the model has no answers, or it has no meaning
    std::string text;        ///< of a head of scores with the score
    double probability = 0;  ///< NaN: the answer is a score
};
/// What is known of one run's words and one question: views ask for a first look, then for some words, then for all.
struct TestedGroups {
    std::map<std::pair<std::string, std::vector<int>>, TestedGroup>
        tests;  ///< by the test's name and the tokens
    std::map<std::pair<int, std::vector<int>>, double>
        hidden;                  ///< the question with tokens hidden from a layer on
    std::vector<double> routes;  ///< of each token, as model/why/look.h has them; empty: unknown
    std::vector<double> direct;
};

/// A run with its question. Where nobody chose one, "decide" looks for a change to any other answer. Layers, heads and tokens count from 0.
struct AskedRun {
    const model::Session& session;
    const model::Run& base;  ///< of the text without cuts
    const model::Run& run;   ///< as it is shown
    model::Target target;
    bool isUsual = false;  ///< nobody chose the question: the answer against the next one
    Values arguments;
    const model::Progress& progress;
    const model::Decision* searched = nullptr;  ///< what searchFor() was for, made already
    model::KnownCuts* known = nullptr;          ///< where numbers of cut runs are kept
    int firstLayer = 0;              ///< the number of the first layer in units of the answer
    TestedGroups* tested = nullptr;  ///< null: nobody asks again

    model::Subject subject() const { return session.subject(base); }
};

/// The number without a token of the text, and how it was tested.
struct Tested {
    std::string blank;
    double value = 0;
};

/// The same for questions about units, of whoever runs the model: a session, or a program around this one (model/distant/distant.h).
struct AskedUnits {
    const model::Runner& runner;
    model::Target target;
    bool isUsual = false;
    Values arguments;
    const model::Progress& progress;
    const model::Decision* searched = nullptr;
    model::KnownCuts* known = nullptr;  ///< null: whoever runs it remembers
    model::Spec spec = {};              ///< how many layers and heads, and what they see
    int firstPatch = -1;                ///< its token; -1: it reads no pictures
    int firstLayer = 0;                 ///< as in AskedRun
    std::function<Result<std::string>(int output)> nameOf = {};
    std::function<Example()> example = {};  ///< the run's attention and tokens
    /// `isAnswers`: the answer is read there, and only there.
    std::function<Result<Tested>(int token, bool isAnswers)> without = {};
};
/// `runner`: the subject of what is asked.
AskedUnits unitsAsked(const AskedRun& asked, const model::Runner& runner);

/// Whether there is such a question with such arguments. Errors: badArgument with the place of the argument.
Result<void> checkQuestion(std::string_view name, const Values& arguments);
std::vector<std::string_view> questionNames();
/// Arguments as people write them, NAME=VALUE each, as the JSON object of a request, which checkQuestion checks; several numbers between
/// commas make an object for each. Errors: badArgument for an argument without a value, one that the question does not have, and a
/// value that is no number where one is needed.
Result<std::vector<std::string>> argumentsJson(std::string_view question,
                                               std::span<const std::string> given);
/// The rows of a question's arguments, and one of them, both of which have to be there: other surfaces take what requests take.
std::span<const Field> argumentsOf(std::string_view question);
const Field& argumentOf(std::string_view question, std::string_view argument);

/// The answer to a question by its name, whose arguments were checked:
///
///   lens        {position, count}        of the run, or of its decoder: {position, final, layers: [{answers, probability, rank}]}, x_0 first
///   experiment  {kind, ranking, rule, draws, among}
///                                        {value, units, counts, ranked, random: {mean, low, high, least}, area, p}; ranking may be
///                                        "search": real runs look for those that lower the question most; or "flow"
///   alone       {kind, rule, count, among}
///                                        {value, all, units}: each unit cut by itself, those first that gradients rank
///                                        highest in size; `predicted` and `actual` are changes of the question
///   decide      {kind, rule, most, among}
///                                        {found, units, runs, before, after, lead, leadAfter, others: {all, measured, changed, exchanged,
///                                        changedByExchange, farthest: [{units, leadAfter, after}]}}
///   cutset      {edges, residuals, input, rule, draws}
///                                        {value, cut, withoutResiduals, blanked, blank, removed, random, ...}
///   blanked     {blank, groups}          {value, blank, blanks: [{name, inserted, warning}], values, answers: [{text, probability}]} (null: a score, which the text has): the question with each group of tokens tested, null where
///                                        it has no meaning, of a text that is translated with its output as it is; groups "1;2-3;5-5,8-8" (spans of tokens), blank as model::blankNamed,
///                                        none: hide
///   why         {by, groups, measure, layers, sinks}
///                                        which word matters most, and where attention leads (model/why/why_answer.cpp)
///   effects     {cuts, rule, scores, among, steps}
///                                        what `headwaters ask` prints (effects.h): cuts: [{kind, text}], each by itself, of the text without the recipe's;
///                                        scores: names between commas
///   swap        {what, text, pair, aligned}
///                                        what: streams or heads, of a model that translates its encoder's, its output as it is; {rows, columns, clean, changed, values, predicted, ...}
///
/// Units of a model that translates have their "stack": encoder, decoder or cross; a token is one of the encoder's. `cutset` is refused there.
/// aligned: what is put right by hand of which tokens belong to each other, "a3:5;a4:-", as in addSwaps.
/// among: which tokens are units, words or all (core/report/ranked_tokens.h); words where it is not given, and refused for other kinds.
/// kind: edge, head, token, or of a picture patch (with its token as key, and its number); rule: zero or renormalise; edges and residuals as in model/ask/cut_text.h. Errors: badArgument
/// for a name or an argument that is none of these; as of what is asked.
Result<std::string> answerAsked(std::string_view name, const AskedRun& asked);
/// The same for the questions about units: experiment, alone, decide, cutset. Errors: also badArgument for another.
Result<std::string> answerAsked(std::string_view name, const AskedUnits& asked);

/// Who answers each of them (questions.cpp).
Result<std::string> lensAnswer(const AskedRun& asked);
Result<std::string> experimentAnswer(const AskedUnits& asked);
Result<std::string> aloneAnswer(const AskedUnits& asked);
Result<std::string> cutSetAnswer(const AskedUnits& asked);
Result<std::string> blankedAnswer(const AskedRun& asked);
Result<std::string> whyAnswer(const AskedRun& asked);
Result<std::string> decideAnswer(const AskedUnits& asked);
Result<std::string> effectsAnswer(const AskedRun& asked);
Result<std::string> swapAnswer(const AskedRun& asked);

/// The search that a question takes most of its time for, to be made in steps before it is answered; nullopt: it needs none. The runner has
/// to outlive it. Errors: as answerAsked.
Result<std::optional<model::Deciding>> searchFor(std::string_view name, const AskedUnits& asked);

/// The runs that a question needs for its words, a layer at a time, so that a key press ends them. What they find is in AskedRun::tested.
class WordRuns {
public:
    WordRuns() = default;
    WordRuns(const WordRuns&) = delete;
    WordRuns& operator=(const WordRuns&) = delete;
    virtual ~WordRuns() = default;
    /// False: there is no more.
    virtual Result<bool> step() = 0;
    /// From 0 to 1.
    virtual double done() const = 0;
};
/// Null: the question has none. Session, run and what is known of it have to outlive them.
std::unique_ptr<WordRuns> wordRunsFor(std::string_view question, const AskedRun& asked);

/// Adds what stands in the run of the text `clean` at the places "s3:6;H3:1" to the edits: the stream after layer 3 (0: the embedding)
/// at token 6, and head 1 of layer 3. Layers count from 1, heads and tokens from 0, as in cuts; "h2:1" of older links is "H3:1". Tokens that are equal in both texts belong to each other, and those between them where
/// there are as many; "a3:5" says that token 3 here is token 5 there, "a3:-" that it has no like. Errors: badArgument for a
/// place or a token that there is not; as Session::run.
Result<void> addSwaps(const model::Session& session, const model::Run& base, std::string_view clean,
                      std::string_view places, model::Edits& edits);

/// Scores of the text's tokens, for rankings, as the command line has them: by how much hiding each moves the question (null for the token whose answer is read), the sizes
/// of gradient times input and of integrated gradients along 32 pieces, value zeroing (rolled out), ALTI. Those without a number at some token are left out. Of the run without
/// cuts. `blank` as model::blankNamed, empty: hide. Cost: two passes a token, and 64 more.
Result<std::vector<Importance>> interventionScores(const AskedRun& asked, std::string_view blank);

}  // namespace hw::service
