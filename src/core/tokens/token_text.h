// SPDX-License-Identifier: MIT
// Tokens as people expect to read them. Tokenizers mark spaces and pieces of words in different ways:
//
//   `Ġkeys`, `Ċ`, `âĢĻ`   byte-level BPE (GPT-2, RoBERTa, Llama 3): space, newline, UTF-8 bytes as letters
//   `▁keys`, `<0x0A>`      SentencePiece (T5, Llama 2): space, byte
//   `##ing`                WordPiece (BERT): continues the previous word
//   `keys</w>`             BPE with an end mark (CLIP, GPT-1)
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// One token without its markers, such as `Ġkeys` -> `keys`, `##ing` -> `ing`, `keys</w>` -> `keys`, `Ċ` -> `↵`, `âĢĻ`
/// -> `’`. Invisible white space is written as ␣ ↵ ⇥. Special tokens, undecodable tokens, and text that is not a token
/// stay unchanged. Part of a character needs its list (TokenTexts).
std::string displayToken(std::string_view token);

/// True for tokens that represent no text, which are [CLS], [SEP], [PAD], [MASK], <s>, </s>, <pad>, <bos>, <eos>,
/// <mask>, <cls>, <sep>, <|endoftext|> and everything else in <|...|>. Not [UNK], which represents a word.
bool looksSpecial(std::string_view token);

/// Which tokens are special. The file names them, or if it names none, looksSpecial() decides.
std::vector<bool> specialTokens(std::span<const std::string> tokens,
                                std::span<const std::string> named = {});

/// The word number of each token, from 0, by the tokens' markers. Each special token is its own word. Without any
/// markers every token is a word.
std::vector<int> wordsFromTokens(std::span<const std::string> tokens);

/// Whether running text has a space before each token, judging by markers, punctuation and script.
std::vector<bool> spacesBefore(std::span<const std::string> tokens);

/// True if the text has letters of a script that runs from right to left.
bool hasRightToLeft(std::string_view text);
/// Wraps text with such letters in U+2068 and U+2069. Inside a sentence it then keeps its direction and does not
/// reorder its neighbours (Unicode Standard Annex 9, isolates). Otherwise returns it unchanged.
std::string isolated(std::string_view text);
/// True if more tokens are written from right to left than otherwise. Their line then begins at the right. Special
/// tokens, digits and punctuation do not count.
bool readsRightToLeft(std::span<const std::string> tokens);

}  // namespace hw
