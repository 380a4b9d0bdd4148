// SPDX-License-Identifier: MIT
// The question "circuit" in parts, on the page's encoder.
#include "model/service/service.h"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/problem.h"
#include "io/json/json_parser.h"

namespace {

using namespace hw;
using hw::service::Reply;
using hw::service::Service;

std::vector<std::string>& contents() {
    static std::vector<std::string> list;
    return list;
}

bool readPart(int part, std::uint64_t offset, std::span<std::byte> into) {
    const std::string& bytes = contents()[part];
    if (offset + into.size() > bytes.size()) return false;
    std::memcpy(into.data(), bytes.data() + offset, into.size());
    return true;
}

Service opened() {
    const std::filesystem::path folder =
        std::filesystem::path(HW_TEST_DATA) / "../../web/models/agreement";
    std::string parts;
    contents().clear();
    for (const char* name :
         {"config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors"}) {
        std::ifstream file(folder / name, std::ios::binary);
        contents().emplace_back(std::istreambuf_iterator<char>(file),
                                std::istreambuf_iterator<char>());
        REQUIRE_FALSE(contents().back().empty());
        parts += std::string(parts.empty() ? "" : ",") + R"({"name": ")" + name + R"(", "size": )" +
                 std::to_string(contents().back().size()) + "}";
    }
    Service service(readPart);
    const auto facts =
        service.take(R"({"call": "open", "name": "toy", "parts": [)" + parts + "]}", {});
    REQUIRE(facts);
    return service;
}

io::Tree read(const std::string& json) {
    io::JsonParser parser;
    REQUIRE(parser.push(json));
    auto tree = parser.finish();
    REQUIRE(tree);
    return std::move(*tree);
}

}  // namespace

TEST_CASE("a circuit in parts has the numbers of the whole one") {
    Service service = opened();
    const auto ask = [&](const std::string& more) {
        const auto said = service.take(
            R"({"call": "ask", "question": "circuit", "arguments": {"text": "the key to the cabinet [MASK] on the table")" +
                more +
                R"(}, "recipe": {"text": "the keys to the cabinet [MASK] on the table", "target": "are-is"}})",
            {});
        INFO((said ? "" : sentence(said.error())));
        REQUIRE(said);
        return read(said->json);
    };
    const io::Tree whole = ask("");
    const io::Tree scores = ask(R"(, "measure": "scores")");
    const io::Tree size = ask(R"(, "measure": "size", "size": 4)");
    const auto edges = scores.children(scores.find(0, "edges"));
    const auto values = scores.values(scores.find(0, "values"));
    REQUIRE(edges.size() == 479);
    REQUIRE(values.size() == 479);
    std::size_t largest = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        // Lists are read as float32.
        CHECK(values[i] ==
              Catch::Approx(whole.number(whole.find(0, "edges", scores.string(edges[i]), "score")))
                  .epsilon(1e-6));
        if (std::abs(values[i]) > std::abs(values[largest])) largest = i;
    }
    CHECK(scores.string(edges[largest]) == "input->a0.h0<v>");
    CHECK(scores.values(scores.find(0, "direct")).size() == 21);
    CHECK(scores.values(scores.find(0, "headScores", "previous")).size() == 16);
    const auto tested = [&](std::string_view name) {
        return whole.values(whole.find(0, "test", name))[4];
    };
    CHECK(size.number(size.find(0, "size")) == 9);
    CHECK(size.number(size.find(0, "faithfulness")) ==
          Catch::Approx(tested("faithfulness")).epsilon(1e-6));
    CHECK(size.number(size.find(0, "complement")) ==
          Catch::Approx(tested("complement")).epsilon(1e-6));
    const auto random = size.values(size.find(0, "random"));
    const auto rows = whole.values(whole.find(0, "test", "random", "faithfulness"));
    REQUIRE(random.size() == 20);
    REQUIRE(rows.size() == 200);
    CHECK(random[7] == rows[4 * 20 + 7]);
    // The references give .967 and 1.000 for the mean of eight pairs.
    const io::Tree edge = ask(R"(, "measure": "edge", "edge": "input->a0.h0<v>")");
    const auto value = [&](std::string_view name) { return edge.number(edge.find(0, name)); };
    const double apart = value("clean") - value("corrupt");
    CHECK(-value("noise") / apart > 0.9);
    CHECK(value("denoise") / apart == Catch::Approx(1).margin(0.05));
}
