// SPDX-License-Identifier: MIT
// Characters that a tokenizer splits into bytes.
#include "core/tokens/token_texts.h"

#include <catch2/catch_test_macros.hpp>

#include "core/methods/token_groups.h"
#include "core/tokens/token_text.h"
#include "core/tokens/visible_text.h"

namespace hw::test {
namespace {

using Texts = std::vector<std::string>;

Texts eachShown(const Texts& tokens) {
    Texts shown;
    for (std::size_t i = 0; i < tokens.size(); ++i) shown.push_back(displayToken(tokens, i));
    return shown;
}

Texts wordTexts(const Texts& tokens) {
    return groupTexts(groupTokens(wordsFromTokens(tokens), static_cast<int>(tokens.size())),
                      tokens);
}

TEST_CASE("words decode the bytes of their tokens together") {
    // GPT-2's tokens of "Seán café\n… 日本 1. 😀".
    const Texts gpt2{"Se", "Ã¡n", "Ġcaf", "Ã©", "Ċ", "âĢ¦", "Ġæ", "Ĺ",
                     "¥",  "æľ¬", "Ġ1",   ".",  "Ġ", "ðŁĺ", "Ģ"};
    CHECK(wordTexts(gpt2) == Texts{"Seán", "café", "↵…", "日本", "1.", "😀"});
    CHECK(eachShown(gpt2) == Texts{"Se", "án", "caf", "é", "↵", "…", "<0xE6>", "<0x97>", "<0xA5>",
                                   "本", "1", ".", "␣", "<0xF09F98>", "<0x80>"});
    CHECK(runningText(gpt2, 100) == "Seán café ↵… 日本 1. 😀");
    // Bytes of SentencePiece.
    const Texts llama{"▁I",     "▁see", "▁",      "<0xF0>", "<0x9F>", "<0x98>",
                      "<0x80>", "▁日",  "<0xE6>", "<0x9C>", "<0xAC>"};
    CHECK(wordTexts(llama) == Texts{"I", "see", "😀", "日本"});
    CHECK(eachShown(llama)[3] == "<0xF0>");
    CHECK(runningText(llama, 100) == "I see 😀 日本");
}

TEST_CASE("text without spaces needs no marker to be read as bytes") {
    const Texts chinese{"ä½ł", "å¥½", "ï¼Į", "ä¸", "ĸ", "çķĮ"};  // 你好，世界
    CHECK(runningText(chinese, 100) == "你好，世界");
    CHECK(wordTexts(chinese) == Texts{"你", "好", "，", "世", "界"});
    CHECK(eachShown(chinese)[3] == "<0xE4B8>");
    const Texts onlyHalves{"æ", "Ĺ", "¥"};
    CHECK(wordTexts(onlyHalves) == Texts{"日"});
    // Two characters in three tokens. None can be shown without the others.
    const Texts chained{"Ġæ", "Ĺ¥æľ", "¬"};
    CHECK(runningText(chained, 100) == "日本");
    CHECK(eachShown(chained) == Texts{"<0xE6>", "<0x97A5E69C>", "<0xAC>"});
}

TEST_CASE("a character that the end of the text cuts is shown as bytes") {
    const Texts cut{"The", "Ġcaf", "Ã"};
    CHECK(eachShown(cut) == Texts{"The", "caf", "<0xC3>"});
    CHECK(runningText(cut, 100) == "The caf<0xC3>");
    const Texts before{"¥", "æľ¬", "Ġis", "<|endoftext|>", "Ġæ"};
    CHECK(eachShown(before) == Texts{"<0xA5>", "本", "is", "<|endoftext|>", "<0xE6>"});
    const Texts wrong{"Ġæľ¬", "Ã", "Ġand", "Ġmore"};  // a model may choose bytes that are not text
    CHECK(eachShown(wrong) == Texts{"本", "<0xC3>", "and", "more"});
}

TEST_CASE("letters that stand for themselves are never read as bytes") {
    for (const Texts& tokens :
         {Texts{"un", "café", "é"}, Texts{"Ã", "é"}, Texts{"Ġun", "Ġcafé", "Ġà", "Ġla"},
          Texts{"ł", "ó", "d", "ź"}, Texts{"▁Ã", "©"}, Texts{"à", "«", "les", "»"},
          Texts{"Ã", "©", "字"}, Texts{"<0xZZ>", "é"}, Texts{"\xFF", "é"}, Texts{}}) {
        const Texts shown = eachShown(tokens);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            CAPTURE(tokens[i]);
            CHECK(shown[i] == displayToken(tokens[i]));
        }
    }
}

TEST_CASE("spans that leave a part of a character out show bytes") {
    const Texts tokens{"Ġæ", "Ĺ", "¥", "æľ¬"};
    CHECK(groupTexts(groupTokens(std::vector<int>{0, 0, 1, 1}, 4), tokens) ==
          Texts{"<0xE697>", "<0xA5>本"});
    CHECK(groupTexts(groupTokens(std::vector<int>{0, 1, 0, 1}, 4), tokens) ==
          Texts{"<0xE6> … <0xA5>", "<0x97> … 本"});
}

}  // namespace
}  // namespace hw::test
