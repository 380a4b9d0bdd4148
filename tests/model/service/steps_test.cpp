// SPDX-License-Identifier: MIT
// Recipes with a step, on checkpoints of one model. Each answer is compared with that of the same files opened alone.
#include <catch2/catch_test_macros.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "model/service/service.h"
#include "protocol/made_example.h"

namespace hw::service {
namespace {

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

using Files = std::map<std::string, std::string>;

Files agreement() {
    const std::filesystem::path folder =
        std::filesystem::path(HW_TEST_DATA) / "../../web/models/agreement";
    Files files;
    for (const char* name : {"config.json", "tokenizer.json", "model.safetensors"}) {
        std::ifstream file(folder / name, std::ios::binary);
        files[name].assign(std::istreambuf_iterator<char>(file), {});
        REQUIRE_FALSE(files[name].empty());
    }
    return files;
}

/// The weights with the sign of one byte in many changed, as other weights of the same shapes.
std::string changed(std::string weights) {
    std::uint64_t header = 0;
    std::memcpy(&header, weights.data(), sizeof header);
    for (std::size_t at = 8 + header + 1; at < weights.size(); at += 202) weights[at] ^= '\x80';
    return weights;
}

/// The list of a request. Adds the bytes to those that the service may read.
std::string listed(const Files& files) {
    std::string list;
    for (const auto& [name, bytes] : files) {
        contents().push_back(bytes);
        list += std::string(list.empty() ? "" : ",") + R"({"name": ")" + name + R"(", "size": )" +
                std::to_string(bytes.size()) + "}";
    }
    return "[" + list + "]";
}

Service opened(const Files& files, const std::string& more = "") {
    contents().clear();
    Service service(readPart);
    REQUIRE(service.take(
        R"({"call": "open", "name": "toy", "parts": )" + listed(files) + more + "}", {}));
    return service;
}

void add(Service& service, int step, const Files& files) {
    REQUIRE(service.take(R"({"call": "step", "step": )" + std::to_string(step) + R"(, "parts": )" +
                             listed(files) + "}",
                         {}));
}

const std::string text = R"("recipe": {"text": "the keys on the table [MASK] old")";

std::string asked(Service& service, const std::string& more) {
    const auto reply = service.take(
        R"({"call": "ask", "question": "lens", "arguments": {"position": 6, "count": 3}, )" + text +
            more + "}}",
        {});
    REQUIRE(reply);
    return reply->json;
}

std::string said(Service& service, const std::string& more) {
    const auto reply = service.take(R"({"call": "says", )" + text + more + "}}", {});
    REQUIRE(reply);
    return reply->json;
}

}  // namespace

TEST_CASE("a step of a recipe names the weights, and its answers are those of its files alone") {
    const Files last = agreement();
    Files early = last;
    early["model.safetensors"] = changed(last.at("model.safetensors"));
    const std::string cut = R"(, "cuts": [{"kind": "edges", "text": "*:*:6>2"}])";
    Service ofEarly = opened(early);
    const std::string earlySaid = said(ofEarly, "");
    const std::string earlyCut = said(ofEarly, cut);
    const std::string earlyAsked = asked(ofEarly, "");

    Service service = opened(last, R"(, "step": 200)");
    const std::string lastSaid = said(service, "");
    const std::string lastAsked = asked(service, "");
    REQUIRE(earlySaid != lastSaid);
    REQUIRE(earlyAsked != lastAsked);
    // The other files are those of the first.
    add(service, 100, {{"model.safetensors", early.at("model.safetensors")}});
    CHECK(said(service, R"(, "step": 100)") == earlySaid);
    CHECK(said(service, R"(, "step": 100)" + cut) == earlyCut);
    CHECK(asked(service, R"(, "step": 100)") == earlyAsked);
    CHECK(said(service, "") == lastSaid);
    CHECK(asked(service, R"(, "step": 200)") == lastAsked);
    CHECK(said(service, R"(, "step": 100)") == earlySaid);
}

TEST_CASE("a run at a step can be made in parts, and its title names the step") {
    const Files last = agreement();
    Service service = opened(last, R"(, "step": 200)");
    add(service, 0, {{"model.safetensors", changed(last.at("model.safetensors"))}});
    const std::string request =
        R"({"call": "run", "as": "x", "name": "toy", )" + text + R"(, "step": 0}})";
    REQUIRE(service.begin(request));
    while (service.step()) continue;
    const auto reply = service.take(request, {});
    REQUIRE(reply);
    std::vector<std::byte> bytes;
    reply->message.each([&](std::span<const std::byte> piece) {
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    });
    const auto made = decodeExample(std::span(bytes).subspan(8));
    REQUIRE(made);
    CHECK(made->example.title == "the keys on the table [MASK] old · step 0");
    // A request without a recipe leaves the weights as they are.
    const std::string before = said(service, R"(, "step": 0)");
    CHECK_FALSE(service
                    .take(R"({"call": "picture", "name": "a", "title": "b", "width": 1,
        "height": 1})",
                          {})
                    ->json.empty());
    CHECK(said(service, R"(, "step": 0)") == before);
}

TEST_CASE("a step without weights, and a checkpoint of another model, are refused by their step") {
    const Files last = agreement();
    Service service = opened(last, R"(, "step": 200)");
    const auto refused = [&](int step) {
        const auto reply = service.take(
            R"({"call": "says", )" + text + R"(, "step": )" + std::to_string(step) + "}}", {});
        REQUIRE_FALSE(reply);
        return reply.error();
    };
    add(service, 100, {{"model.safetensors", last.at("model.safetensors")}});
    CHECK(refused(7).place == "step 7");
    CHECK(refused(7).remedy == "Use one of: 100.");
    Files other = last;
    std::string& config = other["config.json"];
    const std::string layers = "\"num_hidden_layers\": 4";
    REQUIRE(config.contains(layers));
    config.replace(config.find(layers), layers.size(), "\"num_hidden_layers\": 3");
    add(service, 300, other);
    CHECK(refused(300).place == "step 300, config.json");
    CHECK(refused(300).finding == "Layers: 3 (other steps: 4).");
    add(service, 400, {{"model.safetensors", "no weights"}});
    CHECK(refused(400).place.starts_with("step 400, "));
    // The refusals change nothing.
    CHECK(said(service, R"(, "step": 100)") == said(service, ""));
    for (const char* step : {"-1", "1.5", "\"a\"", "1000000000"}) {
        const auto reply =
            service.take(R"({"call": "says", )" + text + R"(, "step": )" + step + "}}", {});
        REQUIRE_FALSE(reply);
        CHECK(reply.error().place == "recipe.step");
    }
}

}  // namespace hw::service
