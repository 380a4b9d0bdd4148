// SPDX-License-Identifier: MIT
// A model and all that it is asked: what it is, runs of texts, answers to questions, texts that it writes. A request is one JSON object,
// an answer JSON and, of a run, the bytes of an example. service.cpp has the table of calls with their values:
//
//   look     what the model of these files is, from their headers -> facts
//   open     reads them; the model before is gone -> facts
//   picture  keeps a picture by its name, for models that read them: part 0 has red, green, blue and opacity of each pixel, a byte
//            each -> {}
//   run      runs a recipe -> tokens and what the model says, with the bytes of a MakeExample (protocol/made_example.h), whose recipe
//            is ("prompt", `as`)
//   says     the same without an example
//   find     the likeliest outputs whose name holds a part
//   ask      what questions.cpp lists, without changing anything
//   write    goes on with a text: at most so many tokens, and after the first one no longer than so many milliseconds -> {ids, begin,
//            prompt, text, rest, same, end, written: [{id, text, probability}]}: ids of all tokens, how many of them were there
//            before, the text of these and of all, what of its last character is not whole, whether the tokenizer splits it into
//            these tokens, and why it ends there: none (it goes on), token or length. Nothing is written with 0 tokens
//
// The example of a run with a target has the gradients of that number. Of a model that translates, edges, heads and residuals are those
// of pairs, and there are no scores and swaps.
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
#include "model/ask/known_cuts.h"
#include "model/experiment/decide.h"
#include "model/service/asks.h"
#include "model/service/recipe.h"
#include "model/session/session.h"
#include "model/session/writing.h"
#include "protocol/pieces.h"

namespace hw::service {

struct Reply {
    std::string json;
    Pieces message = {};  ///< for the engine; empty: none. Its numbers lie in the run
    std::shared_ptr<const model::PairGradients> gradients = {};  ///< and here
};

class Service {
public:
    /// `read` fills bytes of part number `part` from `offset` on; false: it could not.
    using Read = bool (*)(int part, std::uint64_t offset, std::span<std::byte> into);
    explicit Service(Read read) : read_(read) {}

    /// Errors: badArgument for a request that is none of these, with the place of the value; those of model::look, Session::open and
    /// Session::run.
    Result<Reply> take(std::string_view text, const model::Progress& progress);

    /// Begins the run of a text that such a request will need, or the search or the tests of words that it asks for. False where it needs none that can be
    /// made in steps; a problem is told by the request itself. What was begun before is given up.
    bool begin(std::string_view text);
    /// Runs its next layer, or makes the next step of the search. False: it was the last one, take() will find what was made.
    bool step();
    /// How much of a search or of tests of words is done, from 0 to 1; 0: there is none.
    double done() const;

private:
    /// One call: its values, and what carries it out.
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
    Result<std::vector<model::Part>> partsIn(const Values& request) const;
    Result<Reply> run(const Values& request, const model::Progress& progress);
    Result<Reply> says(const Values& request, const model::Progress& progress);
    Result<Reply> keepPicture(const Values& request, const model::Progress& progress);
    /// Makes `lines` CLIP's classes: session_ and all runs change.
    Result<void> compareWith(const std::string& lines);
    /// The runs so far, and what was begun or found of them.
    void forgetRuns();
    const std::vector<model::Choice>& baseAnswers(int position);
    /// What was begun, with the layers that are left.
    Result<model::Run> begunRun();
    /// Runs the text, or the picture, without cuts.
    Result<model::Run> plainRun(const Recipe& recipe);
    Result<model::Run> textRun(const Recipe& recipe);
    Result<Reply> find(const Values& request, const model::Progress& progress);
    Result<Reply> write(const Values& request, const model::Progress& progress);
    bool beginRun(const Values& request);
    bool beginAsk(std::string_view text, const Values& request);
    /// The run that is asked about, and with which question.
    Result<AskedRun> askedAbout(const Values& request, const model::Progress& progress);
    Result<Reply> ask(const Values& request, const model::Progress& progress);
    /// What a message to the engine says of a run, but for its numbers.
    struct MadeRun {
        Example example;  ///< its stacks have their sizes alone
        std::shared_ptr<model::PairGradients> gradients = {};  ///< null: none are asked
    };
    Result<MadeRun> exampleOf(const Recipe& recipe, const model::Run& run, bool isSettled,
                              const model::Progress& progress);
    Result<MadeRun> translatedOf(const Recipe& recipe, const model::Run& run,
                                 const std::optional<model::Target>& target, bool isSettled);
    /// What is asked about in the run: the target's text, or what is usual. nullopt: nothing can be.
    Result<std::optional<model::Target>> targetOf(const Recipe& recipe);
    /// What is asked, run; kept until something else is. `base_` is the same text without cuts.
    Result<const model::Run*> latest(const Recipe& recipe);
    /// `isSettled`: its text is typed to the end, and one of those that later ones are near to.
    Result<std::string> told(const Recipe& recipe, const model::Run& run, bool isSettled = true);
    /// What it has written, token by token, with the probability of each.
    void writeWritten(JsonWriter& json, const model::Run& run) const;
    /// The token whose outputs are shown: the target's, or the usual one.
    int positionOf(const Recipe& recipe, const model::Run& run) const;
    /// What a target compares with, as people read it: a text, or a picture's title in place of its name.
    std::string comparedTitle(std::string_view target) const;
    Result<void> writeQuestion(JsonWriter& json, const Recipe& recipe, const model::Run& run);
    void writeNear(JsonWriter& json, const std::string& text, const std::vector<float>& own) const;
    void remember(const std::string& text, std::vector<float> own);
    /// Whether each token gets its surprisal and what the model expected there.
    bool readsOutAll(const model::Run& run, bool isSettled) const;

    Read read_;
    std::string_view request_;  ///< the text of the request that is taken
    std::string name_;
    std::unique_ptr<model::Session> session_;
    std::unique_ptr<model::Writing> writing_;  ///< once something was written
    std::unique_ptr<model::Session> plain_;  ///< CLIP as it was opened; session_ is it among texts
    std::vector<CutEdge> cutEdges_;          ///< of cut_
    std::string among_;                      ///< these, a line each
    struct Kept {
        std::string name;
        std::string title;
        PicturePoints picture;
    };
    std::vector<Kept> pictures_;  ///< newest last
    Recipe baseRecipe_;           ///< what base_ is of
    std::unique_ptr<model::Run> base_;
    struct Begun {
        Recipe recipe;
        model::Run run;
        model::Running running;
    };
    std::unique_ptr<Begun> begun_;
    struct Searching {
        std::string request;
        std::unique_ptr<model::Subject>
            subject;  ///< base_: nothing else is asked before it is over or given up
        model::Deciding search;
    };
    std::unique_ptr<Searching> searching_;
    /// Numbers of cut runs of what was asked about last: with few draws first, then with many, among which are those.
    model::KnownCuts known_;
    Recipe cutRecipe_;
    std::unique_ptr<model::Run> cut_;
    Recipe testedRecipe_;  ///< what tested_ is of: a text and its question
    TestedGroups tested_;
    std::unique_ptr<WordRuns> words_;  ///< of base_, for tested_
    /// The answers to base_ at the place that was asked about last.
    std::optional<std::pair<int, std::vector<model::Choice>>> baseAnswers_;
    /// Vectors of the texts so far, newest last, of models whose output is a vector.
    std::vector<std::pair<std::string, std::vector<float>>> vectors_;
};

}  // namespace hw::service
