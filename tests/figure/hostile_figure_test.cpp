// SPDX-License-Identifier: MIT
// Every figure with tokens, titles and names that break XML if they are not escaped.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "figure/drawn_figure.h"
#include "figure/strict_xml.h"
#include "figure/svg.h"

namespace hw::test {
namespace {

/// As strings of JSON, without their quotes. They contain controls, noncharacters, surrogates, markup, invalid UTF-8,
/// and bytes that only the tokenizer's spelling makes invalid.
const std::vector<std::string> hostile{
    R"(\ufffe)",
    R"(\uffff)",
    R"(a\u0000b)",
    R"(\u001b[31m)",
    R"(\u000b\u000c)",
    R"(\u007f)",
    R"(\u0085\u009b)",
    R"(\ud800)",
    R"(\udfffx)",
    R"(\ufdd0\ufdef)",
    R"(\ud83f\udffe)",
    R"(\udbff\udfff)",
    R"(]]>)",
    R"(<![CDATA[)",
    R"(&#0;&#xfffe;)",
    R"(&amp)",
    R"(\"'><script>alert(1)</script>)",
    R"(<!--)",
    R"(-->)",
    R"(<?xml)",
    R"(\u202e\u2066)",
    R"(\ufeff)",
    "\xED\xA0\x80",
    "\xF4\x90\x80\x80",
    "\xC0\xAF",
    "\xEF\xBF\xBE",
    R"(ï¿¾)",
    R"(ï¿¿)",
    R"(<0xEF>)",
    R"(<0x00>)",
    R"(Ċ)",
    R"(\ud83d\udc69\u200d\ud83d\ude80)",
};

std::string row(std::size_t n) {
    std::string text = "[";
    for (std::size_t i = 0; i < n; ++i) text += (i == 0 ? "0." : ",0.") + std::to_string(1 + i % 9);
    return text + ']';
}

std::string rows(std::size_t n) {
    std::string text = "[";
    for (std::size_t i = 0; i < n; ++i) text += (i == 0 ? "" : ",") + row(n);
    return text + ']';
}

/// A file in which every text is one of `texts`.
std::string fileOf(const std::vector<std::string>& texts) {
    const std::size_t n = texts.size();
    std::string tokens;
    for (const std::string& one : texts) tokens += (tokens.empty() ? "\"" : ",\"") + one + '"';
    const std::string matrix = rows(n);
    const std::string layer = '[' + matrix + ',' + matrix + ']';
    return "{\"title\":\"" + texts[0] + "\",\"tokens\":[" + tokens + "],\"attentions\":[" + layer +
           ',' + layer + "],\"importance\":{\"" + texts[0] + "\":" + row(n) + "}}";
}

TEST_CASE("every figure of every hostile token is XML", "[figure][xml]") {
    int drawn = 0;
    std::vector<std::vector<std::string>> files{hostile};
    for (const std::string& one : hostile) files.push_back({one, "a", one + one});
    for (const std::vector<std::string>& texts : files) {
        Drawn figure("");
        figure.openText(fileOf(texts), "v=1&token=0&notes=" + std::string("x"));
        for (const std::string& name : figure::figureNames(figure.state)) {
            if (!figure::hasFigure(figure.state, name)) continue;
            INFO(name << " of " << texts[0]);
            const std::string svg = figure.svg(name);
            if (svg.empty()) continue;
            ++drawn;
            CHECK(StrictXml::faultOf(svg) == "");
        }
    }
    CHECK(drawn > 200);
}

TEST_CASE("the parser that figures are tried with is strict", "[figure][xml]") {
    CHECK(StrictXml::faultOf("<a b=\"c\"><d/>x &amp; y</a>\n") == "");
    for (const char* const wrong :
         {"", "<a>", "<a></b>", "<a b></a>", "<a b=\"<\"/>", "<a b=\"1\" b=\"2\"/>",
          "<a>&nbsp;</a>", "<a>&</a>", "<a>]]></a>", "<a/><b/>", "<a>\x01</a>",
          "<a>\xEF\xBF\xBE</a>", "<a>\xED\xA0\x80</a>", "<a>\xFF</a>", "<a b=\"1\"c=\"2\"/>",
          "x<a/>"}) {
        INFO(wrong);
        CHECK(StrictXml::faultOf(wrong) != "");
    }
}

TEST_CASE("escaped text keeps what XML knows, and names what it does not", "[figure][xml]") {
    using figure::escaped;
    CHECK(escaped("a<b>&\"c\" é 한 👩‍🚀") ==
          "a&lt;b&gt;&amp;&quot;c&quot; é 한 👩‍🚀");
    CHECK(escaped("\xEF\xBF\xBE|\xEF\xBF\xBF|\xF0\x9F\xBF\xBE") == "\uFFFD|\uFFFD|\uFFFD");
    CHECK(escaped("a\x01\x1B"
                  "b\xFF"
                  "c\xED\xA0\x80") == "ab\uFFFDc\uFFFD\uFFFD\uFFFD");
}

}  // namespace
}  // namespace hw::test
