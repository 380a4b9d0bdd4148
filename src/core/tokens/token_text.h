// SPDX-License-Identifier: MIT
// Tokens as people expect to read them. Tokenizers mark spaces and pieces of words in their own ways:
//
//   `Ġkeys`, `Ċ`, `âĢĻ`   byte-level BPE (GPT-2, RoBERTa, Llama 3): space, newline, UTF-8 bytes as letters
//   `▁keys`, `<0x0A>`      SentencePiece (T5, Llama 2): space, byte
//   `##ing`                WordPiece (BERT): goes on with the word before
//   `keys</w>`             BPE with an end mark (CLIP, GPT-1)
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// One token without its markers: `Ġkeys` -> `keys`, `##ing` -> `ing`, `keys</w>` -> `keys`, `Ċ` -> `↵`,
/// `âĢĻ` -> `’`. White space that would be invisible is written as ␣ ↵ ⇥. Special tokens and whatever is
/// not understood (half a UTF-8 character, say) stay as they are; text that is no token stays too.
std::string displayToken(std::string_view token);

/// True for tokens that stand for no text: [CLS], [SEP], [PAD], [MASK], <s>, </s>, <pad>, <bos>, <eos>,
/// <mask>, <cls>, <sep>, <|endoftext|> and everything else in <|...|>. [UNK] stands for a word.
bool looksSpecial(std::string_view token);

/// Which tokens are special: those that the file names, or, if it names none, those that look so.
std::vector<bool> specialTokens(std::span<const std::string> tokens,
                                std::span<const std::string> named = {});

/// The word of each token, counted from 0, from the markers. Special tokens are words of their own.
/// Without any markers every token is a word.
std::vector<int> wordsFromTokens(std::span<const std::string> tokens);

/// Whether a space stands before each token in running text, as markers, punctuation and script say.
std::vector<bool> spacesBefore(std::span<const std::string> tokens);

/// True if the text holds letters of a script that runs from right to left.
bool hasRightToLeft(std::string_view text);
/// The text between U+2068 and U+2069 if it holds such letters: inside a sentence it keeps its own direction
/// and does not turn around what stands beside it (Unicode Standard Annex 9, isolates). Else as it is.
std::string isolated(std::string_view text);
/// True if more tokens are written from right to left than otherwise: the line they make begins at the right.
/// Special tokens, digits and punctuation do not count.
bool readsRightToLeft(std::span<const std::string> tokens);

}  // namespace hw
