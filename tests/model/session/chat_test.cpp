// SPDX-License-Identifier: MIT
// Messages, compared with the results of transformers' apply_chat_template for the same templates
// (tests/model/make/chat_templates.py).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "model/json_reference.h"
#include "model/session/chat.h"
#include "model/session/session.h"
#include "model/session/writing.h"
#include "model/support.h"
#include "model/tokenizer/classes/open_tokenizer.h"

namespace hw::test {
namespace {

using namespace hw::model;

io::Tree renderings() { return JsonReference(HW_TEST_DATA "/model/chat/rendered.json").json; }

std::string textAt(const io::Tree& tree, io::NodeId node, std::string_view key) {
    return std::string(tree.string(tree.find(node, key)));
}

std::vector<std::string> textsAt(const io::Tree& tree, io::NodeId node) {
    std::vector<std::string> texts;
    for (const io::NodeId child : tree.children(node)) texts.emplace_back(tree.string(child));
    return texts;
}

std::vector<std::vector<std::string>> talksOf(const io::Tree& tree) {
    std::vector<std::vector<std::string>> talks;
    for (const io::NodeId node : tree.children(tree.find(0, "talks")))
        talks.push_back(textsAt(tree, node));
    return talks;
}

std::string sourceOf(const io::Tree& tree, std::string_view name) {
    for (const io::NodeId node : tree.children(tree.find(0, "templates")))
        if (textAt(tree, node, "name") == name) return textAt(tree, node, "source");
    return {};
}

constexpr std::string_view chatMl =
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + "
    "'<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' "
    "}}{% endif %}";

const std::string zephyr =
    "{% for message in messages %}\n{% if message['role'] == 'user' %}\n{{ '<|user|>\n' + "
    "message['content'] + eos_token }}\n{% elif message['role'] == 'system' %}\n{{ '<|system|>\n' "
    "+ message['content'] + eos_token }}\n{% elif message['role'] == 'assistant' %}\n{{ "
    "'<|assistant|>\n'  + message['content'] + eos_token }}\n{% endif %}\n{% if loop.last and "
    "add_generation_prompt %}\n{{ '<|assistant|>' }}\n{% endif %}\n{% endfor %}";

}  // namespace

TEST_CASE("a template renders each message and each talk as the library does") {
    const io::Tree tree = renderings();
    const std::vector<std::string> messages = textsAt(tree, tree.find(0, "messages"));
    REQUIRE(messages.size() >= 10);
    const std::vector<std::vector<std::string>> talks = talksOf(tree);
    REQUIRE(talks.size() == 8);
    int templates = 0;
    for (const io::NodeId node : tree.children(tree.find(0, "templates"))) {
        CAPTURE(textAt(tree, node, "name"));
        const Chat chat =
            chatOf(textAt(tree, node, "source"), {{"bos_token", "<s>"}, {"eos_token", "</s>"}});
        REQUIRE(chat.form);
        std::size_t at = 0;
        for (const io::NodeId rendered : tree.children(tree.find(node, "rendered"))) {
            const auto text = asChat(chat, {}, messages.at(at++));
            REQUIRE(text);
            CHECK(text->text == tree.string(rendered));
        }
        CHECK(at == messages.size());
        // Several turns. An answer loses the part that the template drops.
        std::size_t talk = 0;
        for (const io::NodeId rendered : tree.children(tree.find(node, "talks"))) {
            CAPTURE(talk);
            const std::vector<std::string>& said = talks.at(talk++);
            const auto text = asChat(chat, std::span(said).first(said.size() - 1), said.back());
            REQUIRE(text);
            CHECK(text->text == tree.string(rendered));
        }
        CHECK(talk == talks.size());
        ++templates;
    }
    CHECK(templates >= 9);
}

TEST_CASE("a template that cannot be run is named, and the text goes in without it") {
    CHECK(chatOf("", {}).fault.empty());
    CHECK_FALSE(chatOf("", {}).hasTemplate);
    const Chat broken = chatOf("{% for m in messages %}", {});
    CHECK(broken.hasTemplate);
    CHECK_FALSE(broken.form);
    CHECK(broken.fault.starts_with("chat template, line 1: "));
    CHECK_FALSE(asChat(broken, {}, "Hello"));
    CHECK(chatOf("{{ raise_exception('No text.') }}", {}).fault.find("No text.") !=
          std::string::npos);
    // One turn is fine. The template itself refuses several.
    const Chat single = chatOf(
        "{% if messages | length > 1 %}{{ raise_exception('One turn.') }}{% endif %}{{ "
        "messages[0].content }}",
        {});
    REQUIRE(single.form);
    CHECK(asChat(single, {}, "Hello")->text == "Hello");
    const std::vector<std::string> before{"a", "b"};
    CHECK_FALSE(asChat(single, before, "Hello"));
}

TEST_CASE("the messages in a rendered talk are the parts that were said") {
    const Chat chat = chatOf(chatMl, {});
    const std::vector<std::string> before{"user", ""};
    const auto text = asChat(chat, before, "Hello");
    REQUIRE(text);
    std::vector<std::string> said;
    for (const auto& [from, to] : text->said) said.push_back(text->text.substr(from, to - from));
    CHECK(said == std::vector<std::string>{"user", "Hello"});
    CHECK(text->said.front().first == std::string_view("<|im_start|>user\n").size());
}

TEST_CASE("what was said before is a list of texts") {
    CHECK(readTalk(R"(["a", "b\n"])").value() == std::vector<std::string>{"a", "b\n"});
    for (const char* wrong : {"", "[]", "{}", "3", "[1, 2]", R"(["a", 2])", R"(["a", null])",
                              R"([["a", "b"]])", R"(["a")", R"({"a": "b"})"})
        CHECK_FALSE(readTalk(wrong));
}

namespace {

ModelFiles filesOf(std::initializer_list<std::pair<const char*, std::string>> texts) {
    ModelFiles files;
    for (const auto& [name, text] : texts) files.parts.push_back(part(name, text));
    return files;
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) out += c == '\n' ? std::string("\\n") : std::string(1, c);
    return out + '"';
}

}  // namespace

TEST_CASE("a template is found in each of the places that models have it in") {
    const std::string alone = "{\"chat_template\": " + quoted(chatMl) + "}";
    const std::string several =
        R"({"chat_template": [{"name": "rag", "template": "x"}, {"name": "default", "template": )" +
        quoted(chatMl) + "}]}";
    CHECK(readChat(filesOf({{"tokenizer_config.json", alone}})).form);
    CHECK(readChat(filesOf({{"tokenizer_config.json", several}})).form);
    CHECK(readChat(filesOf({{"chat_template.jinja", std::string(chatMl)}})).form);
    // The file has precedence over the key.
    const Chat other =
        readChat(filesOf({{"tokenizer_config.json", alone}, {"chat_template.jinja", "{{ 1 }}"}}));
    CHECK(other.hasTemplate);
    CHECK(asChat(other, {}, "Hello")->text == "1");
    for (const char* none :
         {"{}", "[]", "{", R"({"chat_template": null})", R"({"chat_template": 3})",
          R"({"chat_template": [{"name": "rag", "template": "x"}]})"})
        CHECK_FALSE(readChat(filesOf({{"tokenizer_config.json", none}})).hasTemplate);
}

TEST_CASE("the tokens around a message are the model's own") {
    const Chat named =
        readChat(filesOf({{"chat_template.jinja", zephyr},
                          {"special_tokens_map.json", R"({"eos_token": {"content": "</s>"}})"}}));
    CHECK(asChat(named, {}, "a")->text == "<|user|>\na</s>\n<|assistant|>\n");
    ModelFiles gguf;
    gguf.isGguf = true;
    MetaValue tokens{.kind = MetaValue::Kind::texts};
    tokens.texts.add("<unk>");
    tokens.texts.add("<eos>");
    gguf.metadata.entries = {
        {"tokenizer.chat_template", {.kind = MetaValue::Kind::text, .text = zephyr}},
        {"tokenizer.ggml.tokens", tokens},
        {"tokenizer.ggml.eos_token_id", {.number = 1}}};
    CHECK(asChat(readChat(gguf), {}, "a")->text == "<|user|>\na<eos>\n<|assistant|>\n");
    gguf.metadata.entries.back().second.number = -1;
    // Without the token its name has no value, and the library refuses to add that to a text.
    CHECK_FALSE(readChat(gguf).form);
    gguf.metadata.entries.back().second.number = 1e300;
    CHECK_FALSE(readChat(gguf).form);
}

TEST_CASE("a message has the ids that the library gives it") {
    const io::Tree tree = renderings();
    const std::vector<std::string> messages = textsAt(tree, tree.find(0, "messages"));
    int compared = 0;
    for (const io::NodeId node : tree.children(tree.find(0, "tokenized"))) {
        const std::string name = textAt(tree, node, "folder");
        const std::string own = HW_TEST_DATA "/model/" + name;
        const std::string shared = HW_SHARED_DATA "/models/" + name;
        const std::string folder = std::filesystem::exists(own) ? own : shared;
        if (!std::filesystem::exists(folder)) {
            WARN("no " << name << " beside the checkout");
            continue;
        }
        const std::string form = textAt(tree, node, "template");
        CAPTURE(folder, form);
        ModelFiles files;
        files.parts = {partOf(folder + "/tokenizer.json")};
        const auto tokenizer = openTokenizer(files);
        REQUIRE(tokenizer);
        const Chat chat = chatOf(sourceOf(tree, form), {{"bos_token", textAt(tree, node, "bos")},
                                                        {"eos_token", textAt(tree, node, "eos")}});
        REQUIRE(chat.form);
        std::size_t at = 0;
        for (const io::NodeId ids : tree.children(tree.find(node, "ids"))) {
            CAPTURE(messages.at(at));
            const auto encoding =
                tokenizer->encode(asChat(chat, {}, messages.at(at++))->text, {}, false);
            REQUIRE(encoding);
            CHECK(std::ranges::equal(encoding->ids, tree.doubles(ids)));
            ++compared;
        }
        const std::vector<std::string> talk = talksOf(tree).front();
        const auto encoding = tokenizer->encode(
            asChat(chat, std::span(talk).first(talk.size() - 1), talk.back())->text, {}, false);
        REQUIRE(encoding);
        CHECK(std::ranges::equal(encoding->ids, tree.doubles(tree.find(node, "talk"))));
    }
    CHECK(compared >= 40);
}

TEST_CASE("a model runs a message, and what stands around it counts as added") {
    const auto opened = [](std::string_view chatTemplate) {
        std::vector<Part> parts;
        for (const char* name :
             {"config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors"})
            parts.push_back(partOf(std::string(HW_TEST_DATA "/model/gpt2_bare/") + name));
        if (!chatTemplate.empty()) parts.push_back(part("chat_template.jinja", chatTemplate));
        auto session = Session::open(std::move(parts));
        REQUIRE(session);
        return std::move(*session);
    };
    const Session session = opened(zephyr);
    CHECK(session.facts().spec.notes.empty());
    const auto run = session.runMessage("Hi<|endoftext|>");
    REQUIRE(run);
    CHECK(run->text == "<|user|>\nHi<|endoftext|><|endoftext|>\n<|assistant|>\n");
    const auto plain = session.tokenizer()->encode(run->text, {}, false);
    REQUIRE(plain);
    CHECK(run->encoding.ids == plain->ids);
    const int end = session.tokenizer()->idOf("<|endoftext|>");
    std::vector<bool> ends;
    for (std::size_t i = 0; i < run->encoding.size(); ++i)
        if (run->encoding.ids[i] == end) ends.push_back(run->encoding.special[i]);
    CHECK(ends == std::vector<bool>{false, true});  // the first was typed
    CHECK(std::ranges::count(run->encoding.special, true) == 1);
    auto writing = Writing::of(session);
    REQUIRE(writing);
    CHECK(writing->idsOfMessage("Hi<|endoftext|>").value() == run->encoding.ids);
    CHECK_FALSE(session.runMessage(""));
    // In several turns all messages count as typed, including the model's answers.
    const std::vector<std::string> before{"Hi<|endoftext|>", "You<|endoftext|>"};
    const auto talk = session.encodedMessage("So?", before);  // too long to be run
    REQUIRE(talk);
    CHECK(talk->text ==
          "<|user|>\nHi<|endoftext|><|endoftext|>\n<|assistant|>\n"
          "You<|endoftext|><|endoftext|>\n<|user|>\nSo?<|endoftext|>\n"
          "<|assistant|>\n");
    CHECK(talk->before == before);
    ends.clear();
    for (std::size_t i = 0; i < talk->encoding.size(); ++i)
        if (talk->encoding.ids[i] == end) ends.push_back(talk->encoding.special[i]);
    CHECK(ends == std::vector<bool>{false, true, false, true, true});
    CHECK(writing->idsOfMessage("So?", before).value() == talk->encoding.ids);
    const auto uneven = session.runMessage("So?", std::span(before).first(1));
    REQUIRE_FALSE(uneven);
    CHECK(uneven.error().code == Code::badArgument);

    const Session unknown = opened("{% include 'other' %}");
    REQUIRE(unknown.facts().spec.notes.size() == 1);
    CHECK(unknown.facts().spec.notes[0].find("Unsupported tag “include”") != std::string::npos);
    const auto refused = unknown.runMessage("Hi");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::badArgument);
    CHECK(opened("").facts().spec.notes.empty());
}

}  // namespace hw::test
