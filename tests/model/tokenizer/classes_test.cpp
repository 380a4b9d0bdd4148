// SPDX-License-Identifier: MIT
// The library's classes by their names and by model types, with and without tokenizer.json. All ids equal those of
// AutoTokenizer in transformers 5.24 for the same files.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "model/gguf_bytes.h"
#include "model/support.h"
#include "model/tokenizer/classes/open_tokenizer.h"

namespace hw::model {
namespace {

using TokenIds = std::vector<std::int32_t>;
struct NamedText {
    std::string name;
    std::string text;
};

Result<Tokenizer> opened(const std::vector<NamedText>& list) {
    ModelFiles files;
    for (const NamedText& one : list) files.parts.push_back(test::part(one.name, one.text));
    return openTokenizer(files);
}

TokenIds idsBy(const std::vector<NamedText>& files, std::string_view text,
               std::optional<std::string_view> pair = {}) {
    const auto tokenizer = opened(files);
    if (!tokenizer) FAIL(tokenizer.error().place << ": " << tokenizer.error().finding);
    const auto encoding = tokenizer->encode(text, pair);
    REQUIRE(encoding.has_value());
    return encoding->ids;
}

NamedText typed(const std::string& type) {
    return {"config.json", R"({"model_type":")" + type + "\"}"};
}
NamedText set(const std::string& members) { return {"tokenizer_config.json", '{' + members + '}'}; }

const NamedText wordPiece{
    "tokenizer.json",
    R"({"model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","max_input_chars_per_word":100,"vocab":{"[PAD]":0,"[UNK]":1,"[CLS]":2,"[SEP]":3,"[MASK]":4,"ab":5,"Ab":6,"é":7,"e":8}},"normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":false},"pre_tokenizer":{"type":"BertPreTokenizer"},"post_processor":{"type":"BertProcessing","sep":["[SEP]",3],"cls":["[CLS]",2]}})"};

NamedText byteLevelFile(bool prefix) {
    return {
        "tokenizer.json",
        R"({"model":{"type":"BPE","vocab":{"a":0,"b":1,"Ġ":2,"Ġa":3,"<|endoftext|>":4},"merges":["Ġ a"]},"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":)" +
            std::string(prefix ? "true" : "false") +
            R"(,"use_regex":true},"added_tokens":[{"id":4,"content":"<|endoftext|>","special":true,"normalized":false}]})"};
}

std::string sized(std::size_t value) {
    std::string bytes;
    for (; value > 127; value >>= 7) bytes += static_cast<char>((value & 127) | 128);
    return bytes + static_cast<char>(value);
}
std::string inField(int number, std::string_view bytes) {
    return sized(static_cast<std::size_t>(number) << 3 | 2) + sized(bytes.size()) +
           std::string(bytes);
}
struct ListedPiece {
    std::string text;
    float score;
    char kind;
};
std::string sentencePiece(const std::vector<ListedPiece>& pieces, bool isBpe) {
    std::string bytes;
    for (const ListedPiece& piece : pieces)
        bytes += inField(1, inField(1, piece.text) + "\x15" +
                                test::littleEndian(std::bit_cast<std::uint32_t>(piece.score)) +
                                "\x18" + piece.kind);
    // The trainer's model_type, and the normaliser "identity" with a space added before the text and none stripped.
    return bytes + inField(2, std::string("\x18") + (isBpe ? '\2' : '\1')) +
           inField(3, inField(1, "identity") + std::string("\x18\1\x20\0\x28\1", 6));
}
const std::vector<ListedPiece> bpePieces = {{"<unk>", 0, 2}, {"<s>", 0, 3}, {"</s>", 0, 3},
                                            {"▁", -3, 1},    {"a", -4, 1},  {"▁a", -1, 1}};
std::string unigramAfter(std::vector<ListedPiece> pieces) {
    for (const ListedPiece& piece : {ListedPiece{"▁", -2, 1}, {"▁a", -1, 1}, {"b", -3, 1}})
        pieces.push_back(piece);
    return sentencePiece(pieces, false);
}

}  // namespace

TEST_CASE("tokenizer_config.json changes the steps of tokenizer.json as its class does") {
    const std::string bert = R"("tokenizer_class":"BertTokenizer",)";
    CHECK(idsBy({wordPiece}, "Ab é") == TokenIds{2, 6, 7, 3});
    CHECK(idsBy({wordPiece, set(bert + R"("do_lower_case":true)")}, "Ab é") ==
          TokenIds{2, 5, 8, 3});
    CHECK(idsBy({wordPiece, set(bert + R"("do_lower_case":false)")}, "Ab é") ==
          TokenIds{2, 6, 7, 3});
    CHECK(idsBy({wordPiece, typed("bert"), set(R"("do_lower_case":true,"strip_accents":false)")},
                "Ab é") == TokenIds{2, 5, 7, 3});
    CHECK(idsBy({wordPiece, typed("bert")}, "Ab é") == TokenIds{2, 5, 8, 3});
    CHECK(idsBy({wordPiece, typed("bert"),
                 set(R"("tokenizer_class":"PreTrainedTokenizerFast","do_lower_case":true)")},
                "Ab é") == TokenIds{2, 6, 7, 3});
    CHECK(idsBy({byteLevelFile(false), typed("gpt2"), set(R"("add_prefix_space":true)")}, "a a") ==
          TokenIds{3, 3});
    CHECK(idsBy({byteLevelFile(true), typed("gpt2")}, "a a") == TokenIds{0, 3});
    CHECK(idsBy({byteLevelFile(true)}, "a a") == TokenIds{3, 3});
}

TEST_CASE("tokens that only tokenizer_config.json lists are whole") {
    CHECK(
        idsBy(
            {byteLevelFile(false), typed("gpt2"),
             set(R"("tokenizer_class":"GPT2TokenizerFast","pad_token":"<p>","added_tokens_decoder":{"4":{"content":"<|endoftext|>","special":true,"normalized":false},"9":{"content":"<u>","special":false,"normalized":true,"rstrip":true},"7":{"content":"<v>","special":true,"normalized":false}},"additional_special_tokens":["<w>"])")},
            "<u> a<v>b<p><w>") == TokenIds{6, 0, 5, 1, 7, 8});
    const std::vector<NamedText> older = {
        {"vocab.json", R"({"a":0,"b":1,"Ġ":2,"Ġa":3,"<|endoftext|>":4})"},
        {"merges.txt", "#version: 0.2\nĠ a\n"},
        {"added_tokens.json", R"({"<u>":6,"<p>":5})"},
        {"special_tokens_map.json", R"({"pad_token":"<p>"})"},
        typed("gpt2")};
    CHECK(idsBy(older, "<u>a a<p>") == TokenIds{6, 0, 3, 5});
    const auto tokenizer = opened(older);
    REQUIRE(tokenizer.has_value());
    CHECK(tokenizer->specialIds().pad == 5);
    CHECK(tokenizer->isSpecial(5));
    CHECK(!tokenizer->isSpecial(6));
}

TEST_CASE("a pair has no types where the model takes none") {
    const auto typesBy = [](const std::vector<NamedText>& files) {
        const auto tokenizer = opened(files);
        REQUIRE(tokenizer.has_value());
        return tokenizer->encode("ab", "Ab").value().typeIds;
    };
    CHECK(typesBy({wordPiece}) == TokenIds{0, 0, 0, 1, 1});
    CHECK(typesBy({wordPiece, set(R"("model_input_names":["input_ids","attention_mask"])")}) ==
          TokenIds{0, 0, 0, 0, 0});
    CHECK(typesBy({wordPiece, set(R"("tokenizer_class":"DistilBertTokenizer")")}) ==
          TokenIds{0, 0, 0, 0, 0});
}

TEST_CASE("SentencePiece's file is numbered and split as its class does") {
    const std::string llama = sentencePiece(bpePieces, true);
    for (const bool legacy : {true, false}) {
        INFO("legacy " << legacy);
        const std::vector<NamedText> files = {
            {"tokenizer.model", llama},
            typed("llama"),
            set(std::string(
                    R"("tokenizer_class":"LlamaTokenizer","add_bos_token":true,"legacy":)") +
                (legacy ? "true" : "false"))};
        CHECK(idsBy(files, "a a") == TokenIds{1, 5, 5});
        CHECK(idsBy(files, "a</s>a") == TokenIds{1, 5, 2, legacy ? 5 : 4});
        CHECK(idsBy(files, " a") == TokenIds{1, 5});
        std::vector<NamedText> code = files;
        const std::string settings = code[2].text;
        code[2].text = settings.substr(0, settings.find("Llama")) + "Code" +
                       settings.substr(settings.find("Llama"));
        CHECK(idsBy(code, "a a") == TokenIds{1, 5, 5});
        CHECK(idsBy(code, "a</s>a") == TokenIds{1, 5, 2, 4});
    }
    const std::vector<NamedText> plain = {{"tokenizer.model", llama}, typed("llama")};
    CHECK(idsBy(plain, "a a") == TokenIds{5, 5});
    CHECK(idsBy(plain, " a") == TokenIds{3, 5});
    CHECK(idsBy(plain, "a</s>a") == TokenIds{5, 2, 5});
    const std::vector<NamedText> xlmr = {
        {"sentencepiece.bpe.model", unigramAfter({{"<unk>", 0, 2}, {"<s>", 0, 3}, {"</s>", 0, 3}})},
        typed("xlm-roberta")};
    CHECK(idsBy(xlmr, "a b") == TokenIds{0, 5, 4, 6, 2});
    CHECK(idsBy(xlmr, "a</s>b") == TokenIds{0, 5, 2, 4, 6, 2});
    CHECK(idsBy(xlmr, "a", "b") == TokenIds{0, 5, 2, 2, 4, 6, 2});
    std::vector<NamedText> camembert = xlmr;
    camembert[1] = typed("camembert");
    CHECK(idsBy(camembert, "a b") == TokenIds{5, 8, 7, 9, 6});
    CHECK(idsBy(camembert, "a</s>b") == TokenIds{5, 8, 6, 7, 9, 6});
    CHECK(idsBy(camembert, "a", "b") == TokenIds{5, 8, 6, 6, 7, 9, 6});
    CHECK(idsBy(camembert, "a <mask> b") == TokenIds{5, 8, 10, 7, 9, 6});
    CHECK(idsBy(camembert, "a x<s>NOTUSED") == TokenIds{5, 8, 7, 3, 5, 7, 3, 6});
    camembert.push_back(set(R"("cls_token":"<c>","sep_token":"<c>")"));
    CHECK(idsBy(camembert, "a b") == TokenIds{5, 8, 7, 9, 6});
    const std::vector<NamedText> t5 = {
        {"spiece.model", unigramAfter({{"<pad>", 0, 3}, {"</s>", 0, 3}, {"<unk>", 0, 2}})},
        typed("t5"),
        set(R"("extra_ids":2)")};
    CHECK(idsBy(t5, "a <extra_id_0> b") == TokenIds{4, 7, 3, 5, 1});
    CHECK(idsBy(t5, "a x b") == TokenIds{4, 3, 2, 3, 5, 1});
    CHECK(idsBy({{"spiece.model", unigramAfter({{"<pad>", 0, 3},
                                                {"<unk>", 0, 2},
                                                {"[CLS]", 0, 3},
                                                {"[SEP]", 0, 3},
                                                {"[MASK]", 0, 4}})},
                 typed("albert")},
                "Á b [MASK]") == TokenIds{2, 6, 5, 7, 4, 3});
    const std::vector<NamedText> deberta = {
        {"spm.model",
         unigramAfter({{"[PAD]", 0, 3}, {"[CLS]", 0, 3}, {"[SEP]", 0, 3}, {"[UNK]", 0, 2}})},
        typed("deberta-v2")};
    CHECK(idsBy(deberta, "a\nb x [MASK]") == TokenIds{1, 5, 4, 6, 4, 3, 7, 2});
    CHECK(idsBy(deberta, "a", "b") == TokenIds{1, 5, 2, 4, 6, 2});
}

TEST_CASE("vocabularies without tokenizer.json follow the model's type") {
    const std::vector<NamedText> clip = {
        {"vocab.json",
         R"({"a</w>":0,"b":1,"<|startoftext|>":2,"<|endoftext|>":3,"c</w>":4,"bc</w>":5})"},
        {"merges.txt", "#version\nb c</w>\n"},
        typed("clip")};
    CHECK(idsBy(clip, "A  bc") == TokenIds{2, 0, 5, 3});
    CHECK(idsBy(clip, "bx") == TokenIds{2, 1, 3, 3});
    const std::vector<NamedText> mpnet = {{"vocab.txt", "<s>\n<pad>\n</s>\n[UNK]\nab\n<mask>\n"},
                                          typed("mpnet")};
    CHECK(idsBy(mpnet, "AB x") == TokenIds{0, 4, 3, 2});
    CHECK(idsBy(mpnet, "ab", "ab") == TokenIds{0, 4, 2, 2, 4, 2});
}

TEST_CASE(
    "long texts are cut as the library's longest_first does, with the tokens around them kept") {
    const NamedText words{
        "tokenizer.json",
        R"({"model":{"type":"WordLevel","vocab":{"a":0,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6,"h":7,"i":8,"j":9,"C":10,"S":11},"unk_token":"a"},"pre_tokenizer":{"type":"WhitespaceSplit"},"post_processor":{"type":"BertProcessing","sep":["S",11],"cls":["C",10]}})"};
    struct Cut {
        std::string_view text;
        std::optional<std::string_view> pair;
        int most;
        TokenIds right;
        TokenIds left;
        int whole;
    };
    const std::vector<Cut> cuts = {
        {"a b c d e", {}, 4, {10, 0, 1, 11}, {10, 3, 4, 11}, 7},
        {"a b c d e", "f g h i j", 8, {10, 0, 1, 11, 5, 6, 7, 11}, {10, 3, 4, 11, 7, 8, 9, 11}, 13},
        {"a b", "f g h i j", 8, {10, 0, 1, 11, 5, 6, 7, 11}, {10, 0, 1, 11, 7, 8, 9, 11}, 10},
        {"a b c d e", "f g", 8, {10, 0, 1, 2, 11, 5, 6, 11}, {10, 2, 3, 4, 11, 5, 6, 11}, 10},
        {"a b c d e", "f", 6, {10, 0, 1, 11, 5, 11}, {10, 3, 4, 11, 5, 11}, 9},
        {"a b", "c d", 7, {10, 0, 1, 11, 2, 3, 11}, {10, 0, 1, 11, 2, 3, 11}, 0},
        {"a b c d", "e f g", 6, {10, 0, 1, 11, 4, 11}, {10, 2, 3, 11, 6, 11}, 10}};
    for (const bool isLeft : {false, true}) {
        const auto tokenizer =
            opened({words, set(isLeft ? R"("truncation_side":"left")" : R"("a":1)")});
        REQUIRE(tokenizer.has_value());
        for (const Cut& cut : cuts) {
            INFO(cut.text << " | " << cut.pair.value_or("") << " to " << cut.most);
            const auto encoding = tokenizer->encode(cut.text, cut.pair, true, cut.most);
            REQUIRE(encoding.has_value());
            CHECK(encoding->ids == (isLeft ? cut.left : cut.right));
            CHECK(encoding->whole == cut.whole);
        }
    }
}

TEST_CASE("a class whose own code splits texts is refused by its name") {
    const auto finding = [](const std::vector<NamedText>& files) {
        const auto tokenizer = opened(files);
        REQUIRE(!tokenizer.has_value());
        CHECK(tokenizer.error().code == Code::notRecognised);
        return tokenizer.error().finding;
    };
    const NamedText vocabulary{"vocab.txt", "[UNK]\nab\n"};
    CHECK(finding({vocabulary, set(R"("tokenizer_class":"BertJapaneseTokenizer")")})
              .contains("BertJapaneseTokenizer"));
    CHECK(finding({wordPiece, typed("biogpt")}).contains("BioGptTokenizer"));
    CHECK(finding({vocabulary, typed("bertweet")}).contains("BertweetTokenizer"));
    CHECK(finding({vocabulary, set(R"("tokenizer_class":"FunnelTokenizer")")})
              .contains("FunnelTokenizer"));
}

TEST_CASE("ESM takes residues from vocab.txt, even next to a tokenizer.json") {
    const NamedText residues{"vocab.txt", "<cls>\n<pad>\n<eos>\n<unk>\nL\nA\n<mask>\n"};
    const auto tokenizer = opened({wordPiece, typed("esm"), residues});
    REQUIRE(tokenizer);
    CHECK(tokenizer->encode("LAx L")->ids == std::vector<std::int32_t>{0, 4, 5, 3, 4, 2});
}

}  // namespace hw::model
