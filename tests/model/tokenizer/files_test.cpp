// SPDX-License-Identifier: MIT
// Tokenizers that are not in a tokenizer.json. Covers GGUF's, SentencePiece's, and the library's older files.
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "io/write/json_writer.h"
#include "model/gguf_bytes.h"
#include "model/support.h"
#include "model/tokenizer/classes/open_tokenizer.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

namespace fs = std::filesystem;
using Ids = std::vector<std::int32_t>;

ModelFiles filesOf(std::vector<Part> parts) {
    ModelFiles files;
    files.parts = std::move(parts);
    return files;
}

Ids idsOf(const Tokenizer& tokenizer, std::string_view text) {
    const auto encoding = tokenizer.encode(text);
    REQUIRE(encoding.has_value());
    return encoding->ids;
}

// GGUF's types are 4 = u32, 7 = truth, 8 = text, 9 = list, 5 = i32, 6 = f32.
std::string texts(const std::vector<std::string>& list) {
    std::string bytes =
        test::littleEndian(std::uint32_t{8}) + test::littleEndian(std::uint64_t{list.size()});
    for (const std::string& text : list) bytes += test::ggufText(text);
    return bytes;
}
template <class Number>
std::string numbers(std::uint32_t type, const std::vector<Number>& list) {
    return test::littleEndian(type) + test::littleEndian(std::uint64_t{list.size()}) +
           test::rawBytes(list);
}

Result<Tokenizer> ofGguf(const test::GgufBytes& file) {
    auto files = readModelFiles({test::part("model.gguf", file.bytes())});
    if (!files) return std::unexpected(files.error());
    return openTokenizer(*files);
}

test::GgufBytes ggufOf(std::string_view model, std::string_view pre,
                       const std::vector<std::string>& tokens,
                       const std::vector<std::int32_t>& kinds) {
    test::GgufBytes file;
    file.entry("general.architecture", 8, test::ggufText("llama"));
    file.entry("tokenizer.ggml.model", 8, test::ggufText(model));
    file.entry("tokenizer.ggml.pre", 8, test::ggufText(pre));
    file.entry("tokenizer.ggml.tokens", 9, texts(tokens));
    file.entry("tokenizer.ggml.token_type", 9, numbers(5, kinds));
    return file;
}

std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value > 127; value >>= 7) bytes += static_cast<char>((value & 127) | 128);
    return bytes + static_cast<char>(value);
}
std::string message(int field, std::string_view bytes) {
    return varint(static_cast<std::uint64_t>(field) << 3 | 2) + varint(bytes.size()) +
           std::string(bytes);
}
std::string number(int field, std::uint64_t value) {
    return varint(static_cast<std::uint64_t>(field) << 3) + varint(value);
}
std::string piece(std::string_view text, float score, int kind) {
    return message(1, message(1, text) + varint(2 << 3 | 5) +
                          test::littleEndian(std::bit_cast<std::uint32_t>(score)) +
                          number(3, static_cast<std::uint64_t>(kind)));
}

}  // namespace

TEST_CASE("a GGUF vocabulary with scores joins the neighbours with the best score") {
    auto file = ggufOf(
        "llama", "default",
        {"<unk>", "<s>", "</s>", "\u2581", "a", "b", "\u2581a", "ab", "<0xC3>", "<0xA9>", "ba"},
        {2, 3, 3, 1, 1, 1, 1, 1, 6, 6, 1});
    file.entry("tokenizer.ggml.scores", 9,
               numbers(6, std::vector<float>{0, 0, 0, -9, -9, -9, -3, -1, 0, 0, -2}));
    file.entry("tokenizer.ggml.bos_token_id", 4, test::littleEndian(std::uint32_t{1}));
    const auto tokenizer = ofGguf(file);
    REQUIRE(tokenizer.has_value());
    CHECK(idsOf(*tokenizer, "ab") == Ids{1, 3, 7});         // "ab" before "▁a"
    CHECK(idsOf(*tokenizer, "aba") == Ids{1, 3, 7, 4});     // the leftmost best
    CHECK(idsOf(*tokenizer, "\u00E9") == Ids{1, 3, 8, 9});  // as bytes
    CHECK(idsOf(*tokenizer, "z</s>") == Ids{1, 3, 0, 2});
    CHECK(tokenizer->decode(Ids{1, 3, 7, 8, 9}) == "ab\u00E9");
    CHECK(tokenizer->specialIds().bos == 1);
}

TEST_CASE("a GGUF vocabulary of byte-level BPE splits as its name says") {
    const std::vector<std::string> tokens = {"<|end|>", "a",  "1", "2", "\u0120",
                                             "\u0120a", "12", "'", "S"};
    const std::vector<std::int32_t> kinds = {3, 1, 1, 1, 1, 1, 1, 1, 1};
    const auto open = [&](std::string_view pre) {
        auto file = ggufOf("gpt2", pre, tokens, kinds);
        file.entry("tokenizer.ggml.merges", 9, texts({"\u0120 a", "1 2"}));
        return ofGguf(file);
    };
    CHECK(idsOf(open("gpt-2").value(), "a 12<|end|>") == Ids{1, 4, 6, 0});
    CHECK(idsOf(open("smollm").value(), "a 12") == Ids{1, 4, 2, 3});
    CHECK(idsOf(open("qwen2").value(), " a12") == Ids{5, 2, 3});
    CHECK(idsOf(open("llama-bpe").value(), " a12") == Ids{5, 6});
    for (const std::string_view pre : {"tekken", "gpt-4o", "deepseek-v3", "bloom", "modern-bert"})
        CHECK(open(pre).has_value());
    const auto unheard = open("unheard-of");
    REQUIRE(!unheard.has_value());
    CHECK(unheard.error().code == Code::notRecognised);
    CHECK(unheard.error().finding.find("unheard-of") != std::string::npos);
}

TEST_CASE("a GGUF vocabulary with letters for bytes keeps its spaces, whatever its mark") {
    // Llama 3 labelled llama, as some converters wrote it.
    auto file = ggufOf("llama", "llama-bpe", {"<|begin_of_text|>", "a", "\u0120", "\u0120a", "b"},
                       {3, 1, 1, 1, 1});
    file.entry("tokenizer.ggml.merges", 9, texts({"\u0120 a"}));
    file.entry("tokenizer.ggml.bos_token_id", 4, test::littleEndian(std::uint32_t{0}));
    const auto tokenizer = ofGguf(file);
    REQUIRE(tokenizer.has_value());
    CHECK(idsOf(*tokenizer, "b a a") == Ids{0, 4, 3, 3});
    CHECK(tokenizer->decode(Ids{4, 3}) == "b a");
}

TEST_CASE("a GGUF vocabulary of BERT has marks before words") {
    auto file =
        ggufOf("bert", "default", {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "\u2581ab", "c", "\u2581c"},
               {3, 3, 3, 3, 1, 1, 1});
    for (const auto& [key, id] : {std::pair{"unknown", 1U}, {"seperator", 3U}, {"cls", 2U}})
        file.entry("tokenizer.ggml." + std::string(key) + "_token_id", 4,
                   test::littleEndian(std::uint32_t{id}));
    const auto tokenizer = ofGguf(file);
    REQUIRE(tokenizer.has_value());
    CHECK(idsOf(*tokenizer, "ABc c x") == Ids{2, 4, 5, 6, 1, 3});
    const auto pair = tokenizer->encode("c", "ab");
    REQUIRE(pair.has_value());
    CHECK(pair->ids == Ids{2, 6, 3, 4, 3});
    CHECK(pair->typeIds == Ids{0, 0, 0, 1, 1});
}

TEST_CASE("a wrong GGUF vocabulary is refused") {
    const auto refused = [](const test::GgufBytes& file) {
        const auto tokenizer = ofGguf(file);
        return !tokenizer.has_value() && !tokenizer.error().remedy.empty();
    };
    CHECK(refused(ggufOf("rwkv", "", {"a"}, {1})));
    CHECK(refused(ggufOf("llama", "", {"a", "b"}, {1})));
    CHECK(refused(ggufOf("llama", "", {"a"}, {9})));
    CHECK(refused(ggufOf("gpt2", "gpt-2", {"a"}, {1})));  // no merges
    auto scores = ggufOf("llama", "", {"a"}, {1});
    scores.entry("tokenizer.ggml.scores", 9,
                 numbers(6, std::vector<float>{std::bit_cast<float>(0x7FC00000U)}));
    CHECK(refused(scores));
    test::GgufBytes none;
    none.entry("general.architecture", 8, test::ggufText("llama"));
    CHECK(refused(none));
}

TEST_CASE("SentencePiece's own file is read as the library's converter does") {
    const std::string unigram =
        piece("<pad>", 0, 3) + piece("</s>", 0, 3) + piece("<unk>", 0, 2) + piece("\u2581", -2, 1) +
        piece("\u2581a", -1, 1) + piece("b", -3, 1) + piece("\u2581ab", -9, 1) +
        message(2, number(3, 1) + number(40, 2) + number(41, ~std::uint64_t{0}) + number(42, 1) +
                       number(43, 0));
    const auto t5 = openTokenizer(
        filesOf({test::part("spiece.model", unigram),
                 test::part("tokenizer_config.json", R"({"tokenizer_class":"T5Tokenizer"})")}));
    REQUIRE(t5.has_value());
    CHECK(idsOf(*t5, "ab b") == Ids{4, 5, 3, 5, 1});
    CHECK(idsOf(*t5, "a  xy ") == Ids{4, 3, 2, 1});
    const std::string bpe = piece("<unk>", 0, 2) + piece("<s>", 0, 3) + piece("</s>", 0, 3) +
                            piece("\u2581", -3, 1) + piece("a", -4, 1) + piece("\u2581a", -1, 1) +
                            message(2, number(3, 2)) + message(3, number(3, 1) + number(4, 0));
    const auto llama = openTokenizer(
        filesOf({test::part("tokenizer.model", bpe),
                 test::part("tokenizer_config.json",
                            R"({"tokenizer_class":"LlamaTokenizer","add_bos_token":true})")}));
    REQUIRE(llama.has_value());
    CHECK(idsOf(*llama, "a a") == Ids{1, 5, 5});
    const auto refused = [](std::string_view bytes, std::string_view config = "{}") {
        return !openTokenizer(filesOf({test::part("tokenizer.model", bytes),
                                       test::part("tokenizer_config.json", config)}))
                    .has_value();
    };
    CHECK(refused(""));
    CHECK(refused("\xFF\xFF\xFF"));
    CHECK(refused(bpe.substr(0, bpe.size() - 3)));
    CHECK(refused(piece("a", std::bit_cast<float>(0x7F800000U), 1)));
    CHECK(refused(piece("a", 0, 77)));
    CHECK(refused(bpe, R"({"tokenizer_class":"XLNetTokenizer"})"));
    CHECK(!refused(bpe, R"({"tokenizer_class":"LlamaTokenizerFast","add_eos_token":true})"));
}

TEST_CASE("a vocabulary of empty lines is refused before it takes many times its bytes") {
    const std::string lines(std::size_t{1} << 20, '\n');
    const auto refused = openTokenizer(filesOf({test::part("vocab.txt", lines + '\n')}));
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::tooLarge);
}

TEST_CASE("vocab.txt, and vocab.json with merges.txt, are enough") {
    const auto bert = openTokenizer(
        filesOf({test::part("vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nab\n##c\r\nAb\n")}));
    REQUIRE(bert.has_value());
    CHECK(idsOf(*bert, "ABc [MASK]") == Ids{2, 5, 6, 4, 3});
    const auto cased =
        openTokenizer(filesOf({test::part("vocab.txt", "[UNK]\nAb\nab\n"),
                               test::part("tokenizer_config.json", R"({"do_lower_case":false})")}));
    REQUIRE(cased.has_value());
    CHECK(idsOf(*cased, "Ab ab") == Ids{5, 1, 2, 3});  // the class's own tokens come after it

    const std::string merges = "#version: 0.2\n\u0120 a\n";
    const std::string words = R"({"<s>":0,"</s>":1,"<mask>":2,"a":3,"Ġ":4,"Ġa":5})";
    const auto roberta =
        openTokenizer(filesOf({test::part("vocab.json", words), test::part("merges.txt", merges)}));
    REQUIRE(roberta.has_value());
    CHECK(idsOf(*roberta, "a a") == Ids{0, 3, 5, 1});
    CHECK(roberta->encode("a", "a")->ids == Ids{0, 3, 1, 1, 3, 1});
    const auto gpt2 = openTokenizer(filesOf(
        {test::part("vocab.json", words), test::part("merges.txt", merges),
         test::part("tokenizer_config.json",
                    R"({"tokenizer_class":"GPT2Tokenizer","eos_token":{"content":"</s>"}})")}));
    REQUIRE(gpt2.has_value());
    CHECK(idsOf(*gpt2, "a a</s>") == Ids{3, 5, 1});
    CHECK(gpt2->specialIds().eos == 1);
    const auto refused = [&](std::string_view vocab, std::string_view lines,
                             std::string_view config) {
        return !openTokenizer(
                    filesOf({test::part("vocab.json", vocab), test::part("merges.txt", lines),
                             test::part("tokenizer_config.json", config)}))
                    .has_value();
    };
    CHECK(refused(words, merges, R"({"tokenizer_class":"UnheardTokenizer"})"));
    CHECK(refused(R"({"a":0,"b":2})", "", "{}"));
    CHECK(refused(words, "one\n", "{}"));
    CHECK(refused(words, merges, R"({"tokenizer_class":7})"));
    CHECK(openTokenizer(filesOf({})).error().code == Code::cannotRead);
}

TEST_CASE("GGUF files beside the checkout give the checkpoints' ids") {
    const std::string folder = std::string(HW_SHARED_DATA) + "/models/gguf";
    if (!fs::exists(folder)) SKIP("no GGUF files beside the checkout");
    auto tree = readJson(test::readBytes(folder + "/expected.json"), "expected.json");
    REQUIRE(tree.has_value());
    int count = 0;
    for (const io::NodeId file : tree->children(tree->find(io::Tree::root, "files"))) {
        const std::string name(tree->string(tree->find(file, "file")));
        if (name == "llama_k-mixed.gguf") continue;  // has no vocabulary
        INFO(name);
        const auto files = readModelFiles({test::partOf(folder + '/' + name)});
        REQUIRE(files.has_value());
        const auto tokenizer = openTokenizer(*files);
        REQUIRE(tokenizer.has_value());
        for (const io::NodeId row : tree->children(tree->find(file, "cases"))) {
            Ids expected;
            for (const double id : tree->doubles(tree->find(row, "ids")))
                expected.push_back(static_cast<std::int32_t>(id));
            CHECK(idsOf(*tokenizer, tree->string(tree->find(row, "text"))) == expected);
            ++count;
        }
    }
    CHECK(count > 30);
}

}  // namespace hw::model
