// SPDX-License-Identifier: MIT
// The identity of a model in links.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "model/checkpoint.h"
#include "model/session/facts.h"

namespace hw::model {
namespace {

const std::string cards = std::string(HW_TEST_DATA) + "/../../web/models/agreement/";

std::string markWith(const std::string& changed = {}, std::size_t at = 0) {
    std::vector<Part> parts;
    for (const char* name :
         {"config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors"}) {
        std::string bytes = test::readBytes(cards + name);
        if (changed == name) {
            const std::size_t place = at == 0 ? bytes.size() - 1 : at;
            bytes[place] = bytes[place] == ' ' ? '\n' : static_cast<char>(bytes[place] ^ 1);
        }
        parts.push_back(test::part(name, bytes));
    }
    const auto files = readModelFiles(std::move(parts));
    REQUIRE(files);
    const auto mark = markOf(*files);
    REQUIRE(mark);
    return *mark;
}

}  // namespace

TEST_CASE("a model's mark depends on its configuration, its tokenizer and its tensors",
          "[model][session]") {
    const std::string mark = markWith();
    CHECK(mark.size() == 16);
    CHECK(mark.find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(markWith() == mark);
    CHECK(markWith("tokenizer.json") != mark);
    CHECK(markWith("tokenizer_config.json") == mark);
    const auto files = readModelFiles(test::partsOf(cards));
    REQUIRE(files);
    const auto inside = [](const StoredTensor& tensor) {
        return static_cast<std::size_t>(tensor.offset + tensor.bytes / 2);
    };
    CHECK(markWith("model.safetensors", inside(files->tensors.front())) != mark);
    CHECK(markWith("model.safetensors", inside(files->tensors.back())) != mark);
    CHECK(markWith("model.safetensors", inside(files->tensors[files->tensors.size() / 2])) == mark);
    const std::string config = test::readBytes(cards + "config.json");
    const std::size_t space = config.find(' ');
    REQUIRE(space != std::string::npos);
    CHECK(markWith("config.json", space) != mark);
}

TEST_CASE("an open model has the mark of its files", "[model][session]") {
    const auto session = Session::open(test::partsOf(cards));
    REQUIRE(session);
    CHECK(session->facts().mark == markWith());
}

}  // namespace hw::model
