// SPDX-License-Identifier: MIT
// What makes tokens of a piece of text: one class for each model of tokenizer.json.
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

/// A token of a piece; bytes from the piece's start.
struct PieceToken {
    std::int32_t id = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

class WordModel {
public:
    explicit WordModel(Vocabulary vocabulary) : vocabulary_(std::move(vocabulary)) {}
    virtual ~WordModel() = default;
    /// Appends the tokens of a piece, which is not empty. Errors: badArgument if the vocabulary lacks the unknown token
    /// that the piece would need. Once the budget is spent the tokens are not all there. Not by two threads at once: there may be a
    /// cache.
    virtual Result<void> tokenize(std::string_view piece, Budget& budget,
                                  std::vector<PieceToken>& out) = 0;
    const Vocabulary& vocabulary() const { return vocabulary_; }
    /// Id of the token for what is unknown; -1 if there is none.
    virtual std::int32_t unknown() const = 0;
    /// In the library the unknown token's text is what it stands for: trimming of offsets looks at that.
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

/// `scores` by id, -infinity for what no text becomes. `unknown`: -1 if there is none.
WordModelPtr makeUnigram(Vocabulary vocabulary, std::vector<double> scores, std::int32_t unknown,
                         bool byteFallback);

struct BpeMerge {
    std::int32_t first = 0;
    std::int32_t second = 0;
    std::uint32_t rank = 0;  ///< the lowest is merged first
    std::int32_t merged = 0;
};
struct BpeOptions {
    std::string unknown;  ///< empty: none
    std::string prefix;   ///< of every part of a word but the first
    std::string suffix;   ///< of the last part
    bool fuseUnknown = false;
    bool byteFallback = false;
    bool ignoreMerges = false;
    bool takesBytes = false;  ///< pieces are bytes, the vocabulary has GPT-2's letters for them
};
WordModelPtr makeBpe(Vocabulary vocabulary, const std::vector<BpeMerge>& merges,
                     BpeOptions options);

}  // namespace hw::model
