// SPDX-License-Identifier: MIT
// The service that the page's worker asks, on the page's encoder. Requests are JSON, answers JSON and bytes.
#include "model/service/service.h"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "io/json/json_parser.h"
#include "protocol/made_example.h"

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

const std::string recipe = R"("recipe": {"text": "the keys on the table [MASK] old")";

std::string firstAnswer(Service& service, const std::string& more) {
    const auto said = service.take(R"({"call": "says", )" + recipe + more + "}}", {});
    REQUIRE(said);
    const io::Tree tree = read(said->json);
    const auto answers = tree.find(io::Tree::root, "says", "answers");
    return std::string(tree.string(tree.find(tree.firstChild(answers), "text")));
}

}  // namespace

TEST_CASE("a run answers with its tokens, and its example as bytes") {
    Service service = opened();
    const auto reply =
        service.take(R"({"call": "run", "as": "the keys", "ticket": 3, "document": 7, "name": "toy",
        "isShown": true, "isSettled": true, )" +
                         recipe + "}}",
                     {});
    REQUIRE(reply);
    const io::Tree told = read(reply->json);
    CHECK(told.size(told.find(io::Tree::root, "pieces")) == 9);
    std::vector<std::byte> bytes;
    reply->message.each([&](std::span<const std::byte> piece) {
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    });
    const auto made = decodeExample(std::span(bytes).subspan(8));
    REQUIRE(made);
    CHECK(made->document == 7);
    CHECK(made->recipe.text == "the keys");
    CHECK(made->example.tokens.size() == 9);
}

TEST_CASE("a cut changes the answer, and the run before it comes back") {
    Service service = opened();
    const std::string before = firstAnswer(service, "");
    const auto question = [&](const std::string& more) {
        const auto said = service.take(R"({"call": "says", )" + recipe + more + "}}", {});
        REQUIRE(said);
        const io::Tree tree = read(said->json);
        return std::pair(tree.number(tree.find(io::Tree::root, "question", "before")),
                         tree.number(tree.find(io::Tree::root, "question", "after")));
    };
    const auto [own, same] = question("");
    CHECK(own == same);
    const auto [uncut, cut] = question(R"(, "cuts": [{"kind": "edges", "text": "*:*:6>2"}])");
    CHECK(uncut == own);
    CHECK(cut != own);
    // Another question about the same cut run, then one about the text without cuts.
    CHECK(question(R"(, "target": "p:5", "cuts": [{"kind": "edges", "text": "*:*:6>2"}])").second !=
          cut);
    CHECK(firstAnswer(service, "") == before);
}

TEST_CASE("what is run in steps is what is run at once") {
    Service service = opened();
    const std::string request = R"({"call": "run", "as": "x", "name": "toy", )" + recipe + "}}";
    REQUIRE(service.begin(request));
    while (service.step()) continue;
    const auto stepped = service.take(request, {});
    const auto once = opened().take(request, {});
    REQUIRE(stepped);
    REQUIRE(once);
    CHECK(stepped->json == once->json);
}

TEST_CASE("a search in steps is answered as one at once") {
    Service service = opened();
    const std::string request =
        R"({"call": "ask", "question": "decide", "arguments": {"kind": "head", "rule": "zero", "most": 4}, )" +
        recipe + "}}";
    REQUIRE(service.begin(request));
    while (service.step()) continue;
    CHECK(service.done() == 1);
    const auto stepped = service.take(request, {});
    const auto once = opened().take(request, {});
    REQUIRE(stepped);
    REQUIRE(once);
    CHECK(stepped->json == once->json);
}

TEST_CASE("words tested in steps are those tested at once, and those given up are tested later") {
    const std::string request =
        R"({"call": "ask", "question": "why", "arguments": {"groups": "1;2;3,4", "layers": 3}, )" +
        recipe + "}}";
    const auto once = opened().take(request, {});
    REQUIRE(once);
    for (const int most : {1000, 3}) {
        Service service = opened();
        REQUIRE(service.begin(request));
        int steps = 0;
        double done = 0;
        while (steps < most && service.step()) {
            ++steps;
            done = std::max(done, service.done());
        }
        CHECK(steps >= 3);
        CHECK(done > 0);
        CHECK(done <= 1);
        // A key press brings another text in between.
        if (most == 3) {
            const std::string other =
                R"({"call": "run", "as": "x", "name": "toy", "recipe": {"text": "the key [MASK] old"}})";
            REQUIRE(service.begin(other));
            REQUIRE(service.take(other, {}));
            service.begin(request);
        }
        int made = 0;
        const auto stepped = service.take(request, [&](double) { ++made; });
        REQUIRE(stepped);
        CHECK(stepped->json == once->json);
        CHECK((made == 0) == (most == 1000));
    }
}

TEST_CASE("what cuts and scores say of an answer is asked like all else") {
    Service service = opened();
    const auto ask = [&](const std::string& arguments, const std::string& more = "") {
        return service.take(R"({"call": "ask", "question": "effects", "arguments": )" + arguments +
                                ", " + recipe + more + "}}",
                            {});
    };
    const auto said = service.take(R"({"call": "says", )" + recipe + "}}", {});
    const auto reply = ask(
        R"({"cuts": [{"kind": "edges", "text": "*:*:6>2"}, {"kind": "minimum", "text": "6>2"}], "scores": "hide,alti"})");
    REQUIRE(said);
    REQUIRE(reply);
    const io::Tree before = read(said->json);
    const io::Tree tree = read(reply->json);
    CHECK(tree.number(tree.find(io::Tree::root, "value")) ==
          Catch::Approx(before.number(before.find(io::Tree::root, "question", "before"))));
    CHECK(tree.size(tree.find(io::Tree::root, "cuts")) == 2);
    CHECK(tree.size(tree.find(io::Tree::root, "scores", "alti")) == 9);
    // For the unchanged text, with any cuts in the recipe.
    const auto cut = ask(R"({"scores": "hide"})", R"(, "cuts": [{"kind": "head", "text": "1:*"}])");
    const auto whole = ask(R"({"scores": "hide"})");
    REQUIRE(cut);
    REQUIRE(whole);
    CHECK(cut->json == whole->json);
    for (const auto& [arguments, place] :
         {std::pair(R"({"steps": 0})", "arguments.steps"),
          std::pair(R"({"among": "some"})", "arguments.among"),
          std::pair(R"({"cuts": [{"kind": "edge", "text": ""}]})", "arguments.cuts[0].kind"),
          std::pair(R"({"threads": 2})", "arguments.threads")}) {
        const auto refused = ask(arguments);
        REQUIRE_FALSE(refused);
        CHECK(refused.error().place == place);
    }
}

TEST_CASE("why takes over the words that were tested already, and a first look needs none") {
    Service service = opened();
    int layers = 0;
    const auto ask = [&](const std::string& question, const std::string& arguments) {
        layers = 0;
        const auto reply =
            service.take(R"({"call": "ask", "question": ")" + question + R"(", "arguments": )" +
                             arguments + ", " + recipe + "}}",
                         [&](double) { ++layers; });
        REQUIRE(reply);
        return read(reply->json);
    };
    const io::Tree look = ask("why", R"({"groups": "1;2;3,4", "measure": "no"})");
    CHECK(look.is(look.find(io::Tree::root, "needs"), io::Kind::null));
    CHECK(look.size(look.find(io::Tree::root, "groups")) == 3);
    CHECK(layers == 0);
    const io::Tree rows = ask("blanked", R"({"groups": "1;2;3,4"})");
    CHECK(layers > 0);
    CHECK(rows.string(rows.find(rows.children(rows.find(io::Tree::root, "answers"))[1], "text")) ==
          " is");
    const io::Tree why = ask("why", R"({"groups": "1;2;3,4"})");
    CHECK(layers == 0);
    const double value = why.number(why.find(io::Tree::root, "value"));
    const auto left = why.doubles(why.find(io::Tree::root, "needs", "left_out"));
    const auto values = rows.doubles(rows.find(io::Tree::root, "values"));
    for (int i = 0; i < 3; ++i) CHECK(left[i] == Catch::Approx(value - values[i]));
    CHECK(why.number(why.find(io::Tree::root, "named")) == 1);
    // Other tests cover the words of another question.
    const auto other = service.take(
        R"({"call": "ask", "question": "why", "arguments": {"groups": "1;2;3,4", "layers": 2}, )" +
            recipe + R"(, "target": "p:5"}})",
        {});
    REQUIRE(other);
    const io::Tree made = read(other->json);
    CHECK(made.doubles(made.find(io::Tree::root, "needs", "left_out"))[1] != left[1]);
    const io::NodeId upTo = made.find(io::Tree::root, "needs", "read_up_to");
    REQUIRE(made.size(upTo) == 2);
    const std::vector<double> all = made.doubles(upTo);
    CHECK(std::vector(all.begin() + 3, all.end()) ==
          made.doubles(made.find(io::Tree::root, "needs", "left_out")));
}

TEST_CASE("a request that does not fit is refused at the place of its value") {
    Service service = opened();
    const auto placeOf = [&](const std::string& request) {
        const auto reply = service.take(request, {});
        return reply ? std::string("taken") : reply.error().place;
    };
    CHECK(placeOf("[]") == "model");
    CHECK(placeOf(R"({"call": "train"})") == "model");
    CHECK(placeOf(R"({"call": "says"})") == "recipe");
    CHECK(placeOf(R"({"call": "says", "recipe": {"text": 3}})") == "recipe.text");
    CHECK(placeOf(R"({"call": "says", "recipe": {"text": "a", "beams": 99}})") == "recipe.beams");
    CHECK(placeOf(R"({"call": "says", "recipe": {"text": "a", "colour": "red"}})") ==
          "recipe.colour");
    CHECK(
        placeOf(
            R"({"call": "says", "recipe": {"text": "a", "cuts": [{"kind": "edge", "text": ""}]}})") ==
        "recipe.cuts[0].kind");
    CHECK(placeOf(R"({"call": "ask", "question": "lens", "arguments": {"position": 1}, )" + recipe +
                  "}}") == "arguments.count");
    CHECK(placeOf(
              R"({"call": "ask", "question": "lens", "arguments": {"position": 1, "count": 0}, )" +
              recipe + "}}") == "arguments.count");
    CHECK(placeOf(R"({"call": "ask", "question": "oracle", "arguments": {}, )" + recipe + "}}") ==
          "model");
    CHECK(placeOf(R"({"call": "says", )") != "taken");
    // A text to compare with may be as long as any other, here 50,000 letters of three bytes.
    CHECK(placeOf(R"({"call": "says", "recipe": {"text": "a", "target": ")" +
                  std::string(150'000, 'x') + R"("}})") != "recipe.target");
    CHECK(Service(readPart).take(R"({"call": "says", )" + recipe + "}}", {}).error().place ==
          "model");
}
