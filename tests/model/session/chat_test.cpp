// SPDX-License-Identifier: MIT
// Messages against what transformers' apply_chat_template renders of the same templates (tests/model/make/chat_templates.py).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <charconv>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "model/json_reference.h"
#include "model/session/chat.h"
#include "model/session/chat_forms.h"
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

std::uint64_t numberOf(std::string_view digits) {
    std::uint64_t hash = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), hash, 16);
    return hash;
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

TEST_CASE("every template that is known renders each message as the library does") {
    const io::Tree tree = renderings();
    const std::string bos = textAt(tree, 0, "bos");
    const std::string eos = textAt(tree, 0, "eos");
    const std::vector<std::string> messages = textsAt(tree, tree.find(0, "messages"));
    REQUIRE(messages.size() >= 10);
    const std::vector<std::vector<std::string>> talks = talksOf(tree);
    REQUIRE(talks.size() == 8);
    int templates = 0;
    for (const io::NodeId alike : tree.children(tree.find(0, "alike"))) {
        for (const io::NodeId node : tree.children(tree.find(alike, "templates"))) {
            CAPTURE(tree.string(node));
            const auto form = chatFormOf(numberOf(tree.key(node)), bos, eos);
            REQUIRE(form);
            std::size_t at = 0;
            for (const io::NodeId rendered : tree.children(tree.find(alike, "rendered")))
                CHECK(asMessage(*form, messages.at(at++)) == tree.string(rendered));
            CHECK(at == messages.size());
            // Several turns; an answer loses here what the template leaves out of it.
            std::size_t talk = 0;
            for (const io::NodeId rendered : tree.children(tree.find(alike, "talks"))) {
                CAPTURE(talk);
                const std::vector<std::string> said = talks.at(talk++);
                CHECK(asMessage(*form, said.back(), std::span(said).first(said.size() - 1)) ==
                      tree.string(rendered));
            }
            CHECK(talk == talks.size());
            ++templates;
        }
    }
    // None is known here that was not compared.
    CHECK(std::cmp_equal(templates, chatTemplates.size()));
}

TEST_CASE("a template is known by its text, with or without a last line's end") {
    const auto form = chatFormOf(chatMl, "", "");
    REQUIRE(form);
    CHECK(asMessage(*form, "Hello") ==
          "<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n");
    CHECK(chatFormOf(std::string(chatMl) + "\n", "", ""));
    CHECK_FALSE(chatFormOf(std::string(chatMl) + " ", "", ""));
    CHECK_FALSE(chatFormOf("{{ messages }}", "", ""));
    // A token whose text looks like a place is not filled again.
    const auto odd = chatFormOf(std::uint64_t{0xcd8b49000db02c2c}, "{eos}", "{eos}");
    REQUIRE(odd);
    CHECK(odd->behind == "{eos}\n<|assistant|>\n");
}

TEST_CASE("what was said before is a list of texts") {
    CHECK(readTalk(R"(["a", "b\n"])").value() == std::vector<std::string>{"a", "b\n"});
    for (const char* wrong : {"", "[]", "{}", "3", "[1, 2]", R"(["a", 2])", R"(["a", null])",
                              R"([["a", "b"]])", R"(["a")", R"({"a": "b"})"})
        CHECK_FALSE(readTalk(wrong));
}

TEST_CASE("white space around a message is what Python strips") {
    CHECK(stripped(" \t\x1f a b\xC2\xA0\xE3\x80\x80\n") == "a b");
    CHECK(stripped("\xE2\x80\x8B") == "\xE2\x80\x8B");  // zero width: no white space
    CHECK(stripped(" \n").empty());
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
    // The file goes before the key.
    const Chat other =
        readChat(filesOf({{"tokenizer_config.json", alone}, {"chat_template.jinja", "{{ 1 }}"}}));
    CHECK(other.hasTemplate);
    CHECK_FALSE(other.form);
    for (const char* none :
         {"{}", "[]", "{", R"({"chat_template": null})", R"({"chat_template": 3})",
          R"({"chat_template": [{"name": "rag", "template": "x"}]})"})
        CHECK_FALSE(readChat(filesOf({{"tokenizer_config.json", none}})).hasTemplate);
}

TEST_CASE("the tokens around a message are the model's own") {
    const Chat named =
        readChat(filesOf({{"chat_template.jinja", zephyr},
                          {"special_tokens_map.json", R"({"eos_token": {"content": "</s>"}})"}}));
    REQUIRE(named.form);
    CHECK(named.form->behind == "</s>\n<|assistant|>\n");
    ModelFiles gguf;
    gguf.isGguf = true;
    MetaValue tokens{.kind = MetaValue::Kind::texts};
    tokens.texts.add("<unk>");
    tokens.texts.add("<eos>");
    gguf.metadata.entries = {
        {"tokenizer.chat_template", {.kind = MetaValue::Kind::text, .text = zephyr}},
        {"tokenizer.ggml.tokens", tokens},
        {"tokenizer.ggml.eos_token_id", {.number = 1}}};
    CHECK(readChat(gguf).form->behind == "<eos>\n<|assistant|>\n");
    gguf.metadata.entries.back().second.number = -1;
    CHECK(readChat(gguf).form->behind == "\n<|assistant|>\n");
    gguf.metadata.entries.back().second.number = 1e300;
    CHECK(readChat(gguf).form->behind == "\n<|assistant|>\n");
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
        CAPTURE(folder, textAt(tree, node, "hash"));
        ModelFiles files;
        files.parts = {partOf(folder + "/tokenizer.json")};
        const auto tokenizer = openTokenizer(files);
        REQUIRE(tokenizer);
        const auto form = chatFormOf(numberOf(textAt(tree, node, "hash")),
                                     textAt(tree, node, "bos"), textAt(tree, node, "eos"));
        REQUIRE(form);
        std::size_t at = 0;
        for (const io::NodeId ids : tree.children(tree.find(node, "ids"))) {
            CAPTURE(messages.at(at));
            const auto encoding = tokenizer->encode(asMessage(*form, messages.at(at++)), {}, false);
            REQUIRE(encoding);
            CHECK(std::ranges::equal(encoding->ids, tree.doubles(ids)));
            ++compared;
        }
        const std::vector<std::string> talk = talksOf(tree).front();
        const auto encoding = tokenizer->encode(
            asMessage(*form, talk.back(), std::span(talk).first(talk.size() - 1)), {}, false);
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
    // Of several turns all that was said counts as typed, the model's answers too.
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

    const Session unknown = opened("{{ messages[0]['content'] }}");
    REQUIRE(unknown.facts().spec.notes.size() == 1);
    CHECK(unknown.facts().spec.notes[0].find("chat template") != std::string::npos);
    const auto refused = unknown.runMessage("Hi");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == Code::badArgument);
    CHECK(opened("").facts().spec.notes.empty());
}

}  // namespace hw::test
