// SPDX-License-Identifier: MIT
// What the page asks of a model's worker (web/model/link.js), as lists of texts, and what is answered, as JSON and bytes.
//
//   look   NAME IGNORE (PART SIZE)...   what the model of these files is, from their headers -> facts. IGNORE is 1 to run it without
//                                   unknown keys of its configuration, else 0
//   open   NAME IGNORE (PART SIZE)...   reads them; the model before is gone -> facts
//   picture NAME TITLE WIDTH HEIGHT  keeps a picture by its name, for models that read them: part 0 has red, green, blue and opacity
//                                   of each pixel, a byte each -> nothing
//   run    TICKET DOCUMENT NAME SHOWN SETTLED, text...
//                                   runs a text -> tokens and what the model says, with the bytes of a MakeExample
//                                   (protocol/made_example.h), whose recipe is ("prompt", RECIPE)
//   says   text...                  the same without an example
//   find   PART, text...            the likeliest outputs whose name holds PART
//   ask    NAME ARGUMENT..., text...   what platform/model/asks.h lists, without changing anything
//   write  TEXT CHAT IDS MOST MILLISECONDS TEMPERATURE TOP-K TOP-P SEED
//                                   goes on with a text: at most so many tokens, and after the first one no longer than so many
//                                   milliseconds -> {ids, begin, prompt, text, rest, same, end, written: [{id, text, probability}]}: ids
//                                   of all tokens, how many of them were there before, the text of these and of all, what of its last character
//                                   is not whole, whether the tokenizer splits it into these tokens, and why it ends there: none
//                                   (it goes on), token or length. Nothing is written with 0 tokens
//
// where text... is  RECIPE TEXT HAS-PAIR PAIR RULE EDGES HEADS RESIDUALS TARGET SCORES CLEAN
// SWAPS WIPED IDS BEAMS CHAT HIDDEN. CHAT: the text is a message, as the model's chat template puts it: 0 (it is not), 1, or a JSON list of what was said before it, messages and answers in turn. IDS are the tokens that a model wrote ("12,7"), where the text's would be others; empty: the text's. SHOWN, SETTLED and HAS-PAIR are 1 or 0. RULE is zero,
// renormalise or mean (of heads); EDGES, HEADS and RESIDUALS are what is cut, HIDDEN the tokens that no other one reads (model/ask/cut_text.h). TARGET is the output that is
// asked about, or two with a "-" between them, and before it "p:" for its probability or "lp:" for that's logarithm; of a model
// of vectors "cos:" and the text to compare with; "@7" behind it, or alone, is the token behind which the output is. The example then
// has the gradients of that number at this position, or the usual one.
// Empty: none, and the two likeliest are compared. SCORES is the blank with which the example shall have scores by
// intervention, too (model::blankNamed; "usual"), or empty. SWAPS are places that take what stands there in the run of the text CLEAN
// (addSwaps in asks.h). Of a model that reads pictures TEXT is the name of one, PAIR the texts that CLIP compares it with, a line
// each, and WIPED the numbers of its patches that are blank: "3;17". Of a model that translates PAIR is what its decoder reads; without
// it the decoder writes, by a search with so many BEAMS (empty: 1). TARGET then may end in "@" and the decoder's token that it is read
// behind, without it the first; EDGES, HEADS and RESIDUALS are those of pairs, and there are no SCORES, SWAPS and HIDDEN.
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
#include "model/experiment/decide.h"
#include "model/session/session.h"
#include "model/session/writing.h"
#include "protocol/pieces.h"

namespace hw {

struct AskedRun;

struct ModelReply {
    std::string json;
    Pieces message = {};  ///< for the engine; empty: none. Its numbers lie in the run
    std::shared_ptr<const model::PairGradients> gradients = {};  ///< and here
};

class ModelRequests {
public:
    /// `read` fills bytes of part number `part` from `offset` on; false: it could not.
    using Read = bool (*)(int part, std::uint64_t offset, std::span<std::byte> into);
    explicit ModelRequests(Read read) : read_(read) {}

    /// Errors: badArgument for a request that is none of these; those of model::look, Session::open and Session::run.
    Result<ModelReply> take(const std::vector<std::string>& request,
                            const model::Progress& progress);

    /// Begins the run of a text that such a request will need, or the search that it asks for. False where it needs none that can be
    /// made in steps; a problem is told by the request itself. What was begun before is given up.
    bool begin(const std::vector<std::string>& request);
    /// Runs its next layer, or makes the next step of the search. False: it was the last one, take() will find what was made.
    bool step();
    /// How much of a search is done, from 0 to 1; 0: there is none.
    double done() const { return searching_ == nullptr ? 0 : searching_->search.done(); }

private:
    /// How many texts askedIn() reads.
    static constexpr std::size_t textFields = 17;
    Result<ModelReply> open(const std::vector<std::string>& request,
                            const model::Progress& progress);
    /// The texts that say what is run.
    struct Asked {
        std::string recipe;
        std::string text;
        std::optional<std::string> pair;
        std::string rule;
        std::string edges;
        std::string heads;
        std::string residuals;
        std::string target;
        std::string scores;
        std::string clean;
        std::string swaps;
        std::string wiped;
        std::string ids;
        int beams = 1;
        std::string chat;
        std::string hidden;

        bool isCut() const {
            return !edges.empty() || !heads.empty() || !residuals.empty() || !hidden.empty() ||
                   !swaps.empty();
        }
    };
    static Asked askedIn(const std::vector<std::string>& request, std::size_t from);
    Result<ModelReply> run(const std::vector<std::string>& request,
                           const model::Progress& progress);
    Result<ModelReply> keepPicture(const std::vector<std::string>& request);
    /// Makes `lines` CLIP's classes: session_ and all runs change.
    Result<void> compareWith(const std::string& lines);
    /// What was begun, with the layers that are left.
    Result<model::Run> begunRun();
    /// Runs the text, or the picture, without cuts.
    Result<model::Run> plainRun(const Asked& asked);
    /// Which text a run is of, without cuts and questions.
    static std::string textOf(const Asked& asked);
    /// Of a model of texts: the text's tokens, or those that it wrote.
    Result<model::Run> encoded(const Asked& asked) const;
    Result<model::Run> textRun(const Asked& asked);
    Result<ModelReply> find(const std::vector<std::string>& request);
    Result<ModelReply> write(const std::vector<std::string>& request);
    bool beginRun(const std::vector<std::string>& request);
    bool beginSearch(const std::vector<std::string>& request);
    /// The run that is asked about, and with which question.
    Result<AskedRun> askedAbout(const std::vector<std::string>& request,
                                const model::Progress& progress);
    Result<ModelReply> ask(const std::vector<std::string>& request,
                           const model::Progress& progress);
    /// What a message to the engine says of a run, but for its numbers.
    struct MadeRun {
        Example example;  ///< its stacks have their sizes alone
        std::shared_ptr<model::PairGradients> gradients = {};  ///< null: none are asked
    };
    Result<MadeRun> exampleOf(const Asked& asked, const model::Run& run, bool isSettled,
                              const model::Progress& progress);
    Result<MadeRun> translatedOf(const Asked& asked, const model::Run& run,
                                 const std::optional<model::Target>& target, bool isSettled);
    /// What is asked about in the run: the target's text, or what is usual. nullopt: nothing can be.
    Result<std::optional<model::Target>> targetOf(const Asked& asked);
    /// What is asked, run; kept until something else is. `base_` is the same text without cuts.
    Result<const model::Run*> latest(const Asked& asked);
    /// `isSettled`: its text is typed to the end, and one of those that later ones are near to.
    Result<std::string> told(const Asked& asked, const model::Run& run, bool isSettled = true);
    /// Of a model that translates: the edits of the cuts that are asked.
    Result<model::PairEdits> pairEdits(const Asked& asked) const;
    /// What it has written, token by token, with the probability of each.
    void writeWritten(JsonWriter& json, const model::Run& run) const;
    /// The token whose outputs are shown: the target's, or the usual one.
    int positionOf(const Asked& asked, const model::Run& run) const;
    /// What a target compares with, as people read it: a text, or a picture's title in place of its name.
    std::string comparedTitle(std::string_view target) const;
    Result<void> writeQuestion(JsonWriter& json, const Asked& asked, const model::Run& run);
    void writeNear(JsonWriter& json, const std::string& text, const std::vector<float>& own) const;
    void remember(const std::string& text, std::vector<float> own);
    /// Whether each token gets its surprisal and what the model expected there.
    bool readsOutAll(const model::Run& run, bool isSettled) const;

    Read read_;
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
    std::string baseText_;        ///< which text base_ is of
    std::unique_ptr<model::Run> base_;
    struct Begun {
        std::string text;
        model::Run run;
        model::Running running;
    };
    std::unique_ptr<Begun> begun_;
    struct Searching {
        std::vector<std::string> request;
        model::Deciding search;  ///< in base_: nothing else is asked before it is over or given up
    };
    std::unique_ptr<Searching> searching_;
    std::string cutRecipe_;
    std::unique_ptr<model::Run> cut_;
    /// Vectors of the texts so far, newest last, of models whose output is a vector.
    std::vector<std::pair<std::string, std::vector<float>>> vectors_;
};

}  // namespace hw
