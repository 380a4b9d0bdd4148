// SPDX-License-Identifier: MIT
#include "core/tokens/token_text.h"

#include <catch2/catch_test_macros.hpp>

#include "core/tokens/utf8_text.h"

namespace hw::test {
namespace {

using Texts = std::vector<std::string>;

TEST_CASE("markers of tokenizers are not shown") {
    CHECK(displayToken("Ġkeys") == "keys");
    CHECK(displayToken("▁keys") == "keys");
    CHECK(displayToken("##ing") == "ing");
    CHECK(displayToken("keys</w>") == "keys");
    CHECK(displayToken(" keys") == "keys");
    CHECK(displayToken("keys") == "keys");
}

TEST_CASE("white space that would be invisible is drawn") {
    CHECK(displayToken("Ġ") == "␣");
    CHECK(displayToken("▁") == "␣");
    CHECK(displayToken(" ") == "␣");
    CHECK(displayToken("Ċ") == "↵");
    CHECK(displayToken("ĊĊ") == "↵↵");
    CHECK(displayToken("čĊ") == "↵");
    CHECK(displayToken("\n") == "↵");
    CHECK(displayToken("\t") == "⇥");
    CHECK(displayToken("ĉĉ") == "⇥⇥");
    CHECK(displayToken("<0x0A>") == "↵");
    CHECK(displayToken("<0x20>") == "␣");
    CHECK(displayToken(".Ċ") == ".↵");
    CHECK(displayToken("ĠĠĠreturn") == "␣␣return");
}

TEST_CASE("byte-level BPE is read as the UTF-8 that it stands for") {
    CHECK(displayToken("âĢĻ") == "’");
    CHECK(displayToken("Ġcafé") == "café");  // already text
    CHECK(displayToken("ĠcafÃ©") == "café");
    CHECK(displayToken("ä¸Ń") == "中");
    CHECK(displayToken("ðŁĺĢ") == "😀");
    CHECK(displayToken("âĢ") == "âĢ");  // half a character is not changed
}

TEST_CASE("single bytes of SentencePiece are shown if they are text") {
    CHECK(displayToken("<0x41>") == "A");
    CHECK(displayToken("<0xE2>") == "<0xE2>");
    CHECK(displayToken("<0xZZ>") == "<0xZZ>");
}

TEST_CASE("words of many languages are left alone") {
    for (const char* word :
         {"Łódź", "dąb", "čas", "č", "naïve", "中文", "مفاتيح", "कुंजी", "😀", "ключ", "şey"}) {
        INFO(word);
        CHECK(displayToken(word) == word);
    }
}

TEST_CASE("special tokens and signs that look like markers are left alone") {
    for (const char* token : {"[CLS]", "[SEP]", "<s>", "</s>", "<|endoftext|>", "##", "###", "</w>",
                              "#", "<0x", "", "[UNK]", "Ġ</w"}) {
        INFO(token);
        CHECK(displayToken(token) == (std::string_view(token) == "Ġ</w" ? "</w" : token));
    }
}

TEST_CASE("broken UTF-8 is handed through") {
    CHECK(displayToken("\xFF\xFE") == "\xFF\xFE");
    CHECK(displayToken("a\xC3") == "a\xC3");
}

TEST_CASE("special tokens are those that the file names, or those that look so") {
    const Texts tokens{"[CLS]", "the", "[UNK]", "<|im_start|>", "<s>", "x"};
    CHECK(specialTokens(tokens) == std::vector<bool>{true, false, false, true, true, false});
    const Texts named{"x", "[UNK]"};
    CHECK(specialTokens(tokens, named) ==
          std::vector<bool>{false, false, true, false, false, true});
}

TEST_CASE("words follow from the markers of each family") {
    CHECK(wordsFromTokens(Texts{"[CLS]", "play", "##ing", "chess", ".", "[SEP]"}) ==
          std::vector<int>{0, 1, 1, 2, 3, 4});
    CHECK(wordsFromTokens(Texts{"<s>", "The", "Ġkey", "s", "Ġto", "</s>"}) ==
          std::vector<int>{0, 1, 2, 2, 3, 4});
    CHECK(wordsFromTokens(Texts{"▁The", "▁key", "s", "</s>"}) == std::vector<int>{0, 1, 1, 2});
    CHECK(wordsFromTokens(Texts{"play", "ing</w>", "chess</w>"}) == std::vector<int>{0, 0, 1});
    CHECK(wordsFromTokens(Texts{"no", "markers", "here"}) == std::vector<int>{0, 1, 2});
    CHECK(wordsFromTokens(Texts{}) == std::vector<int>{});
}

TEST_CASE("a word does not go on across a special token") {
    CHECK(wordsFromTokens(Texts{"Ġa", "<|endoftext|>", "b", "Ġc"}) == std::vector<int>{0, 1, 2, 3});
}

TEST_CASE("spaces stand where running text has them") {
    CHECK(spacesBefore(Texts{"[CLS]", "the", "key", "##s", ",", "(", "here", ")", "[SEP]"}) ==
          std::vector<bool>{false, true, true, false, false, true, false, false, true});
    CHECK(spacesBefore(Texts{"The", "Ġkey", "s", ".", "Ċ", "Next"}) ==
          std::vector<bool>{false, true, false, false, true, false});
    CHECK(spacesBefore(Texts{"中", "文", "a"}) == std::vector<bool>{false, false, true});
    CHECK(spacesBefore(Texts{"play", "ing</w>", "chess</w>", ".</w>"}) ==
          std::vector<bool>{false, false, true, false});
}

TEST_CASE("UTF-8 is decoded strictly") {
    CHECK(isUtf8("aé中😀"));
    CHECK(isUtf8(""));
    CHECK_FALSE(isUtf8("\xC0\x80"));          // overlong
    CHECK_FALSE(isUtf8("\xED\xA0\x80"));      // a surrogate
    CHECK_FALSE(isUtf8("\xF4\x90\x80\x80"));  // above U+10FFFF
    CHECK_FALSE(isUtf8("\xE4\xB8"));          // cut off
    CHECK_FALSE(isUtf8("\x80"));
    std::size_t at = 0;
    CHECK(nextCodePoint("😀", at) == 0x1F600);
    CHECK(at == 4);
}

TEST_CASE("right-to-left text is told from all other text") {
    for (const char* text : {"שלום", "مرحبا", "a א", "ﬡ", "ﻼ", "ܐ", "𐤀", "𞤀", "ࡀ"}) {
        CAPTURE(text);
        CHECK(hasRightToLeft(text));
        CHECK(isolated(text) == std::string("\u2068") + text + "\u2069");
    }
    for (const char* text : {"", "keys", "é", "漢字", "👩‍👩‍👧", "नमस्ते", "ไทย", "…", "“",
                             "한국", "\xEF\xBB\xBF", "Ђ"}) {
        CAPTURE(text);
        CHECK_FALSE(hasRightToLeft(text));
        CHECK(isolated(text) == text);
    }
}

TEST_CASE("a line begins where most of its words begin") {
    CHECK(readsRightToLeft(std::vector<std::string>{"[CLS]", "שלום", "עולם", "GPT", "[SEP]"}));
    CHECK_FALSE(readsRightToLeft(std::vector<std::string>{"[CLS]", "the", "word", "שלום", "!"}));
    CHECK_FALSE(readsRightToLeft(std::vector<std::string>{"12", "?", "…"}));
    CHECK_FALSE(readsRightToLeft(std::vector<std::string>{"漢字", "שלום"}));
    CHECK_FALSE(readsRightToLeft({}));
}

}  // namespace
}  // namespace hw::test
