// SPDX-License-Identifier: MIT
// Marks and texts of notes in every figure that shows their places.
#include "figure/drawn_figure.h"
#include "page/models/notes_model.h"

using namespace hw;
using namespace hw::test;

namespace {

struct Disc {
    float x = 0, y = 0;
};

/// The positions of the marks, except those before the texts. They are discs in ink.
std::vector<Disc> marksOf(const std::string& svg) {
    std::vector<Disc> discs;
    for (const std::string& disc : between(svg, "<circle ", "/>")) {
        if (!holds(disc, "#1b2025")) continue;
        Disc at;
        REQUIRE(std::sscanf(disc.c_str(), "cx=\"%f\" cy=\"%f\"", &at.x, &at.y) == 2);
        discs.push_back(at);
    }
    return discs;
}

}  // namespace

TEST_CASE("a figure has title, marks where the notes are pinned, and their texts",
          "[figure][notes]") {
    Drawn drawn(
        "layer=6&method=rollout&token=0&title=Who%20agrees%3F&"
        "notes=t2:the%20subject/l3:turns%20here/c6,0,2:much/c2,0,2:elsewhere");
    const std::string plain = Drawn("layer=6&method=rollout&token=0").svg("matrix");
    CHECK_FALSE(holds(plain, "<circle"));
    struct Expected {
        const char* figure;
        std::size_t marks;
    };
    // Each of four texts has a sign. The marks are drawn above them.
    for (const auto& [figure, marks] : {Expected{"bars", 1}, Expected{"matrix", 4},
                                        Expected{"evolution", 4}, Expected{"multiples", 3}}) {
        INFO(figure);
        const std::string svg = drawn.svg(figure);
        CHECK(marksOf(svg).size() == 4 + marks);
        CHECK(holds(svg, "<title>Who agrees?</title>"));
        CHECK(holds(svg, ">Who agrees?</text>"));
        for (const char* text : {": the subject</text>", "layer 3: turns here</text>",
                                 "layer 6: much</text>", "layer 2: elsewhere</text>"})
            CHECK(holds(svg, text));
        CHECK(holds(svg, "Note 2, layer 3: turns here."));
    }
}

TEST_CASE("in the evolution a mark stands in its layer's row and its token's column",
          "[figure][notes]") {
    Drawn drawn("layer=6&method=rollout&token=0&notes=t2:a/t3:b/l1:c/l2:d/c2,0,3:e");
    const std::vector<Disc> marks = marksOf(drawn.svg("evolution"));
    REQUIRE(marks.size() == 10);
    const auto near = [](float a, float b) { return std::abs(a - b) < 0.02F; };
    CHECK(near(marks[0].y, marks[1].y));
    CHECK(near(marks[2].x, marks[3].x));
    CHECK(marks[3].y < marks[2].y);  // later layers are higher
    CHECK(near(marks[4].x, marks[1].x));
    CHECK(near(marks[4].y, marks[3].y));
    // Read from another token, the cell is not visible.
    Drawn other("layer=6&method=rollout&token=1&notes=c2,0,3:e");
    CHECK(marksOf(other.svg("evolution")).size() == 1);
}

TEST_CASE("an edge is marked in the middle of its ribbon, a token at its name", "[figure][notes]") {
    Drawn drawn("layer=6&method=raw&panel=graph&edges=0.01&notes=e6,0,2:edge/t2:token");
    const std::vector<Disc> marks = marksOf(drawn.svg("graph"));
    REQUIRE(marks.size() == 4);
    CHECK(marks[0].x > marks[1].x);  // inputs are at the left
    CHECK(marksOf(drawn.svg("heads")).size() == 2);
}

TEST_CASE("notes are text in a figure whatever they say", "[figure][notes]") {
    const std::string word(280, 'W');
    Drawn drawn(
        "layer=6&title=%3Cscript%3E&notes=t1:%3C~stext%3E%3Cscript%3Ealert(1)%3C~sscript%3E/"
        "t1:a%E2%80%AEb/t2:" +
        word);
    REQUIRE(drawn.state.view.notes.size() == 3);
    const std::string svg = drawn.svg("bars");
    CHECK_FALSE(holds(svg, "<script"));
    CHECK(holds(svg, "&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;"));
    CHECK_FALSE(holds(svg, "\u202E"));
    CHECK(holds(svg, "aU+202Eb"));
    // A word of any length fits on the paper completely.
    std::size_t letters = 0;
    for (const std::string& line : between(svg, "font-size=\"10.5\"", "</text>")) {
        const std::string text = line.substr(line.find('>') + 1);
        CHECK(sixTenths(text, 10.5F, false) <= 720);
        if (holds(text, "WW")) letters += static_cast<std::size_t>(std::ranges::count(text, 'W'));
    }
    CHECK(letters >= 279);
}
