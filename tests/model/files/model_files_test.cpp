// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "model/files/model_files.h"
#include "model/gguf_bytes.h"
#include "model/support.h"

using namespace hw;
using namespace hw::model;
using test::part;

namespace {

/// A file of one tensor of one number.
std::string file(const std::string& tensor) {
    return test::safetensors(
        R"({")" + tensor + R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
        test::littleEndian(1.0F));
}

Problem problem(std::vector<Part> parts) {
    const auto files = readModelFiles(std::move(parts));
    REQUIRE_FALSE(files);
    CHECK_FALSE(files.error().finding.empty());
    CHECK_FALSE(files.error().remedy.empty());
    return files.error();
}

const std::string one = "model-00001-of-00002.safetensors";
const std::string two = "model-00002-of-00002.safetensors";
const std::string map =
    R"({"metadata":{"total_size":8},"weight_map":{"a":")" + one + R"(","b":")" + two + R"("}})";

}  // namespace

TEST_CASE("config and weights are found in the outermost folder that has a config.json") {
    const auto files = readModelFiles(
        {part("m/1_Pooling/config.json", R"({"pooling":1})"),
         part("m/onnx/model.safetensors", "broken"), part("m/model.fp16.safetensors", "broken"),
         part("m/config.json", R"({"model_type":"bert"})"), part("m/model.safetensors", file("a")),
         part("m/tokenizer.json", "{}")});
    REQUIRE(files);
    CHECK_FALSE(files->isGguf);
    CHECK(files->config.string(files->config.find(0, "model_type")) == "bert");
    REQUIRE(files->find("a"));
    CHECK(files->find("b") == nullptr);
    CHECK(files->find("a")->part == 4);
    const auto bytes = files->readTensor(*files->find("a"));
    REQUIRE(bytes);
    CHECK(bytes->size() == 4);
    CHECK(files->readText("tokenizer.json") == "{}");
    CHECK(files->readText("tokenizer.json", 1).error().code == Code::tooLarge);
    CHECK(files->readText("vocab.txt").error().place == "vocab.txt");
}

TEST_CASE("shards, by their index or by their numbers") {
    const Part config = part("config.json", "{}");
    const Part index = part("model.safetensors.index.json", map);
    for (const bool indexed : {true, false}) {
        std::vector<Part> parts{part(two, file("b")), config, part(one, file("a"))};
        if (indexed) parts.push_back(index);
        const auto files = readModelFiles(parts);
        REQUIRE(files);
        CHECK(files->tensors.size() == 2);
        CHECK(files->find("a")->part == 2);
        CHECK(files->find("b")->part == 0);
        parts.erase(parts.begin());
        const Problem missing = problem(parts);
        CHECK(missing.code == Code::cannotRead);
        CHECK(missing.place == two);
    }
    CHECK(problem({config, index}).place == one + ", " + two);
    const Problem wrong = problem({config, index, part(one, file("b")), part(two, file("a"))});
    CHECK(wrong.code == Code::syntax);
    CHECK(wrong.place == "a");
    CHECK(problem({config, index, part(one, file("a")), part(two, file("a"))}).place == "a");
    CHECK(problem({config, index, part(one, file("a")), part(two, "")}).place == two);
}

TEST_CASE("an index that is none is refused") {
    const Part config = part("config.json", "{}");
    for (const char* text : {"", "[]", "7", "{}", R"({"weight_map":{}})", R"({"weight_map":[1]})",
                             R"({"weight_map":{"a":1}})", R"({"weight_map":{"0":1}})", "{\"a\":"}) {
        CAPTURE(text);
        const Problem found =
            problem({config, part("model.safetensors.index.json", text), part(one, file("a"))});
        CHECK(found.place.find("index.json") != std::string::npos);
    }
    // A path in it leads only to the given parts.
    CHECK(problem({config, part("model.safetensors.index.json",
                                R"({"weight_map":{"a":"../../x.safetensors"}})")})
              .place == "x.safetensors");
}

TEST_CASE("what is missing or meant otherwise is said by name") {
    CHECK(problem({}).place == "model.safetensors");
    CHECK(problem({part("model.safetensors", file("a"))}).place == "config.json");
    CHECK(problem({part("config.json", "{}")}).place == "model.safetensors");
    CHECK(problem({part("config.json", "{"), part("model.safetensors", file("a"))})
              .place.starts_with("config.json"));
    const Problem several = problem({part("config.json", "{}"), part("a.safetensors", file("a")),
                                     part("b.safetensors", file("a"))});
    CHECK(several.place == "a.safetensors (66 bytes), b.safetensors (66 bytes)");
    const Problem pointer =
        problem({part("config.json", "{}"),
                 part("model.safetensors", "version https://git-lfs.github.com/spec/v1\noid ...")});
    CHECK(pointer.finding.find("LFS") != std::string::npos);
    CHECK(pointer.remedy.find("git lfs pull") != std::string::npos);
}

TEST_CASE("what stands in place of any file of a model is said, and what to do") {
    const std::string pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\n";
    for (const char* page : {"<!DOCTYPE html>\n<html>", "\xEF\xBB\xBF \n<HTML>", "<?xml version"}) {
        const Problem weights =
            problem({part("config.json", "{}"), part("model.safetensors", page)});
        CHECK(weights.place == "model.safetensors");
        CHECK(weights.finding.find("web page") != std::string::npos);
        CHECK(weights.remedy.find("/resolve/") != std::string::npos);
        for (const char* name : {"model.gguf", "pytorch_model.bin"})
            CHECK(problem({part("config.json", "{}"), part(name, page)}).finding ==
                  weights.finding);
    }
    const Problem config =
        problem({part("config.json", pointer), part("model.safetensors", file("a"))});
    CHECK(config.place == "config.json");
    CHECK(config.finding.find("LFS") != std::string::npos);
    ModelFiles files;
    files.parts = {part("tokenizer.json", pointer), part("vocab.txt", "<s>\na\n")};
    REQUIRE_FALSE(files.readText("tokenizer.json"));
    CHECK(files.readText("tokenizer.json").error().finding.find("LFS") != std::string::npos);
    CHECK(files.readText("vocab.txt"));
}

TEST_CASE("weights in other formats are refused by name") {
    CHECK(problem({part("tf_model.h5", "")}).remedy.find("save_pretrained") != std::string::npos);
    CHECK(problem({part("model.onnx", "")}).code == Code::notRecognised);
    CHECK(problem({part("training_args.bin", "")}).place == "model.safetensors");
    const Problem adapter =
        problem({part("adapter_config.json",
                      R"({"base_model_name_or_path":"org/base","peft_type":"LORA"})"),
                 part("adapter_model.safetensors", file("a"))});
    CHECK(adapter.finding.find("org/base") != std::string::npos);
    CHECK(adapter.finding.find("LORA") != std::string::npos);
    CHECK(problem({part("config.json", "{}"),
                   part("model.safetensors", file("base_model.model.q.lora_A.weight"))})
              .remedy.find("merge_and_unload") != std::string::npos);
}

TEST_CASE("of several files of weights one is chosen, and the others are named") {
    const Part config = part("config.json", "{}");
    test::GgufBytes gguf;
    gguf.entry("general.architecture", 8, test::ggufText("gpt2")).tensor("g", {2}, 0, 0);
    gguf.data = std::string(8, '\0');
    const auto chosen = [](std::vector<Part> parts) {
        auto files = readModelFiles(std::move(parts));
        REQUIRE(files);
        REQUIRE(files->tensors.size() == 1);
        return *files;
    };
    const auto both =
        chosen({config, part("model.safetensors", file("a")), part("pytorch_model.bin", "x"),
                part("model-Q8_0.gguf", gguf.bytes()), part("._model.safetensors", "x")});
    CHECK(both.find("a"));
    REQUIRE(both.remarks.size() == 1);
    for (const char* name : {"pytorch_model.bin", "model-Q8_0.gguf", "._model.safetensors"})
        CHECK(both.remarks[0].find(name) != std::string::npos);
    // Among quantisations of one model, llama.cpp's preference decides. Projectors and importance matrices are not
    // models.
    const auto quantised = chosen({part("m-Q2_K.gguf", "x"), part("m-Q4_K_M.gguf", gguf.bytes()),
                                   part("m-Q8_0.gguf", "x"), part("mmproj-m-F16.gguf", "x"),
                                   part("m.imatrix.gguf", "x")});
    CHECK(quantised.parts[quantised.find("g")->part].name == "m-Q4_K_M.gguf");
    const Problem several =
        problem({part("draft-F32.gguf", gguf.bytes()), part("model-F32.gguf", gguf.bytes())});
    CHECK(several.place.find("draft-F32.gguf (") != std::string::npos);
    REQUIRE(several.choices.size() == 2);
    CHECK(several.choices[1].value == "model-F32.gguf");
    CHECK(several.choices[1].text.starts_with("model-F32.gguf ("));
    CHECK(several.offer == Offer::weights);
    Part wanted = part("model-F32.gguf", gguf.bytes());
    wanted.isChosen = true;
    CHECK(chosen({part("draft-F32.gguf", "x"), wanted}).isGguf);
    // A checkpoint in a subfolder belongs to another model.
    CHECK(chosen({part("checkpoint-500/model.safetensors", "x"),
                  part("checkpoint-500/config.json", "x"), config,
                  part("model.safetensors", file("a"))})
              .find("a"));
}

TEST_CASE("prefixes of compiled, parallel and adapted models are taken off and named") {
    const auto names = [](const std::string& stored) {
        auto files =
            readModelFiles({part("config.json", "{}"), part("model.safetensors", file(stored))});
        REQUIRE(files);
        CHECK(files->remarks.size() ==
              (stored == "module_a" ? 0 : 1 + (stored.find("module._") == 0)));
        return files->tensors[0].name;
    };
    CHECK(names("_orig_mod.model.a") == "model.a");
    CHECK(names("model.layers.0._orig_mod.a") == "model.layers.0.a");
    CHECK(names("module.a") == "a");
    CHECK(names("module._orig_mod.a") == "a");
    CHECK(names("base_model.model.a") == "a");
    CHECK(names("module_a") == "module_a");
}

TEST_CASE("a tied table is found by the names that safetensors lists for it") {
    const auto files = readModelFiles(
        {part("config.json", "{}"),
         part(
             "model.safetensors",
             test::safetensors(
                 R"({"__metadata__":{"format":"pt","b":"a","c":"b"},"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
                 test::littleEndian(1.0F)))});
    REQUIRE(files);
    REQUIRE(files->find("b"));
    CHECK(files->find("b") == files->find("a"));
    CHECK(files->find("d") == nullptr);
}

TEST_CASE("a table of words longer than any published one is refused") {
    ModelFiles files;
    files.parts = {part("vocab.txt", std::string(17 << 20, 'a')), part("m/merges.txt", "a b")};
    REQUIRE_FALSE(files.readText("vocab.txt"));
    CHECK(files.readText("vocab.txt").error().code == Code::tooLarge);
    CHECK(files.readText("merges.txt"));
}

TEST_CASE("many shards are looked up at once") {
    std::vector<Part> parts{part("config.json", "{}")};
    std::string entries;
    constexpr int count = 20'000;
    for (int i = 1; i <= count; ++i) {
        const std::string digits = std::to_string(i);
        const std::string name =
            "model-" + std::string(5 - digits.size(), '0') + digits + "-of-20000.safetensors";
        parts.push_back(part(name, file("t" + digits)));
        entries += (i > 1 ? ",\"t" : "\"t") + digits + "\":\"" + name + '"';
    }
    CHECK(readModelFiles(parts)->tensors.size() == count);
    parts.push_back(part("model.safetensors.index.json", "{\"weight_map\":{" + entries + "}}"));
    CHECK(readModelFiles(parts)->tensors.size() == count);
}

TEST_CASE("a GGUF file, whole or split") {
    test::GgufBytes first;
    first.entry("general.architecture", 8, test::ggufText("gpt2")).tensor("a", {2}, 0, 0);
    first.data = std::string(8, '\0');
    test::GgufBytes second;
    second.tensor("b", {2}, 0, 0);
    second.data = std::string(8, '\0');
    const auto whole = readModelFiles({part("some model", first.bytes())});
    REQUIRE(whole);
    CHECK(whole->isGguf);
    CHECK(whole->metadata.text("general.architecture") == "gpt2");
    const auto split = readModelFiles({part("m-00002-of-00002.gguf", second.bytes()),
                                       part("m-00001-of-00002.gguf", first.bytes())});
    REQUIRE(split);
    CHECK(split->metadata.text("general.architecture") == "gpt2");
    CHECK(split->find("b")->part == 0);
    CHECK(problem({part("m-00001-of-00002.gguf", first.bytes())}).place == "m-00002-of-00002.gguf");
    CHECK(problem({part("m.gguf", "GG")}).code == Code::truncated);
}
