// SPDX-License-Identifier: MIT
// Tokenizers from files that only list tokens: GGUF, SentencePiece, vocab.txt, vocab.json with merges.txt. The steps
// around the vocabulary are those that the library builds for such files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/tokenizer/steps/normalizers.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// With the numbers of SentencePiece and GGUF.
enum class PieceKind : std::uint8_t { normal = 1, unknown, control, userDefined, unused, byte };

struct ListedToken {
    std::string_view text;
    double score = 0;
    PieceKind kind = PieceKind::normal;
};

/// The tokens around a text.
struct SpecialTokens {
    bool addBos = false;
    bool addEos = false;
    bool pairHasTypes = false;     ///< type 1 for the second text
    bool sepBetweenTwice = false;  ///< RoBERTa has two separators between texts
};

/// A vocabulary with scores: SentencePiece's BPE (merges the neighbours with the best score) or Unigram.
struct ScoredTokens {
    std::vector<ListedToken> tokens;  ///< the index is the id
    bool isUnigram = false;
    bool addSpacePrefix = true;
    bool removeExtraSpaces = false;
    bool byteFallback = true;
    std::string charsmap;  ///< SentencePiece's table; empty if there is none
    SpecialIds special;
    SpecialTokens around;
};
Result<TokenizerParts> scoredParts(const ScoredTokens& from);

/// Letters for bytes, merges, and a named way to split.
struct ByteLevelTokens {
    std::vector<ListedToken> tokens;
    std::vector<std::pair<std::string_view, std::string_view>> merges;
    std::string split;              ///< a name of splitNames (splits.h)
    std::vector<AddedToken> added;  ///< in addition to those of kind control and userDefined
    std::string suffix;             ///< after a word's last part
    std::string unknown;            ///< empty if unknown text is dropped
    bool addPrefixSpace = false;
    bool trimsOffsets = false;
    SpecialIds special;
    SpecialTokens around;
};
Result<TokenizerParts> byteLevelParts(const ByteLevelTokens& from);

struct WordPieceTokens {
    std::vector<ListedToken> tokens;  ///< with ## in front of a continuation of a word
    std::vector<AddedToken> added;
    BertNormalizerOptions normalizer;
    std::string unknown = "[UNK]";
    SpecialIds special;  ///< cls and sep are put around texts
};
Result<TokenizerParts> wordPieceParts(const WordPieceTokens& from);

Result<Tokenizer> makeTokenizer(Result<TokenizerParts> parts);

}  // namespace hw::model
