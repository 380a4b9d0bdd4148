// SPDX-License-Identifier: MIT
// A model and its requests: facts, runs of texts, answers to questions, generated texts. A request is one JSON object.
// An answer is JSON and, for a run, the bytes of an example. service.cpp has the table of calls with their values.
//
//     look     facts of the model of these files, from their headers -> facts
//     open     opens the files in place of the model before. With a step, they are the weights of this step of training
//              -> facts
//     step     adds the files of another step of the open model (model/steps/checkpoints.h). Their numbers follow those
//              of the earlier files -> {}
//     train    opens a training of a recipe, with its first weights, in place of the model before -> {model: facts,
//              training} (model/training/told.h)
//     learn    trains up to the step `to`, but no longer than this -> the points from the step `from` on
//     learned  the scores of heads and methods at a step
//     tested   the accuracy at a step with cuts, on fresh texts
//     keep     -> {files: [{name, size}], hash}, the files of a step's model, whose bytes follow one another
//     picture  keeps a picture by its name, for models that read them. Part 0 has red, green, blue and opacity of each
//              pixel, one byte each -> {}
//     sound    keeps a WAV file by its name, for models that hear. Part 0 has its bytes -> {}
//     run      runs a recipe -> tokens and the model's answers, with the bytes of a MakeExample
//              (protocol/made_example.h) that has the recipe as ("prompt", `as`)
//     says     the same without an example
//     find     the likeliest outputs with this string in their name
//     ask      answers a question of questions.cpp, without changing anything
//     write    continues a text, up to a number of tokens, and after the first one up to a number of milliseconds
//              -> {ids, begin, prompt, text, rest, same, end, written: [{id, text, probability}]}. These are the ids of
//              all tokens, the number of tokens before, the text of these and of all, the incomplete part of its last
//              character, whether the tokenizer splits it into these tokens, and the reason for the end: none (it goes
//              on), token or length. With 0 tokens nothing is generated
//
// The example of a run with a target has the gradients of its value. For a translation model edges, heads and residuals
// name a stack, and there are no scores and swaps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/problem.h"
#include "io/write/json_writer.h"
#include "model/ask/cut_value_cache.h"
#include "model/experiment/decide.h"
#include "model/service/recipe.h"
#include "model/service/run_questions.h"
#include "model/session/session.h"
#include "model/session/writing.h"
#include "model/steps/checkpoints.h"
#include "model/training/training.h"
#include "protocol/pieces.h"

namespace hw::service {

struct Reply {
    std::string json;
    Pieces message = {};  ///< for the engine; empty if none. Its numbers point into the run
    std::shared_ptr<const model::PairGradients> gradients = {};  ///< and into these
};

class Service {
public:
    /// `read` fills bytes of part number `part` from `offset` on. It returns false on failure.
    using Read = bool (*)(int part, std::uint64_t offset, std::span<std::byte> into);
    explicit Service(Read read) : read_(read) {}

    /// Errors: badArgument for an invalid request, with the place of the value; those of model::look, Session::open and
    /// Session::run.
    Result<Reply> take(std::string_view text, const model::Progress& progress);

    /// Begins the run of a text, the search or the word tests that such a request will need. Returns false if it needs
    /// none that can be made in steps. The request itself reports problems. Anything begun earlier is dropped.
    bool begin(std::string_view text);
    /// Runs its next layer, or makes the next step of the search. Returns false after the last one; take() will then
    /// find the result.
    bool step();
    /// Progress of a search or of word tests, from 0 to 1; 0 if there is none.
    double done() const;

private:
    /// One call with its values and its function.
    struct Call {
        std::string_view name;
        std::span<const Field> fields;
        Result<Reply> (Service::*take)(const Values&, const model::Progress&);
        bool needsModel = true;
    };
    static std::span<const Call> calls();
    struct Request {
        io::Tree tree;
        const Call* call;
        Values values() const { return {tree, io::Tree::root}; }
    };
    /// A request whose values were checked.
    Result<Request> requestIn(std::string_view text) const;
    Result<Reply> look(const Values& request, const model::Progress& progress);
    Result<Reply> open(const Values& request, const model::Progress& progress);
    /// `first`: the number of its first file.
    Result<std::vector<model::Part>> partsIn(const Values& request, int first) const;
    Result<Reply> addStep(const Values& request, const model::Progress& progress);
    /// Makes the weights of a recipe's step those of session_. Drops all runs of others. Errors: those of Steps::at.
    Result<void> useStep(const Values& request, const model::Progress& progress);
    Result<Reply> train(const Values& request, const model::Progress& progress);
    Result<Reply> learn(const Values& request, const model::Progress& progress);
    Result<Reply> learned(const Values& request, const model::Progress& progress);
    Result<Reply> tested(const Values& request, const model::Progress& progress);
    Result<Reply> keepStep(const Values& request, const model::Progress& progress);
    Result<Reply> run(const Values& request, const model::Progress& progress);
    Result<Reply> answers(const Values& request, const model::Progress& progress);
    Result<Reply> keepPicture(const Values& request, const model::Progress& progress);
    Result<Reply> keepSound(const Values& request, const model::Progress& progress);
    Result<model::Run> heardRun(const Recipe& recipe);
    /// Sets `lines` as CLIP's classes. This changes session_ and all runs.
    Result<void> compareWith(const std::string& lines);
    /// Drops the runs so far, and what was begun or computed from them.
    void forgetRuns();
    /// Also drops what else depends on the weights.
    void forgetWeights();
    /// Also drops the model.
    void forgetModel();
    const std::vector<model::Choice>& baseAnswers(int position);
    /// Finishes the layers of the run that was begun.
    Result<model::Run> finishRun();
    /// Runs the text, or the picture, without cuts.
    Result<model::Run> plainRun(const Recipe& recipe);
    Result<model::Run> textRun(const Recipe& recipe);
    /// The tokens of a text, or of a prompt with the recipe's pictures.
    Result<model::Run> encodedRun(const Recipe& recipe);
    Result<model::Run> encodedPrompt(const Recipe& recipe);
    Result<Reply> find(const Values& request, const model::Progress& progress);
    Result<Reply> write(const Values& request, const model::Progress& progress);
    bool beginRun(const Values& request);
    bool beginAsk(std::string_view text, const Values& request);
    /// The run and the question of a request.
    Result<RunQuestion> questionIn(const Values& request, const model::Progress& progress);
    Result<Reply> ask(const Values& request, const model::Progress& progress);
    /// A run for a message to the engine, without its numbers.
    struct RunExample {
        Example example;                                       ///< its stacks have only sizes
        std::shared_ptr<model::PairGradients> gradients = {};  ///< null if not requested
    };
    Result<RunExample> exampleOf(const Recipe& recipe, const model::Run& run, bool isSettled,
                                 const model::Progress& progress);
    Result<RunExample> translatedOf(const Recipe& recipe, const model::Run& run,
                                    const std::optional<model::Target>& target, bool isSettled);
    /// The run's question from the target's text, or the usual question. nullopt if the run has none.
    Result<std::optional<model::Target>> targetOf(const Recipe& recipe);
    /// The run of a recipe, kept until another recipe is run. `base_` is the same text without cuts.
    Result<const model::Run*> latest(const Recipe& recipe);
    /// `isSettled`: the text is typed to the end, and is kept for comparison with later ones.
    Result<std::string> runJson(const Recipe& recipe, const model::Run& run, bool isSettled = true);
    /// Writes the generated tokens, each with its probability.
    void writeGenerated(JsonWriter& json, const model::Run& run) const;
    /// The token whose outputs are shown: the target's, or the usual one.
    int positionOf(const Recipe& recipe, const model::Run& run) const;
    /// The text that a target compares with, or a picture's title in place of its name.
    std::string comparedTitle(std::string_view target) const;
    Result<void> writeQuestion(JsonWriter& json, const Recipe& recipe, const model::Run& run);
    void writeNear(JsonWriter& json, const std::string& text, const std::vector<float>& own) const;
    void remember(const std::string& text, std::vector<float> own);
    /// Whether each token gets its surprisal and the outputs that the model expected there.
    bool readsOutAll(const model::Run& run, bool isSettled) const;

    Read read_;
    std::string_view request_;  ///< the text of the current request
    std::string name_;
    std::shared_ptr<const model::Session> session_;
    std::shared_ptr<const model::Session> opened_;  ///< with the weights of `open`
    int openedStep_ = -1;                           ///< their step; -1 if they have none
    int step_ = -1;                                 ///< of session_
    int partCount_ = 0;                             ///< files so far
    std::unique_ptr<model::Steps> steps_;
    model::Checkpoints* checkpoints_ = nullptr;  ///< steps_, if their weights are files
    model::Training* training_ = nullptr;        ///< steps_, if they are made here
    std::unique_ptr<model::Writing> writing_;    ///< null until something was written
    /// CLIP as it was opened; session_ compares with texts
    std::shared_ptr<const model::Session> plain_;
    std::vector<CutEdge> cutEdges_;  ///< of cut_
    std::string among_;              ///< the texts, one per line
    struct NamedPicture {
        std::string name;
        std::string title;
        PicturePoints picture;
    };
    std::vector<NamedPicture> pictures_;  ///< newest last
    /// The pictures of the last prompt, because a tower takes much longer than a question.
    struct SeenPictures {
        std::string names;
        std::string wiped;
        int tiles = 0;
        std::shared_ptr<const model::Session> session;
        std::shared_ptr<const model::Sight> sight;
    };
    SeenPictures seen_;
    struct NamedSound {
        std::string name;
        std::string title;
        std::vector<float> samples;  ///< at the model's rate
    };
    std::vector<NamedSound> sounds_;  ///< newest last
    Recipe baseRecipe_;               ///< the recipe of base_
    std::unique_ptr<model::Run> base_;
    struct StartedRun {
        Recipe recipe;
        model::Run run;
        model::Running running;
    };
    std::unique_ptr<StartedRun> startedRun_;
    struct Searching {
        std::string request;
        /// base_; no other question may start before it ends or is dropped
        std::unique_ptr<model::Subject> subject;
        model::Deciding search;
    };
    std::unique_ptr<Searching> searching_;
    /// Values of the cut runs of the last question. Runs with many draws include those with few.
    model::CutValueCache known_;
    Recipe cutRecipe_;
    std::unique_ptr<model::Run> cut_;
    Recipe testedRecipe_;  ///< the recipe of tested_, a text and its question
    GroupTests tested_;
    CircuitScores circuitScores_;
    std::unique_ptr<WordRuns> words_;  ///< refer to base_, write to tested_
    /// The answers to base_ at the place of the last question.
    std::optional<std::pair<int, std::vector<model::Choice>>> baseAnswers_;
    /// Vectors of the texts so far, newest last, for models whose output is a vector.
    std::vector<std::pair<std::string, std::vector<float>>> vectors_;
};

}  // namespace hw::service
