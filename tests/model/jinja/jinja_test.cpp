// SPDX-License-Identifier: MIT
// Templates, compared with the texts that transformers renders from them (tests/model/make/chat_templates.py).
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "model/jinja/template.h"
#include "model/json_reference.h"

namespace hw::test {
namespace {

using namespace hw::model::jinja;

using Tokens = std::vector<std::pair<std::string, std::string>>;
const Tokens tokens{{"bos_token", "<s>"}, {"eos_token", "</s>"}};

Result<Text> rendered(std::string_view source, const std::vector<std::string>& texts) {
    const auto form = Template::parse(source);
    if (!form) return std::unexpected(form.error());
    std::vector<Message> messages;
    for (const std::string& text : texts)
        messages.push_back({messages.size() % 2 == 0 ? "user" : "assistant", text});
    return form->render(messages, tokens);
}

std::string times(int count, std::string_view text) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
}

}  // namespace

TEST_CASE("every part of a template's language means what it means in the library") {
    const io::Tree tree = JsonReference(HW_TEST_DATA "/model/chat/rendered.json").json;
    int same = 0;
    int refused = 0;
    for (const io::NodeId node : tree.children(tree.find(0, "snippets"))) {
        const std::string source(tree.string(tree.find(node, "source")));
        CAPTURE(source);
        const auto text = rendered(source, {"a </think> b", "\n yes ", "Grüße"});
        const io::NodeId wanted = tree.find(node, "text");
        if (!text) {
            refused += tree.is(wanted, io::Kind::string) ? 1 : 0;
            continue;
        }
        // Where the library raises an error, nothing is rendered.
        REQUIRE(tree.is(wanted, io::Kind::string));
        CHECK(text->bytes == tree.string(wanted));
        ++same;
    }
    CHECK(same >= 290);
    CHECK(refused <= 35);  // filters and methods that no template of a model has
}

TEST_CASE("bytes that a person typed stay marked through the template") {
    const auto marked = [](std::string_view source) {
        const auto text = rendered(source, {" Ab.c "});
        REQUIRE(text);
        std::string out;
        for (std::size_t i = 0; i < text->bytes.size(); ++i)
            if (!text->typed.empty() && text->typed[i] != '\0') out += text->bytes[i];
        return out;
    };
    CHECK(marked("<u>{{ messages[0].content }}</u>") == " Ab.c ");
    CHECK(marked("<u>{{ messages[0].content | trim }}</u>") == "Ab.c");
    CHECK(marked("{{ 'Ab.c' ~ messages[0]['content'].split('.')[1] }}") == "c ");
    CHECK(marked("{{ messages[0].content | upper | replace('B', 'xyz') }}") == " A.C ");
    CHECK(marked("{% for c in messages[0].content %}{{ c }}-{% endfor %}") == " Ab.c ");
    CHECK(marked("{% set a %}({{ messages[0].content }}){% endset %}{{ a[1:4] }}") == " Ab");
    CHECK(marked("{{ 'Ab.c' }}").empty());
}

TEST_CASE("a template that takes too much is refused in one sentence") {
    const std::array hostile{
        std::string("{{ 'a' * 1000000000 }}"),
        std::string("{% set n = namespace(x='a') %}{% for i in range(99) %}{% set n.x = n.x + n.x "
                    "%}{% endfor %}{{ n.x }}"),
        std::string("{% set n = namespace(x=[]) %}{% for i in range(9999) %}{% set n.x = [n.x] "
                    "%}{% endfor %}{{ n.x }}"),
        std::string(
            "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}"),
        std::string("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"),
        std::string("{% set x = 'a' * 9999 %}{{ x | replace('a', x) }}"),
        "{{ " + times(20'000, "(") + "1" + times(20'000, ")") + " }}",
        "{{ " + times(20'000, "not ") + "1 }}",
        "{{ 1" + times(20'000, "+1") + " }}",
        "{{ 1" + times(20'000, " | string") + " }}",
        times(20'000, "{% if 1 %}") + times(20'000, "{% endif %}"),
        "{% if 0 %}" + times(20'000, "{% elif 0 %}") + "{% endif %}",
        "{{ " + times(20'000, "1 if 1 else ") + "1 }}",
        "{{ raise_exception('" + times(20'000, "a") + "') }}",
        "{{ " + times(20'000, "a") + ".b }}",
        times(2'000'000, " "),
    };
    for (const std::string& source : hostile) {
        CAPTURE(source.substr(0, 60));
        const auto text = rendered(source, {"Hello"});
        REQUIRE_FALSE(text);
        CHECK(sentence(text.error()).size() < 350);
        CHECK(text.error().place.starts_with("chat template, line 1"));
    }
    // A namespace may contain itself.
    CHECK(rendered("{% set n = namespace() %}{% set n.n = n %}{{ n.n.n == n }}", {"a"})
              .value()
              .bytes == "True");
}

TEST_CASE("a template changes nothing and reads nothing but its variables") {
    for (const char* source :
         {"{{ messages.append(1) }}", "{{ messages[0].update({'a': 1}) }}", "{% include 'a' %}",
          "{% import 'a' as b %}", "{% extends 'a' %}", "{{ ''.__class__.__mro__ }}",
          "{{ messages.__class__() }}", "{{ self }}", "{{ lipsum.__globals__ }}", "{{ range }}"})
        CHECK_FALSE(rendered(source, {"a"}));
    CHECK(rendered("{{ ''.__class__ }}{{ __builtins__ }}", {"a"}).value().bytes.empty());
}

}  // namespace hw::test
