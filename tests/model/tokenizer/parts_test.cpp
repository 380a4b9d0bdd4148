// SPDX-License-Identifier: MIT
// Parts of tokenizers on their own. Covers patterns, normal forms, clusters, a table of SentencePiece, the shown form
// of tokens.
#include <catch2/catch_test_macros.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "io/json/utf8.h"
#include "io/packed/text64.h"
#include "model/pattern/pattern.h"
#include "model/support.h"
#include "model/tokenizer/read/tokenizer_json.h"
#include "model/unicode/code_points.h"
#include "model/unicode/graphemes.h"
#include "model/unicode/normal_form.h"

namespace hw::model {
namespace {

std::vector<std::string> found(std::string_view pattern, std::string_view text) {
    const auto compiled = Pattern::compile(pattern);
    REQUIRE(compiled.has_value());
    std::vector<PatternMatch> matches;
    Budget budget(text.size());
    REQUIRE(compiled->findAll(text, budget, matches));
    std::vector<std::string> out;
    for (const PatternMatch& match : matches)
        out.emplace_back(text.substr(match.begin, match.end - match.begin));
    return out;
}

using Texts = std::vector<std::string>;

std::string inForm(std::string_view text, NormalForm form) {
    std::vector<Change> changes;
    normalise(text, form, changes);
    std::string out;
    for (const Change& change : changes) io::appendUtf8(out, change.letter);
    return out;
}

std::string file(std::string_view model, std::string_view rest) {
    return R"({"version":"1.0","added_tokens":[],"model":)" + std::string(model) +
           std::string(rest) + "}";
}
constexpr std::string_view words =
    R"({"type":"WordLevel","unk_token":"[UNK]","vocab":{"[UNK]":0,"a":1,"b":2,"a b":3}})";

}  // namespace

TEST_CASE("patterns match as Oniguruma's") {
    CHECK(found("a|ab", "ab") == Texts{"a"});
    CHECK(found("(?:ab|a)c?", "abac") == Texts{"ab", "ac"});
    CHECK(found(R"(\s+(?!\S)|\s+)", "a   b  ") == Texts{"  ", " ", "  "});
    CHECK(found(R"(\p{N}{1,3})", "12345") == Texts{"123", "45"});
    CHECK(found("(?i:'s|'ll)", "it'S 'LL '\u017F") == Texts{"'S", "'LL", "'\u017F"});
    CHECK(found("[^\\r\\n\\p{L}]?+\\p{L}+", "!ab cd") == Texts{"!ab", " cd"});
    CHECK(found("a{2,}?", "aaaa") == Texts{"aa", "aa"});
    CHECK(found("x*+x", "xxx").empty());
    CHECK(found("(?<=a)b|(?<!a)c", "ab cb ac") == Texts{"b", "c"});
    CHECK(found("[a-c[x-z]]+", "abxyd") == Texts{"abxy"});
    CHECK(found("^#.*$", "#a\nb\n#c") == Texts{"#a", "#c"});
    CHECK(found("", "ab") == Texts{"", "", ""});
    CHECK(found("a*", "ba") == Texts{"", "a"});
    CHECK(found("\\p{Han}+|\\bcat\\b", "cats \u732B\u72D7 cat") == Texts{"\u732B\u72D7", "cat"});
    CHECK(found("(?:ab){2}", "ababab") == Texts{"abab"});
    CHECK(found("a{,2}b", "aaab") == Texts{"aab"});
    CHECK(found("(?:(?:ab)++){2}|b", "abab") == Texts{"b", "b"});
    // Oniguruma's \\w includes superscripts and fractions of Latin-1, but not within a class.
    CHECK(found("\\w", "a\u00B2\u00BD") == Texts{"a", "\u00B2", "\u00BD"});
    CHECK(found("[\\w']", "a\u00B2\u00BD") == Texts{"a"});
    CHECK(found("[\\W]", "a\u00B2\u00BD") == Texts{"\u00B2", "\u00BD"});
    CHECK(found("[^\\W]", "a\u00B2") == Texts{"a"});
    CHECK(found("[[^b][^c]\\P{L}]", "bc1") == Texts{"b", "c", "1"});
    CHECK(found("[x\\P{Han}]", "\u732Bxy") == Texts{"x", "y"});
}

TEST_CASE("a pattern that is not known is refused by its construct") {
    for (const std::string_view pattern :
         {"(a)\\1", "\\p{Klingon}", "[[:alpha:]]", "[a&&b]", "(?<=a+)b", "(?#x)", "a**(", "(?:a?)*",
          "[z-a]", "\\q", "(?i)\\p{Lu}"}) {
        const auto compiled = Pattern::compile(pattern);
        INFO(pattern);
        REQUIRE(!compiled.has_value());
        CHECK(!compiled.error().finding.empty());
    }
    CHECK(Pattern::compile("(?:(?:(?:a{1000}){1000}){1000}){1000}").error().code == Code::tooLarge);
    // Nested text is walked by recursion. It must end in a message, not a stack overflow.
    for (const std::string& deep :
         {std::string(60, '(') + std::string(60, ')'), 'a' + std::string(16'000, '+'),
          'a' + std::string(3000, '?'), "(?:a" + std::string(40, '+') + ')' + std::string(60, '*'),
          "(?=" + std::string(60, '(') + 'a' + std::string(60, ')') + ')',
          'a' + std::string(60, '*') + '|' + 'b' + std::string(60, '*')}) {
        INFO(deep.substr(0, 100));
        const auto compiled = Pattern::compile(deep);
        REQUIRE(!compiled.has_value());
        CHECK(compiled.error().code == Code::tooDeep);
    }
    CHECK(!Pattern::compile(std::string(10'000, '[') + std::string(10'000, ']')).has_value());
    // Copying parts without output takes time as well.
    std::string empty = "()";
    for (int i = 0; i < 12; ++i) empty = '(' + empty + "){1000}";
    CHECK(Pattern::compile(empty).error().code == Code::tooLarge);
    CHECK(Pattern::compile("(?:ab){1000}").error().code == Code::tooLarge);
    CHECK(Pattern::compile(std::string(30'000, 'a')).error().code == Code::tooLarge);
    CHECK(Pattern::compile("(?<=(?:(?:a{1000}){1000}){1000})b").error().code ==
          Code::notRecognised);
}

TEST_CASE("a pattern that goes back again and again gives up") {
    const auto compiled = Pattern::compile("(?:a|a)+b");
    REQUIRE(compiled.has_value());
    std::vector<PatternMatch> matches;
    Budget budget(40);
    CHECK(!compiled->findAll(std::string(40, 'a'), budget, matches));
    CHECK(budget.isSpent());
}

TEST_CASE("normal forms compose, decompose and sort marks") {
    CHECK(inForm("\u1E69", NormalForm::nfd) == "s\u0323\u0307");
    CHECK(inForm("s\u0307\u0323", NormalForm::nfc) == "\u1E69");
    CHECK(inForm("q\u0307\u0323", NormalForm::nfc) == "q\u0323\u0307");
    CHECK(inForm("\uFB01\u00BD\uFF21", NormalForm::nfkc) == "fi1\u20442A");
    CHECK(inForm("\u1112\u1161\u11AB", NormalForm::nfc) == "\uD55C");
    CHECK(inForm("\uD55C", NormalForm::nfkd) == "\u1112\u1161\u11AB");
    CHECK(inForm("\u212B\u0344", NormalForm::nfc) == "\u00C5\u0308\u0301");
    CHECK(inForm("\u0958", NormalForm::nfc) == "\u0915\u093C");  // excluded from composition
    CHECK(isNormal("caf\u00E9", NormalForm::nfc));
    CHECK(!isNormal("cafe\u0301", NormalForm::nfc));
}

TEST_CASE("code points have the library's classes") {
    int spaces = 0;
    int letters = 0;
    std::uint64_t sum = 0;
    for (char32_t c = 0; c < 0x110000; ++c) {
        const CodePoint about = aboutCodePoint(c);
        spaces += about.isSpace() ? 1 : 0;
        const Category category = about.category();
        letters += category >= Category::Lu && category <= Category::Lo ? 1 : 0;
        sum = sum * 31 + static_cast<std::uint64_t>(category) * 2 + (about.isPunctuation() ? 1 : 0);
        if (smallLetter(c) != c) sum += smallLetter(c);
    }
    CHECK(spaces == 25);
    CHECK(letters == 141028);
    CHECK(
        sum ==
        10237113197792879947ULL);  // computed by tools/lib/unicode_tables.py, changes with a new run
    CHECK(aboutCodePoint(0x110000).category() == Category::Cn);
    CHECK(smallLetter(U'\u0130') == U'i');
    CHECK(smallLetter(U'\u1E9E') == U'\u00DF');
    CHECK(scriptOf(U'\u3042') == scriptOf(U'\u732B'));
    CHECK(scriptOf(U' ') == 0);
}

TEST_CASE("clusters follow UAX 29") {
    const auto first = [](std::string_view text) { return clusterEnd(text, 0); };
    CHECK(first("\r\nx") == 2);
    CHECK(first("e\u0301x") == 3);
    CHECK(first("\U0001F1E9\U0001F1EA\U0001F1EB") == 8);
    CHECK(first("\U0001F468\u200D\U0001F469x") == 11);
    CHECK(first("\u1112\u1161\u11AB\u1112") == 9);
    CHECK(first("ab") == 1);
}

TEST_CASE("SentencePiece's table replaces the shortest prefix it has") {
    // A double array for "A" -> "b". The root's offset is 1, its child is at 1 ^ 'A', with its value at an offset of 1.
    std::vector<std::uint32_t> trie(256, 0);
    trie[0] = 1 << 10;
    const std::uint32_t child = 1 ^ 'A';
    trie[child] = (3 << 10) | (1 << 8) | 'A';
    trie[child ^ 3] = (1U << 31) | 2;
    const std::string table = test::rawBytes(std::vector<std::uint32_t>{256 * 4}) +
                              test::rawBytes(trie) + std::string("x\0bc\0", 5);
    const auto read = [&](std::string_view bytes) {
        return readTokenizerJson(
            file(words, R"(,"normalizer":{"type":"Precompiled","precompiled_charsmap":")" +
                            io::toBase64(bytes, io::Base64::standard) + R"("})"));
    };
    const auto tokenizer = read(table);
    REQUIRE(tokenizer.has_value());
    CHECK(!read(table.substr(0, 2)).has_value());
    CHECK(!read(std::string("\xFF\xFF\xFF\x7F") + table).has_value());
    const auto encoding = tokenizer->encode("A");
    REQUIRE(encoding.has_value());
    CHECK(encoding->ids == std::vector<std::int32_t>{0});  // "bc" is not in the vocabulary
    CHECK(encoding->offsets == std::vector<TextSpan>{{0, 1}});
}

TEST_CASE("tokens are shown as people read them, and special ids are known") {
    const std::string folder = std::string(HW_TEST_DATA) + "/tokenizers/";
    const auto open = [&](const std::string& name) {
        auto tokenizer = readTokenizerJson(test::readBytes(folder + name));
        REQUIRE(tokenizer.has_value());
        return std::move(*tokenizer);
    };
    const Tokenizer wordPiece = open("wordpiece_added.json");
    CHECK(wordPiece.specialIds().mask == wordPiece.idOf("[MASK]"));
    CHECK(wordPiece.specialIds().cls == 2);
    CHECK(wordPiece.specialIds().sep == 3);
    CHECK(wordPiece.specialIds().pad == 0);
    CHECK(wordPiece.specialIds().unknown == 1);
    CHECK(wordPiece.shownToken(wordPiece.idOf("##s")) == "s");
    CHECK(wordPiece.isSpecial(4));
    CHECK(!wordPiece.token(-1));
    CHECK(!wordPiece.token(1 << 20));
    CHECK(wordPiece.decode(std::vector<std::int32_t>{-5, 1 << 30}).empty());
    const Tokenizer roberta = open("bytelevel_roberta.json");
    CHECK(roberta.specialIds().cls == 0);
    CHECK(roberta.specialIds().sep == 2);
    CHECK(roberta.specialIds().mask == 4);
    CHECK(roberta.shownToken(roberta.idOf("\u0120the")) == " the");
    // Part of a character shows its bytes, as in the figures.
    CHECK(roberta.shownToken(roberta.idOf("\u00C3")) == "<0xC3>");
    const Tokenizer llama = open("bpe_llama2.json");
    CHECK(llama.specialIds().bos == 1);
    CHECK(llama.specialIds().eos == 2);
    CHECK(llama.shownToken(llama.idOf("\u2581the")) == " the");
    CHECK(llama.shownToken(llama.idOf("<0x41>")) == "A");
    CHECK(llama.shownToken(llama.idOf("<0xE3>")) == "<0xE3>");
    CHECK(llama.vocabularySize() == 620);
}

}  // namespace hw::model
