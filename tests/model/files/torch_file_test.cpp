// SPDX-License-Identifier: MIT
// Files of torch.save (tests/data/model/torch, made by the real library), compared with the same numbers as
// safetensors, and files with false data.
#include <catch2/catch_test_macros.hpp>

#include "model/files/model_files.h"
#include "model/files/torch/pickle.h"
#include "model/files/torch/torch_file.h"
#include "model/gguf_bytes.h"
#include "model/support.h"
#include "model/weights/weight.h"

using namespace hw;
using namespace hw::model;
using test::littleEndian;
using test::part;

namespace {

const std::string folder = HW_TEST_DATA "/model/torch/";

Result<ModelFiles> opened(const std::string& bytes) {
    return readModelFiles({part("config.json", "{}"), part("pytorch_model.bin", bytes)});
}

void checkSame(const std::string& torch, const std::string& expected) {
    CAPTURE(torch);
    const auto files = opened(test::readBytes(folder + torch));
    const auto numbers = readModelFiles(
        {part("config.json", "{}"), part("model.safetensors", test::readBytes(folder + expected))});
    REQUIRE(files);
    REQUIRE(numbers);
    for (const StoredTensor& wanted : numbers->tensors) {
        CAPTURE(wanted.name);
        const StoredTensor* found = files->find(wanted.name);
        REQUIRE(found);
        CHECK(found->shape == wanted.shape);
        const auto values = loadVector(*files, *found);
        REQUIRE(values);
        CHECK(*values == *loadVector(*numbers, wanted));
    }
}

/// A zip of stored members, with a directory.
std::string zipOf(const std::vector<std::pair<std::string, std::string>>& members) {
    std::string all;
    std::string directory;
    for (const auto& [name, content] : members) {
        const auto sizes = littleEndian(std::uint32_t{0}) +
                           littleEndian(static_cast<std::uint32_t>(content.size())) +
                           littleEndian(static_cast<std::uint32_t>(content.size())) +
                           littleEndian(static_cast<std::uint16_t>(name.size())) +
                           littleEndian(std::uint16_t{0});
        directory += "PK\1\2" + std::string(6, '\0') + std::string(6, '\0') + sizes +
                     std::string(10, '\0') + littleEndian(static_cast<std::uint32_t>(all.size())) +
                     name;
        all += "PK\3\4" + std::string(10, '\0') + sizes + name + content;
    }
    const auto start = static_cast<std::uint32_t>(all.size());
    const auto count = static_cast<std::uint16_t>(members.size());
    return all + directory + "PK\5\6" + std::string(4, '\0') + littleEndian(count) +
           littleEndian(count) + littleEndian(static_cast<std::uint32_t>(directory.size())) +
           littleEndian(start) + littleEndian(std::uint16_t{0});
}

std::string pickled(std::string_view text) {
    return "X" + littleEndian(static_cast<std::uint32_t>(text.size())) + std::string(text);
}

std::string number(std::int64_t value) { return std::string("\x8a\x08") + littleEndian(value); }

std::string list(const std::vector<std::int64_t>& values) {
    std::string text = "(";
    for (const std::int64_t value : values) text += number(value);
    return text + "t";
}

/// {"w": a tensor of float32 in storage "0"}.
std::string pickleOf(std::int64_t count, std::int64_t offset,
                     const std::vector<std::int64_t>& shape,
                     const std::vector<std::int64_t>& strides) {
    return "\x80\x02}" + pickled("w") + "ctorch._utils\n_rebuild_tensor_v2\n((" +
           pickled("storage") + "ctorch\nFloatStorage\n" + pickled("0") + pickled("cpu") +
           number(count) + "tQ" + number(offset) + list(shape) + list(strides) + "\x89" +
           "ccollections\nOrderedDict\n)RtRs.";
}

Result<ModelFiles> openedPickle(const std::string& pickle, std::size_t bytes = 16) {
    return opened(zipOf({{"a/data.pkl", pickle}, {"a/data/0", std::string(bytes, '\0')}}));
}

Code codeOf(const Result<ModelFiles>& files) {
    REQUIRE_FALSE(files);
    CHECK_FALSE(files.error().finding.empty());
    CHECK_FALSE(files.error().remedy.empty());
    return files.error().code;
}

}  // namespace

TEST_CASE("files of torch.save have the numbers that PyTorch has") {
    for (const char* name : {"zip.bin", "old.bin", "protocol4.bin", "nested.bin"})
        checkSame(name, "expected.safetensors");
    checkSame("module_state.bin", "module_state.safetensors");
    const auto files = opened(test::readBytes(folder + "zip.bin"));
    REQUIRE(files);
    CHECK(files->find("ids")->typeName == "I64");
    CHECK(files->find("mask")->shape == std::vector<std::int64_t>{1, 1, 3, 3});
    CHECK(files->find("empty")->bytes == 0);
    CHECK(files->find("tied") == files->find("tied_again"));
}

TEST_CASE("a class in a pickle is refused by its name") {
    const auto files = opened(test::readBytes(folder + "whole_module.bin"));
    CHECK(codeOf(files) == Code::notRecognised);
    CHECK(files.error().finding.find("torch.nn.modules.container.Sequential") != std::string::npos);
    CHECK(files.error().remedy.find("state_dict") != std::string::npos);
    const auto system = openedPickle(
        "\x80\x02"
        "cos\nsystem\n" +
        pickled("echo") + "\x85R.");
    CHECK(codeOf(system) == Code::notRecognised);
    CHECK(system.error().finding.find("os.system") != std::string::npos);
    const auto stacked = openedPickle("\x80\x04" + pickled("posix") + pickled("system") + "\x93.");
    CHECK(stacked.error().finding.find("posix.system") != std::string::npos);
}

TEST_CASE("a tensor lies within its storage") {
    REQUIRE(openedPickle(pickleOf(4, 0, {2, 2}, {2, 1})));
    REQUIRE(openedPickle(pickleOf(4, 1, {3}, {1})));
    constexpr std::int64_t huge = std::int64_t{1} << 62;
    for (const std::string& pickle :
         {pickleOf(5, 0, {2}, {1}), pickleOf(4, 2, {3}, {1}), pickleOf(4, 0, {2, 2}, {3, 1}),
          pickleOf(4, 0, {huge, 4}, {0, 1}), pickleOf(4, 0, {1 << 20}, {0}),
          pickleOf(4, huge, {1}, {1}), pickleOf(4, -1, {1}, {1}), pickleOf(4, 0, {-1}, {1}),
          pickleOf(-4, 0, {1}, {1}), pickleOf(4, 0, {2, 2}, {huge, huge}),
          pickleOf(4, 0, {2}, {1, 1}), pickleOf(4, 0, std::vector<std::int64_t>(70, 1), {})}) {
        CHECK(codeOf(openedPickle(pickle)) == Code::syntax);
    }
    // Without its storage.
    CHECK(codeOf(opened(zipOf({{"a/data.pkl", pickleOf(4, 0, {4}, {1})}}))) == Code::syntax);
}

TEST_CASE("a torch file that is cut off anywhere or changed is refused or read") {
    for (const char* name : {"zip.bin", "old.bin"}) {
        const std::string whole = test::readBytes(folder + name);
        for (std::size_t size = 0; size < whole.size(); size += 3) {
            CAPTURE(name, size);
            CHECK_FALSE(opened(whole.substr(0, size)));
        }
        for (std::size_t at = 0; at < whole.size(); ++at) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ 0xA5);
            const auto files = opened(changed);
            if (!files) continue;
            for (const StoredTensor& tensor : files->tensors) (void)files->readTensor(tensor);
        }
    }
}

TEST_CASE("a storage that is not what was saved is refused by its checksum") {
    const std::string whole = test::readBytes(folder + "zip.bin");
    const auto before = opened(whole);
    REQUIRE(before);
    const auto read = [](const ModelFiles& files, const StoredTensor& tensor) {
        const auto bytes = files.readTensor(tensor);
        return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size())
                     : bytes.error().finding;
    };
    int found = 0;
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        const auto files = opened(changed);
        if (!files) continue;
        for (const StoredTensor& tensor : files->tensors) {
            const StoredTensor* own = before->find(tensor.name);
            if (own == nullptr || own->shape != tensor.shape || own->type != tensor.type) continue;
            const std::string bytes = read(*files, tensor);
            CAPTURE(at, tensor.name, bytes);
            const bool isRefused = bytes.find("checksum") != bytes.npos;
            found += isRefused;
            CHECK((isRefused || bytes == read(*before, *own) ||
                   bytes.find("not where the directory") != bytes.npos));
        }
    }
    CHECK(found > 100);
}

TEST_CASE("a part whose own header has another size than the directory says is refused") {
    const std::string good =
        zipOf({{"a/data.pkl", pickleOf(4, 0, {4}, {1})}, {"a/data/0", std::string(16, '\0')}});
    const auto files = opened(good);
    REQUIRE(files);
    REQUIRE(files->readTensor(*files->find("w")));
    std::string other = good;
    other[other.find("a/data/0") - 30 + 22] = 12;
    const auto lying = opened(other);
    REQUIRE(lying);
    CHECK_FALSE(lying->readTensor(*lying->find("w")));
}

TEST_CASE("members of a torch file have one name each, do not overlap and are stored") {
    const std::string pickle = pickleOf(4, 0, {4}, {1});
    const std::string good = zipOf({{"a/data.pkl", pickle}, {"a/data/0", std::string(16, '\0')}});
    REQUIRE(opened(good));
    CHECK(codeOf(opened(zipOf({{"a/data.pkl", pickle},
                               {"a/data/0", std::string(16, '\0')},
                               {"a/data/0", std::string(16, '\1')}}))) == Code::syntax);
    const std::size_t directory = good.rfind("PK\1\2");
    std::string packed = good;
    packed[directory + 10] = 8;
    CHECK(codeOf(opened(packed)) == Code::notRecognised);
    std::string longer = good;
    longer[directory + 20] = longer[directory + 24] = 127;
    CHECK(codeOf(opened(longer)) == Code::syntax);
    CHECK(codeOf(opened(zipOf({{"a/version", "3"}}))) == Code::notRecognised);
    CHECK(codeOf(opened("not a checkpoint at all")) == Code::notRecognised);
}

TEST_CASE("a pickle takes memory in proportion to its length") {
    const auto read = [](const std::string& bytes) {
        PickleReader reader(bytes, "x");
        const auto value = reader.next();
        return value ? Code::internal : value.error().code;
    };
    CHECK(read("\x80\x02" + std::string(3'000'000, ']') + ".") == Code::tooLarge);
    CHECK(read("\x80\x02" + std::string(3'000'000, '(') + ".") == Code::syntax);
    CHECK(read("]r\xff\xff\xff\xff.") == Code::syntax);
    // A list that contains itself many times. Each doubling costs as much as writing it out.
    std::string doubling = "]q\1";
    for (int i = 0; i < 200'000; ++i) doubling += "(h\1h\1e";
    CHECK(read(doubling + ".") == Code::internal);
    // An ordered dictionary of the same list of pairs, repeated.
    std::string pairs = "](";
    for (int i = 0; i < 1000; ++i) pairs += "NN\x86";
    pairs += "eq\1";
    for (int i = 0; i < 1'000; ++i) pairs += "ccollections\nOrderedDict\nh\1\x85R0";
    CHECK(read(pairs + ".") == Code::syntax);
    for (const char* bytes :
         {"a.",    "e.",   "s.",  "u.",   "R.",  "b.",   "Q.",    "t.",      "0.",   ".",
          "\x87.", "NNa.", "NR.", "NNR.", "NQ.", "h\1.", "\x93.", "NN\x93.", "}Ns.", "I1\n."})
        CHECK(read(bytes) != Code::internal);
}

TEST_CASE("pytorch_model.bin in shards, by their index") {
    const std::string index = R"({"weight_map":{"w":"pytorch_model-00001-of-00001.bin"}})";
    const std::string bin =
        zipOf({{"a/data.pkl", pickleOf(4, 0, {4}, {1})}, {"a/data/0", std::string(16, '\0')}});
    const auto files =
        readModelFiles({part("config.json", "{}"), part("pytorch_model.bin.index.json", index),
                        part("pytorch_model-00001-of-00001.bin", bin)});
    REQUIRE(files);
    CHECK(files->find("w"));
}
