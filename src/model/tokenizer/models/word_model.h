// SPDX-License-Identifier: MIT
// Splits a piece of text into tokens. There is one class for each model of tokenizer.json.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/pattern/budget.h"
#include "model/tokenizer/models/vocabulary.h"

namespace hw::model {

/// A token of a piece. Bytes count from the piece's start.
struct PieceToken {
    std::int32_t id = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

class WordModel {
public:
    explicit WordModel(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}
    virtual ~WordModel() = default;
    /// Appends the tokens of a piece, which is not empty. Once the budget is spent, tokens are missing. Two threads may
    /// not call it at once, because there may be a cache. Errors: badArgument if the vocabulary lacks the unknown token
    /// that the piece would need.
    virtual Result<void> tokenize(std::string_view piece, Budget& budget,
                                  std::vector<PieceToken>& out) = 0;
    const Vocabulary& vocabulary() const { return vocabulary_; }
    /// Id of the unknown token; -1 if there is none.
    virtual std::int32_t unknown() const = 0;
    /// Whether the unknown token's text is the text that it replaces, as in the library. Trimming of offsets uses that
    /// text.
    virtual bool unknownKeepsText() const { return false; }

protected:
    static std::unexpected<Problem> noUnknown(const std::string& name);

private:
    Vocabulary vocabulary_;
};
using WordModelPtr = std::unique_ptr<WordModel>;

WordModelPtr makeWordLevel(Vocabulary vocabulary, std::string unknown);

struct WordPieceOptions {
    std::string unknown = "[UNK]";
    std::string prefix = "##";
    std::uint32_t mostLetters = 100;
};
WordModelPtr makeWordPiece(Vocabulary vocabulary, WordPieceOptions options);

/// `scores` by id, -infinity for ids that no text becomes. `unknown` is -1 if there is none.
WordModelPtr makeUnigram(Vocabulary vocabulary, std::vector<double> scores, std::int32_t unknown,
                         bool byteFallback);

struct BpeMerge {
    std::int32_t first = 0;
    std::int32_t second = 0;
    std::uint32_t rank = 0;  ///< the lowest is merged first
    std::int32_t merged = 0;
};
struct BpeOptions {
    std::string unknown;  ///< empty if there is none
    std::string prefix;   ///< in front of every part of a word except the first
    std::string suffix;   ///< after the last part
    bool fuseUnknown = false;
    bool byteFallback = false;
    bool ignoreMerges = false;
    bool takesBytes = false;  ///< pieces are bytes, for which the vocabulary has GPT-2's letters
};
WordModelPtr makeBpe(Vocabulary vocabulary, const std::vector<BpeMerge>& merges,
                     BpeOptions options);

}  // namespace hw::model
