// SPDX-License-Identifier: MIT
// A model as the page's worker and the command line use it: opened from its files, run on a text, asked about a run.
// Layers, heads, tokens and outputs count from 0. Several threads may call its const functions at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"
#include "core/model/picture_points.h"
#include "core/problem.h"
#include "model/ask/subject.h"
#include "model/decoding/decode.h"
#include "model/files/model_files.h"
#include "model/network/network.h"
#include "model/run/run.h"
#include "model/session/chat.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// Of so many test texts whose deciding word is known, in how many a rule named it.
struct NamingRate {
    int right = 0;
    int texts = 0;
};
/// How often the rules of "why" are right for a model (docs/why.md), by words, hidden.
struct NamingRates {
    NamingRate three;  ///< all tests agree
    NamingRate two;
    NamingRate half;  ///< a word takes at least half of the lead
    double likely = 0;  ///< the least probability of the texts' answers, less one in twenty; 0: not known
};

/// What a model is, from headers alone.
struct Facts {
    Spec spec;                    ///< of a model that translates its encoder's
    std::optional<Spec> decoder;  ///< of a model that translates
    bool takesPairs = false;      ///< two sentences at once
    bool isGguf = false;
    int mostTokens = 0;             ///< of a text; 0: no limit
    std::uint64_t parameters = 0;   ///< numbers in the files
    std::uint64_t storedBytes = 0;  ///< of all tensors: what stays in memory
    std::vector<std::string>
        stored;         ///< types of the tensors, the one with most bytes first: "F16"
    Chat chat;          ///< of a model of next words
    std::string mark;   ///< markOf(); known once the model is open
    NamingRates rates;  ///< ratesOf(); known once the model is open
    std::vector<std::string> unused;  ///< tensors that nothing reads; known once the model is open

    bool readsPictures() const { return spec.picture.has_value(); }
    bool isCausal() const { return spec.isCausal(); }
    bool translates() const { return decoder.has_value(); }
    /// Of the network whose outputs are the answers.
    const Spec& answering() const { return decoder ? *decoder : spec; }
    Task task() const { return answering().head.task; }
    /// True if the logit lens means little: what stands between two layers has been normed already.
    bool isPostNorm() const { return spec.placement == Placement::post; }
};

/// Reads headers, configuration and nothing large. Errors: those of readModelFiles and readSpec.
/// `ignoresKeys`: runs the model without unknown keys of its configuration that may change the mathematics
/// (Spec::ignoredKeys); without it they are an error with Offer::ignoreKeys.
Result<Facts> look(std::vector<Part> parts, bool ignoresKeys = false);
/// Bytes that a model needs with a text of so many tokens: its weights, one run, and with `gradients` the way back.
std::uint64_t memoryFor(const Facts& facts, int tokens, bool gradients);

/// What a model that translates has written, or was given to write.
struct Output {
    std::string text;
    Encoding encoding;      ///< what the decoder reads: its first token, and all but an end
    Trace trace;            ///< of the decoder
    NormRecord norm;        ///< of what it reads of the encoder
    bool isGiven = false;   ///< somebody else wrote it
    bool isCutOff = false;  ///< the text would go on
    std::vector<int>
        written;  ///< ids with the end, if it was reached; of a text that was given what the decoder reads
};

/// What a model that translates shall write.
struct OutputWish {
    std::optional<std::string_view> text = {};  ///< given; else the model writes
    int beams = 1;
    int mostTokens = 0;  ///< as DecodeOptions
    Progress progress = {};
    Stop stop = {};
};

/// One text or picture that was run.
struct Run {
    std::string text;            ///< of a picture its name
    PicturePoints picture = {};  ///< as the model saw it; none of a text
    std::optional<std::string> pair;
    Encoding encoding;
    Trace trace;                                ///< of this one text, with its streams and weights
    std::shared_ptr<const Output> output = {};  ///< of a model that translates; never null there
    bool isMessage = false;                     ///< of runMessage()
    std::vector<std::string> before = {};       ///< what was said before the message

    int tokens() const { return static_cast<int>(encoding.ids.size()); }
    /// Of what the answers are read from: the text, or what a decoder has read.
    const Trace& answering() const { return output ? output->trace : trace; }
    const Encoding& answeringEncoding() const { return output ? output->encoding : encoding; }
    int answeringTokens() const { return static_cast<int>(answeringEncoding().ids.size()); }
};

/// Gradients of weights that the mask forbids, which are 0, are no gradients of anything (dy/dA where A has to be 0): drops them.
void dropForbidden(std::span<float> gradients, std::span<const float> weights);

/// One possible output, with its share.
struct Choice {
    int index = 0;
    std::string name;  ///< the word as people read it, or the class
    double logit = 0;
    double probability = 0;
    bool isScore = false;  ///< the logit is what counts (ShareForm::plain)
};

/// True of "are" and "is": a published list has them as a pair that differs in number, gender or sign alone (agreement and anaphora of
/// BLiMP, Warstadt et al. 2020, and of Marvin & Linzen 2018; beside them "good" and "bad", "yes" and "no" ...). Both have the same
/// capitals, and before the letters the same: a blank, a tokenizer's mark of one.
bool areCounterparts(std::string_view one, std::string_view other);
/// The first one that the list has beside this word, with its capital; "": none.
std::string counterpartOf(std::string_view word);

/// Which of these answers, likeliest first, the first one is compared with: the likeliest counterpart among them, else the second.
/// -1: there is no second, or the first is a score of its own.
int usualContrast(std::span<const Choice> answers);

class Session {
public:
    /// Reads everything. Errors: as look(), loadNetwork and the tokenizer's; badArgument if the tokenizer knows more words
    /// than the model has; cancelled. A model without a tokenizer opens, and runs ids.
    static Result<Session> open(std::vector<Part> parts, const Progress& progress = {},
                                const Stop& stop = {}, bool ignoresKeys = false);

    const Facts& facts() const { return facts_; }
    const Network& network() const { return *network_; }
    /// Null unless the model translates; network() is its encoder.
    const Network* decoder() const { return decoder_.get(); }
    /// The one whose outputs are the answers.
    const Network& answering() const { return decoder_ ? *decoder_ : *network_; }
    /// How it writes. Of a model that writes: its `ends` are endTokens(), and it has no `start`.
    const DecodingRules& rules() const { return rules_; }
    /// Why the model may not write, as far as its files say; checked by Writing.
    Result<void> checkRules() const;
    /// Null if the files have none.
    const Tokenizer* tokenizer() const { return tokenizer_.get(); }

    /// What examples call the model; empty: its family.
    void takeName(std::string name) { name_ = std::move(name); }
    /// That name, with the keys that it runs without.
    std::string shownName() const;
    /// From now on the prompt of this name is put in front of texts, the model's usual one without a name, or none for an empty
    /// name. Error: badArgument if it has none of that name.
    Result<void> takePrompt(std::optional<std::string_view> name);

    /// Errors: as of the tokenizer and of forward(); badArgument where there is no tokenizer, where no pair is taken, or
    /// where the text gives no token.
    Result<Run> run(std::string_view text, std::optional<std::string_view> pair = {},
                    const Stop& stop = {}) const;
    /// Where a sentence encoder's own limit (Spec::mostTokens) cut the run's text off, as sentence-transformers does: a sentence that
    /// gives both numbers; else empty.
    std::string cutNote(const Run& run) const;
    /// Of one message to a model that chats, as its template puts it, behind `before`: earlier ones and their answers in turn. run.text is
    /// all of it. What is written like a special token becomes one, as in the library. Errors: as run(); badArgument without a template
    /// that is known, or where an answer before is missing.
    Result<Run> runMessage(std::string_view message, std::span<const std::string> before = {},
                           const Stop& stop = {}) const;
    /// Its text, and which bytes of it the user or the model wrote. Errors: the same.
    Result<ChatText> messageText(std::string_view message,
                                 std::span<const std::string> before = {}) const;
    /// The tokens of such a message. Errors: the same.
    Result<Encoding> messageTokens(std::string_view message,
                                   std::span<const std::string> before = {}) const;
    /// Of a picture, whose patches `wiped` (0 is the first) have pixels of 0 after normalising. Errors: badArgument where the model
    /// reads texts, and for a patch that is not there; those of preparePicture and forward().
    Result<Run> runPicture(const PicturePoints& picture, std::string name,
                           std::span<const int> wiped = {}, const Stop& stop = {}) const;
    /// CLIP with texts as its classes: the logit of each is its cosine with the picture times the model's scale. Errors:
    /// badArgument for another model or without texts; those of running them. Cost: a run of the text tower for each.
    Result<Session> amongTexts(const std::vector<std::string>& texts, const Stop& stop = {}) const;
    /// True where amongTexts may be asked.
    bool comparesTexts() const { return texts_ != nullptr; }
    /// Of the tokens that a model wrote, which its tokenizer might split in another way if it had their text. Errors: badArgument
    /// without a tokenizer or for a model of pictures; those of forward().
    Result<Run> runWritten(const std::vector<int>& ids, const Stop& stop = {}) const;
    /// The tokens of a text, or of what a model wrote, for traced(). Errors: as of run(), runWritten() and runMessage().
    Result<Run> encoded(std::string_view text, std::optional<std::string_view> pair = {}) const;
    Result<Run> encodedWritten(const std::vector<int>& ids) const;
    Result<Run> encodedMessage(std::string_view message,
                               std::span<const std::string> before = {}) const;
    /// The pass of such tokens, a layer at a time: its trace is the run's. The session has to outlive it. Errors: as traced().
    Result<Running> begun(const Run& run) const;
    /// Runs such tokens of a model that does not translate. Errors: those of forward().
    Result<Run> traced(Run run, const Stop& stop = {}) const;
    /// Of a model that translates: the text is read, and what it writes, or is given, is run behind it. run() does it with the
    /// likeliest token each time. Errors: as of run(), decode().
    Result<Run> translate(std::string_view text, const OutputWish& wish = {}) const;
    /// Another text, with the output of `run`, a run of such a model, as it is. Errors: as of run().
    Result<Run> behind(std::string_view text, const Run& run) const;
    /// The run of such a model again with changes, what was written staying as it is. Errors: as of forward().
    Result<Run> cut(const Run& run, const PairEdits& edits, const Stop& stop = {}) const;
    /// Gradients of a number of the decoder's, to all attention weights of such a run. Errors: as of backward().
    Result<PairGradients> gradients(const Run& run, const Target& target) const;
    /// A run of this session as questions about cuts take it: it refers to the run.
    Subject subject(const Run& run) const;
    /// Of ids: a text with changes, or a model without a tokenizer.
    Result<Run> runIds(std::vector<int> ids, std::vector<int> types = {},
                       const Stop& stop = {}) const;
    /// The run again with changes; layers below the first are those of `run`, and their weights are copied.
    Result<Run> cut(const Run& run, const Edits& edits, const Stop& stop = {}) const;

    /// The token whose outputs are looked at unless somebody says otherwise: the first mask of a model of masked words (-1
    /// without one), the last token of a model of next words, else the first.
    int usualPosition(const Run& run) const;
    /// All outputs at a position; a text's own outputs, whatever the position. Empty without a head. Cost: the head.
    std::vector<float> outputs(const Run& run, int position) const;
    /// The `count` largest of them, with their shares (of a discriminator: one, by the logistic function). Empty for a vector.
    std::vector<Choice> top(const Run& run, int position, int count) const;
    /// The same of such outputs, however they were computed.
    std::vector<Choice> topOf(const std::vector<float>& outputs, int count) const;
    /// What the model makes of its only logit (HeadSpec::share): a cross-encoder's score.
    float scoreOf(float logit) const;
    /// Those whose name holds `part`, the largest first, at most `count`.
    std::vector<Choice> search(const Run& run, int position, std::string_view part,
                               int count) const;
    /// Bits by which each token surprises what stands before it, -log2 p; the first is NaN. Empty unless the model is one of
    /// next words. Cost: the head at every position.
    std::vector<double> surprisals(const Run& run) const;

    /// The tokens that end a text (session/end_tokens.h).
    const std::vector<int>& endTokens() const { return ends_; }

    /// A word or class as people read it: " the", "positive".
    std::string nameOf(int output) const;
    /// The output of that name: a class's label, a vocabulary entry, a word with or without a space before it. Errors:
    /// badArgument if there is none, or if the word is several tokens.
    Result<int> outputNamed(std::string_view name) const;

    /// The run as the page's data: tokens, special tokens, segments, attention. `gradients`: of the same run, or null;
    /// `withGuesses`: also the likeliest next word at each position, of models of next words, for the head's cost there.
    Example toExample(const Run& run, const Gradients* gradients = nullptr,
                      bool withGuesses = false) const;
    /// The same without numbers: its stacks have their sizes alone. `withGradients`: so do those of gradients.
    Example described(const Run& run, bool withGradients, bool withGuesses) const;
    /// The same of a model that translates: encoder, decoder and cross-attention.
    Example translated(const Run& run, const PairGradients* gradients = nullptr,
                       bool withGuesses = true) const;

private:
    Session(Facts facts, std::shared_ptr<const Network> network,
            std::shared_ptr<const Tokenizer> tokenizer)
        : facts_(std::move(facts)),
          network_(std::move(network)),
          tokenizer_(std::move(tokenizer)) {}
    Result<Run> traced(Run run, TextInput input, const Stop& stop) const;
    Result<TextInput> inputOf(const Run& run) const;
    /// How many tokens a prompt at the text's beginning has, where pooling skips them (Spec::prompts).
    int promptTokens(std::string_view text) const;
    /// Reads the decoder, and how it writes.
    Result<void> openDecoder(const ModelFiles& files, const Stop& stop);
    /// Of a model of next words. What is wrong with the file keeps it only from writing.
    void openRules(const ModelFiles& files);
    /// Of ids that no text gave: names of tokens, which of them are special.
    Encoding encodedIds(const std::vector<int>& ids) const;
    /// The encoder's run of a text, of a model that translates.
    Result<Run> sourceOf(std::string_view text, const Stop& stop) const;
    /// Adds what the decoder reads.
    Result<Run> decoded(Run run, const OutputWish& wish) const;
    /// Reads CLIP's other tower.
    Result<void> openTexts(const ModelFiles& files, Spec spec, const Stop& stop);
    std::vector<Choice> chosen(const std::vector<float>& outputs,
                               const std::vector<int>& indices) const;

    Facts facts_;
    std::shared_ptr<const Network> network_;
    std::shared_ptr<const Tokenizer> tokenizer_;
    std::vector<int> ends_;
    std::string prompt_;
    std::string name_;
    std::shared_ptr<const Network> texts_;    ///< CLIP's other tower
    std::shared_ptr<const Network> decoder_;  ///< of a model that translates
    DecodingRules rules_;
    std::optional<Problem> rulesProblem_;
    std::shared_ptr<const Tokenizer> target_;  ///< of what it reads; null: tokenizer_
    float scale_ = 1;                          ///< of its cosines
};

}  // namespace hw::model
