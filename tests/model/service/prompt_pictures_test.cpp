// SPDX-License-Identifier: MIT
// Prompts with pictures through the service that the page's worker asks, on the model of shapes.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "io/json/json_parser.h"
#include "model/pictures/picture_reference.h"
#include "model/service/service.h"
#include "protocol/made_example.h"

namespace hw::service {
namespace {

std::vector<std::string>& shapeParts() {
    static std::vector<std::string> list;
    return list;
}

bool readShapePart(int part, std::uint64_t offset, std::span<std::byte> into) {
    const std::string& bytes = shapeParts()[part];
    if (offset + into.size() > bytes.size()) return false;
    std::memcpy(into.data(), bytes.data() + offset, into.size());
    return true;
}

io::Tree treeOf(const Result<Reply>& reply) {
    INFO((reply ? "" : sentence(reply.error())));
    REQUIRE(reply);
    io::JsonParser parser;
    REQUIRE(parser.push(reply->json));
    auto tree = parser.finish();
    REQUIRE(tree);
    return std::move(*tree);
}

/// A service with the model, and the pictures 01 and 02 by these names.
Service withShapes() {
    const std::string folder = HW_TEST_DATA "/../../web/models/shapes/";
    std::string parts;
    shapeParts().clear();
    for (const char* name :
         {"config.json", "tokenizer.json", "tokenizer_config.json", "preprocessor_config.json",
          "processor_config.json", "chat_template.json", "model.safetensors"}) {
        shapeParts().push_back(test::readBytes(folder + name));
        parts += std::string(parts.empty() ? "" : ",") + R"({"name": ")" + name + R"(", "size": )" +
                 std::to_string(shapeParts().back().size()) + "}";
    }
    Service service(readShapePart);
    const io::Tree facts =
        treeOf(service.take(R"({"call": "open", "name": "shapes", "parts": [)" + parts + "]}", {}));
    CHECK(facts.number(facts.find(io::Tree::root, "prompted", "tokens")) == 36);
    for (const std::string name : {"01", "02"}) {
        const PicturePoints picture =
            test::pictureOf(HW_TEST_DATA "/model/shapes/pictures/" + name + ".png");
        std::string pixels;
        for (std::size_t i = 0; i < picture.rgb.size(); ++i) {
            pixels += picture.rgb[i];
            if (i % 3 == 2) pixels += '\xFF';
        }
        shapeParts() = {pixels};
        REQUIRE(service.take(R"({"call": "picture", "width": 48, "height": 48, "name": ")" + name +
                                 R"(", "title": "a picture"})",
                             {}));
    }
    return service;
}

std::string likeliest(Service& service, const std::string& recipe) {
    const io::Tree tree = treeOf(service.take(R"({"call": "says", "recipe": )" + recipe + "}", {}));
    const auto answers = tree.find(io::Tree::root, "says", "answers");
    return std::string(tree.string(tree.find(tree.firstChild(answers), "text")));
}

}  // namespace

TEST_CASE("the service answers about a prompt with a picture, and about its patches") {
    Service service = withShapes();
    const std::string prompt = R"({"text": "what colour is the 4 ?", "images": "01")";
    CHECK(likeliest(service, prompt + "}").contains("yellow"));
    // As a message it is the same prompt.
    CHECK(likeliest(service, prompt + R"(, "chat": true})").contains("yellow"));
    const io::Tree run = treeOf(service.take(
        R"({"call": "run", "as": "x", "ticket": 1, "document": 1, "name": "shapes", "isShown": true, "isSettled": true, "recipe": )" +
            prompt + "}}",
        {}));
    CHECK(run.size(run.find(io::Tree::root, "pieces")) == 43);
    const auto ask = [&](const std::string& recipe, const std::string& method) {
        return treeOf(
            service.take(R"({"call": "ask", "question": "patches", "arguments": {"method": ")" +
                             method + R"("}, "recipe": )" + recipe + "}",
                         {}));
    };
    const std::string asked = prompt + R"(, "target": "lp:19"})";
    for (const std::string method : {"hide", "wipe"}) {
        const io::Tree answer = ask(asked, method);
        const auto frame = answer.firstChild(answer.find(io::Tree::root, "frames"));
        const std::vector<double> values = answer.doubles(answer.find(frame, "values"));
        REQUIRE(values.size() == 36);
        // The 4 lies on patches 0, 1, 6 and 7 (examples.json).
        CHECK(std::ranges::max_element(values) - values.begin() == 1);
        CHECK(answer.truth(answer.find(io::Tree::root, "complete")));
    }
    // Without the whole picture the answer is another one.
    std::string all;
    for (int patch = 0; patch < 36; ++patch) all += (patch == 0 ? "" : ";") + std::to_string(patch);
    const io::Tree before = ask(asked, "rollout");
    const io::Tree after =
        ask(prompt + R"(, "wiped": ")" + all + R"(", "target": "lp:19"})", "rollout");
    CHECK(after.number(after.find(io::Tree::root, "value")) <
          before.number(before.find(io::Tree::root, "value")) - 0.5);
    // The model writes the answer, and the written tokens run with the picture.
    const io::Tree written = treeOf(service.take(
        R"({"call": "write", "most": 1, "milliseconds": 1000, "recipe": )" + prompt + "}}", {}));
    const std::vector<double> ids = written.doubles(written.find(io::Tree::root, "ids"));
    REQUIRE(ids.size() == 44);
    CHECK(ids.back() == 19);
    std::string list;
    for (const double id : ids)
        list += (list.empty() ? "" : ",") + std::to_string(static_cast<int>(id));
    const io::Tree longer = treeOf(service.take(
        R"({"call": "run", "as": "x", "ticket": 1, "document": 1, "name": "shapes", "isShown": true, "isSettled": true, "recipe": )" +
            prompt + R"(, "ids": ")" + list + R"("}})",
        {}));
    CHECK(longer.size(longer.find(io::Tree::root, "pieces")) == 44);
    // A picture that was not sent, and a patch that does not exist.
    for (const std::string bad : {R"({"text": "what is red ?", "images": "03"})",
                                  R"({"text": "what is red ?", "images": "01", "wiped": "36"})",
                                  R"({"text": "what is red ?", "images": "01;02", "ids": "1,2"})"})
        CHECK_FALSE(service.take(R"({"call": "says", "recipe": )" + bad + "}", {}));
}

}  // namespace hw::service
