// SPDX-License-Identifier: MIT
// A tokenizer as in tokenizer.json: text to tokens with offsets, and back. Its results equal those of the Hugging Face
// library. The file's padding and truncation are ignored. Reference: huggingface/tokenizers 0.23.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/tokenizer/encoding.h"
#include "model/tokenizer/models/word_model.h"
#include "model/tokenizer/steps/added_tokens.h"
#include "model/tokenizer/steps/decoders.h"
#include "model/tokenizer/steps/post_processors.h"
#include "model/tokenizer/steps/step.h"

namespace hw::model {

/// Ids of tokens with a role; -1 if there is none.
struct SpecialIds {
    std::int32_t mask = -1;
    std::int32_t cls = -1;
    std::int32_t sep = -1;
    std::int32_t bos = -1;
    std::int32_t eos = -1;
    std::int32_t pad = -1;
    std::int32_t unknown = -1;
};

constexpr int namedTokens = 7;  ///< bos, eos, unknown, sep, pad, cls, mask

/// The parts that a file describes.
struct TokenizerParts {
    std::vector<StepPtr> normalizers;
    std::vector<StepPtr> preTokenizers;
    WordModelPtr model;
    PostProcessorPtr postProcessor;  ///< null if nothing is added
    DecoderPtr decoder;              ///< null if tokens are joined with spaces
    std::vector<AddedToken> added;   ///< tokens that the model already has keep the model's `id`
    /// Ids from the file; the others are found by their usual names.
    SpecialIds special;
    std::string names
        [namedTokens];  ///< for tokens that the file names without their ids; empty for the others
    bool givesTypes = true;  ///< if false, all tokens have type 0
    bool cutsLeft = false;   ///< long texts are truncated at the start
    /// Marian: ">>fr<<" at the start of a text is one token, known or not.
    bool takesCodes = false;
    /// Marian: pieces from here on have no number in the model and become the unknown token. 0 if all have one.
    std::int32_t numbered = 0;
    /// Used instead of postProcessor once ids are known.
    std::function<PostProcessorPtr(const SpecialIds&)> processorOf;
};

class Tokenizer {
public:
    static constexpr std::size_t mostBytes = std::size_t{1} << 30;  ///< of a text

    /// Errors: tooLarge for an added token of more than 10,000 bytes or ids beyond Vocabulary::mostIds.
    static Result<Tokenizer> make(TokenizerParts parts);

    /// Invalid UTF-8 becomes U+FFFD. `adds`: with the tokens that the file puts around a text. `most` above 0 limits
    /// the number of tokens including these. The longer one of two texts is cut first, as in the library's
    /// `longest_first`. Threads that call it take turns, because word models cache words. Errors: tooLarge, also if the
    /// result exceeds the Budget; those of WordModel::tokenize. Cost: about 100 ns per byte.
    Result<Encoding> encode(std::string_view text, std::optional<std::string_view> pair = {},
                            bool adds = true, int most = 0) const;
    bool cutsLeft() const { return parts_.cutsLeft; }
    /// The text of ids. Ids without a token are skipped, and so are special tokens unless `keepSpecial`.
    std::string decode(std::span<const std::int32_t> ids, bool keepSpecial = false) const;
    /// As in the vocabulary, an added token in its normalised form. Null if there is no such id.
    std::optional<std::string_view> token(std::int32_t id) const;
    /// The token as shown to people: "Ġthe" is " the", "##ing" is "ing"; U+FFFD if it is part of a character.
    std::string shownToken(std::int32_t id) const;
    /// -1 if there is none.
    std::int32_t idOf(std::string_view token) const;
    bool isSpecial(std::int32_t id) const;
    const SpecialIds& specialIds() const { return special_; }
    /// The largest id plus one.
    std::int32_t vocabularySize() const;

private:
    explicit Tokenizer(TokenizerParts parts) : parts_(std::move(parts)) {}
    Result<void> addTokens(std::vector<AddedToken> tokens);
    std::size_t addedAt(std::int32_t id) const;  ///< index in added_; its size if there is none
    /// The vocabulary's id, without added tokens; -1 if there is none.
    std::int32_t numberOf(std::string_view token) const;
    bool hasNumber(std::int32_t id) const { return parts_.numbered == 0 || id < parts_.numbered; }
    void takeCodes(Pieces& pieces) const;
    bool isSpecialText(std::string_view text) const;
    Result<TokenRow> encodeOne(std::string_view text, int sequence, Budget& budget) const;
    void findSpecialIds();

    std::unique_ptr<std::mutex> turn_ = std::make_unique<std::mutex>();
    TokenizerParts parts_;
    std::deque<AddedToken> added_;  ///< a deque, because the finders point to its elements
    std::vector<std::pair<std::int32_t, std::size_t>> addedById_;
    std::map<std::string, std::size_t, std::less<>> addedByText_;
    std::vector<std::string> decoded_;  ///< for an added token its normalised form
    AddedTokenFinder exact_;
    AddedTokenFinder normalisedFinder_;
    SpecialIds special_;
    mutable std::vector<PieceToken> tokens_;
};

}  // namespace hw::model
