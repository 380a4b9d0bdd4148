// SPDX-License-Identifier: MIT
// Title and notes. Covers those in a URL, texts and places from strangers, and the positions of marks.
#include "page/rules/notes.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "core/tokens/utf8_text.h"
#include "page/address/address.h"
#include "page/address/api_fields.h"
#include "page/models/notes_model.h"
#include "page/sample_documents.h"

using namespace hw;
using namespace hw::test;

namespace {

AppState noted(const std::string& fields, const DocumentSummary& document = encoderDocument()) {
    AppState state;
    open(state, document, sample, "v=1&sample=agreement-keys&" + fields);
    return state;
}

std::size_t characters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size(); ++count) nextCodePoint(text, at);
    return count;
}

NotesModel modelOf(const AppState& state) {
    return notesModel(state, Axis(queryUnits(state)), Axis(keyUnits(state)));
}

}  // namespace

TEST_CASE("title and notes stand in the address as people can read them", "[app][notes]") {
    const std::string fields =
        "title=Who%20agrees%3F&notes=t2:the%20subject/l3:here%20it%20turns/c6,0,5:much/"
        "e2,1,2~1:an%20edge";
    const AppState state = noted(fields);
    CHECK(state.messages.empty());
    CHECK(state.view.title == "Who agrees?");
    REQUIRE(state.view.notes.size() == 4);
    const Note cell{NotePlace::cell, Side::encoder, 0, 5, 0, 5, "much"};
    CHECK(state.view.notes[2] == cell);
    CHECK(state.view.notes[1].layer == 2);
    CHECK(state.view.notes[3].example == 1);
    CHECK(writeShare(state).find(fields) != std::string::npos);
    // A step for the browser's back, like every change of the view.
    AppState changed = state;
    const Effects effects = update(changed, Command(ApplyFields{"notes=t2:other"}));
    CHECK(findEffect<AddressEffect>(effects)->push);
    update(changed, Command(ApplyFields{writeShare(state), true}));
    CHECK(changed.view == state.view);
}

TEST_CASE("any text of a note comes back from the address and from the API", "[app][notes]") {
    for (const std::string text : {"a/b", "~", "~s", "~~/", "a:b,c", "100 %", "x&y=#z", "<b>no</b>",
                                   "é 日本 👩‍🔬", "~c~d"}) {
        INFO(text);
        AppState state = noted("layer=6");
        state.view.notes = {{NotePlace::token, Side::encoder, 0, -1, -1, 2, text}};
        CHECK(noted(writeShare(state)).view.notes == state.view.notes);
        std::string written;
        for (const char c : text) {
            const std::size_t at = std::string_view("~/,:").find(c);
            written +=
                at == std::string_view::npos ? std::string(1, c) : std::string("~") + "~scd"[at];
        }
        AppState other = noted("layer=6");
        update(other, Command(ApplyFields{fieldsFromApi(std::vector<std::string>{
                          "notes", "text:" + written + ",token:2,at:token"})}));
        CHECK(other.view.notes == state.view.notes);
    }
}

TEST_CASE("the text of a note is one short line without anything that turns what stands beside it",
          "[app][notes]") {
    CHECK(oneLine("  a\n\tb\u2028c  ", 10) == "a b c");
    CHECK(oneLine("a\u202Eb\u2066\x01", 40) == "aU+202EbU+2066U+0001");
    CHECK(oneLine("a\xFFz", 10) == "a\uFFFDz");
    CHECK(oneLine("日本語日本語", 4) == "日本語…");
    CHECK(oneLine("日本語", 3) == "日本語");
    CHECK(oneLine(" \n ", 5).empty());
    const std::string huge = oneLine(std::string(1 << 20, '\x01'), longestNote);
    CHECK(characters(huge) == longestNote);
    for (const std::string& text : {std::string("a\u202Eb"), std::string(1000, 'x'), huge})
        CHECK(oneLine(oneLine(text, longestNote), longestNote) == oneLine(text, longestNote));
}

TEST_CASE(
    "of cut and edited notes those are kept that can be, and one message says that others are not",
    "[app][notes]") {
    for (const std::string bad :
         {"t7:no such token", "t-1:x", "l0:x", "l7:x", "c6,0:x", "c6,0,7:x", "c6,0,1,2:x", "z1:x",
          "t2", "t2:", "t2:%0A", "t2@decoder:x", "t2@nowhere:x", "t2~-1:x", "t2~x:x", ":x", "t:x",
          "t99999999999999:x", "e7,0,0:x"}) {
        INFO(bad);
        const AppState state = noted("notes=t1:kept/" + bad + "/l1:too");
        REQUIRE(state.view.notes.size() == 2);
        CHECK(state.view.notes[1].text == "too");
        CHECK(state.messages.size() == 1);
    }
    std::string many = "notes=";
    for (int i = 0; i < 1000; ++i) many += "t1:note/";
    CHECK(noted(many).view.notes.size() == mostNotes);
}

TEST_CASE("notes belong to a side and an example, and marks are those of what is shown",
          "[app][notes]") {
    AppState state =
        noted("side=cross&title=T&notes=t1:input/o2:output/t1@decoder:below/t1~3:other",
              translationDocument());
    REQUIRE(state.view.notes.size() == 4);
    CHECK(state.view.notes[2].side == Side::decoder);
    NotesModel model = modelOf(state);
    REQUIRE(model.marks.size() == 2);
    CHECK(model.marks[0].key == 1);
    CHECK(model.marks[0].query == -1);
    CHECK(model.marks[1].query == 2);
    CHECK(model.marks[1].place == "“9”");
    update(state, Command(SetSide{Side::decoder}));
    model = modelOf(state);
    REQUIRE(model.marks.size() == 1);
    CHECK(model.marks[0].text == "below");
    CHECK(model.marks[0].number == 1);
    CHECK(model.marks[0].index == 2);
    CHECK(noted(writeShare(state), translationDocument()).view.notes == state.view.notes);
    // A link with one example has only its notes.
    AppState second = noted("notes=t1:first/t2~1:second");
    second.document->example = second.view.example = 1;
    CHECK(writeLink(second, "A", false).find("notes=t2:second&") != std::string::npos);
    // The next file has none.
    open(state, encoderDocument(), local);
    CHECK(state.view.notes.empty());
    CHECK(state.view.title.empty());
}

TEST_CASE("a note stands at its word where words are shown, and not where its token is hidden",
          "[app][notes]") {
    AppState state = noted("spans=1,2&notes=t2:in%20the%20span/c6,2,4:cell/t2:again/t5:last");
    NotesModel model = modelOf(state);
    REQUIRE(model.marks.size() == 4);
    CHECK(model.marks[0].key == 1);
    CHECK(model.marks[0].keyToken == 1);
    CHECK(model.marks[1].query == 1);
    CHECK(model.marks[1].key == 3);
    CHECK(cellOf(model.marks[1], 5)->col == 3);
    CHECK_FALSE(cellOf(model.marks[1], 4));
    CHECK(model.marks[2].before == 1);
    CHECK(model.marks[3].before == 0);
    update(state, Command(Set{&ViewState::hidden, {5}}));
    model = modelOf(state);
    CHECK(model.marks[3].key == -1);
    CHECK_FALSE(inputOf(model.marks[3]));
}

TEST_CASE("a new note goes to what is pointed at", "[app][notes]") {
    AppState state = noted("token=3");
    CHECK(proposedNote(state).key == 3);
    const auto pointed = [&](Hover hover) {
        update(state, Command(SetHover{hover}));
        return proposedNote(state);
    };
    CHECK(pointed({4, -1, -1}).at == NotePlace::token);
    CHECK(pointed({4, 2, -1}) == Note{NotePlace::cell, Side::encoder, 0, 5, 2, 4, ""});
    // The evolution's rows belong to the chosen output.
    CHECK(pointed({4, -1, 1}) == Note{NotePlace::cell, Side::encoder, 0, 1, 3, 4, ""});
    CHECK(pointed({-1, -1, 1}).at == NotePlace::layer);
    state.view.panel = Panel::graph;
    CHECK(pointed({4, 2, 1}) == Note{NotePlace::edge, Side::encoder, 0, 1, 2, 4, ""});
    const Effects effects = update(state, Command(ShowDialog{"notes"}));
    CHECK(
        findEffect<DialogEffect>(effects)->name ==
        R"(note-{"at":"edge","layer":1,"query":2,"key":4,"text":"","side":"encoder","example":0})");
    update(state, Command(SetHover{}));
    CHECK(findEffect<DialogEffect>(update(state, Command(ShowDialog{"notes"})))->name == "notes");
}
