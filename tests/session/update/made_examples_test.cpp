// SPDX-License-Identifier: MIT
// Examples that are in no file. Covers how the page shows, names and compares them, with a real engine, and a maker
// that makes the examples that the page requests.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "engine/made.h"
#include "page/address/address.h"
#include "page/rules/compared_views.h"
#include "session/api_state.h"
#include "session/running_page.h"

using namespace hw;
using namespace hw::test;

namespace {

/// An example whose tokens are the words of its recipe, and whose first row contains its number of letters.
MadeExample spoken(std::uint32_t document, const std::string& text) {
    MadeExample made;
    made.document = document;
    made.recipe = {"draft", text};
    Example& example = made.example;
    example.title = text;
    std::string_view rest = text;
    while (!rest.empty()) {
        const std::size_t end = rest.find(' ');
        example.tokens.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end, rest.size() - 1) + 1);
    }
    const int n = static_cast<int>(example.tokens.size());
    AttentionTensor& tensor = example.attentions;
    tensor.layers = 6;
    tensor.heads = 1;
    tensor.queries = tensor.keys = n;
    tensor.values.assign(std::size_t{6} * n * n, 0.0F);
    for (int row = 0; row < 6 * n; ++row) {
        tensor.values[row * n] = 1 / static_cast<float>(text.size());
        tensor.values[row * n + n - 1] += 1 - 1 / static_cast<float>(text.size());
    }
    return made;
}

struct Speaking : Running {
    std::size_t heard = 0;

    explicit Speaking(std::size_t madeBytes = std::size_t{1} << 20) {
        engine = std::make_unique<Engine>(std::size_t{64} << 20, madeBytes);
        give();
        feed(fileText(reference("toy_agreement_keys.json")));
        REQUIRE(session.state().document);
    }
    void say(const std::string& text, bool isSettled = true) {
        MadeExample made = spoken(session.state().document->id, text);
        made.isSettled = isSettled;
        send(made);
        pump();
    }
    void send(const MadeExample& made) {
        const std::vector<std::byte> bytes = encodeExample(made);
        engine->message(wire::encode(wire::ToEngine(wire::MakeExample{0, bytes})),
                        [this](auto reply) { session.engineMessage(reply); });
    }
    /// Makes requested examples until the page requests nothing more.
    void settle() {
        for (int round = 0; round < 20; ++round) {
            session.ask();
            pump();
            const bool isDone = heard == host.wanted.size() && !session.isWaiting();
            if (isDone && host.sent.empty() && unknownExamples(session.state()).empty()) return;
            for (; heard < host.wanted.size(); ++heard) {
                MadeExample made = spoken(host.wanted[heard].first, host.wanted[heard].second.text);
                made.isShown = false;
                send(made);
            }
        }
        FAIL("Somebody waits for an example that nobody makes.");
    }
    void pump() {
        deliver();
        work();
    }
    const ViewState& view() const { return session.state().view; }
    const ExampleSummary& shown() const { return session.state().document->current; }
};

}  // namespace

TEST_CASE("outputs, hidden tokens, spans and the input follow a text that is changed",
          "[page][made]") {
    Speaking page;
    page.say("the keys to the cabinet are");
    page.session.run(ApplyFields{"layer=3&token=1&hidden=0&spans=3,4&sink=2"});
    REQUIRE(page.view().outputs == std::vector<int>{1});
    page.say("the old keys to the cabinet are", false);
    CHECK(page.view().outputs == std::vector<int>{2});
    CHECK(page.view().hidden == std::vector<int>{0});
    CHECK(page.view().spans == std::vector<std::vector<int>>{{4, 5}});
    CHECK(page.view().sink == 3);
    CHECK(page.view().layer == 2);
    // If an output is gone, the example's initial one remains.
    page.say("the old to the cabinet are", false);
    CHECK(page.view().outputs == std::vector<int>{0});
    // The file's own example may be the original of the others.
    page.session.run(ApplyFields{"example=0"});
    page.pump();
    CHECK(page.shown().tokens.size() == 11);
    CHECK(page.view().layer == 2);
}

TEST_CASE("a text that is asked for alone leaves the view, one in an address says all of it",
          "[page][made]") {
    Speaking page;
    page.say("a b c d");
    page.session.run(ApplyFields{"panel=matrix&method=raw&layer=2&token=1"});
    page.session.run(ApplyFields{"draft=a%20b%20x%20c%20d"});
    page.settle();
    REQUIRE(page.shown().tokens.size() == 5);
    CHECK(page.view().panel == Panel::matrix);
    CHECK(page.view().method == Method::raw);
    CHECK(page.view().layer == 1);
    CHECK(page.view().outputs == std::vector<int>{1});
    page.session.run(ApplyFields{"v=1&local=keys.json&draft=a%20b%20c&token=2", true});
    page.settle();
    CHECK(page.view().panel == Panel::overview);
    CHECK(page.view().method == Method::rollout);
}

TEST_CASE("only what is settled is in the address and the list", "[page][made]") {
    Speaking page;
    const std::string before = page.host.address;
    page.say("a b c", false);
    CHECK(page.shown().tokens.size() == 3);
    CHECK(page.host.address == before);
    CHECK(page.session.state().document->made.empty());
    page.say("a b c");
    CHECK(page.host.address.find("&draft=a%20b%20c") != std::string::npos);
    CHECK(page.host.address.find("example=") == std::string::npos);
    CHECK(examplesJson(page.session.state()).find("\"a b c\"") != std::string::npos);
    CHECK(page.session.state().document->made.size() == 1);
}

TEST_CASE("an address makes its example again, in another session and after the engine has died",
          "[page][made]") {
    Speaking page;
    page.say("a b c");
    page.session.run(ApplyFields{"token=2&layer=2"});
    page.say("a b c d e");
    const std::string address = page.host.address;
    // Back to the file, and forward.
    page.session.run(ApplyFields{"v=1&local=keys.json", true});
    page.settle();
    CHECK(page.shown().tokens.size() == 11);
    page.session.run(ApplyFields{address, true});
    page.settle();
    CHECK(page.shown().tokens.size() == 5);
    CHECK(page.view().outputs == std::vector<int>{2});
    CHECK(page.host.wanted.empty());  // it was still there

    Speaking other;
    other.session.run(ApplyFields{address, true});
    other.settle();
    CHECK(other.shown().title == "a b c d e");
    CHECK(other.view().outputs == std::vector<int>{2});
    CHECK(other.view().layer == 1);
    CHECK(other.host.address.find("&draft=a%20b%20c%20d%20e") != std::string::npos);

    page.engine = std::make_unique<Engine>(std::size_t{64} << 20);
    page.session.engineLost("out of memory", false);
    page.feed(fileText(reference("toy_agreement_keys.json")));
    page.settle();
    CHECK(page.shown().title == "a b c d e");
    CHECK(page.view().outputs == std::vector<int>{2});
    CHECK(page.view().layer == 1);
}

TEST_CASE("of two that are asked for quickly the later one is shown, whichever comes first",
          "[page][made]") {
    Speaking page;
    const auto ask = [&](const std::string& text) {
        page.session.run(ApplyFields{"v=1&local=keys.json&draft=" + text, true});
        page.session.ask();
        page.pump();
    };
    ask("a");
    ask("a%20b");
    REQUIRE(page.host.wanted.size() == 2);
    for (const std::size_t at : {1, 0}) {
        MadeExample made = spoken(page.host.wanted[at].first, page.host.wanted[at].second.text);
        made.isShown = false;
        page.send(made);
        page.pump();
    }
    CHECK(page.shown().title == "a b");
}

TEST_CASE("what cannot be made leaves what is shown, and is said", "[page][made]") {
    Speaking page;
    page.session.run(ApplyFields{"draft=nobody"});
    page.session.ask();
    page.pump();
    REQUIRE(page.host.wanted.size() == 1);
    page.session.makeFailed(page.host.wanted[0].first, page.host.wanted[0].second,
                            {Code::cannotRead, "", "The model is closed.", "Open it.", {}});
    page.pump();
    CHECK(page.shown().tokens.size() == 11);
    REQUIRE(page.session.state().messages.size() == 1);
    CHECK(page.session.state().messages[0].problem.finding == "The model is closed.");
    // Another example is available, so the message about the first is gone.
    page.say("some body");
    CHECK(page.shown().title == "some body");
    CHECK(page.session.state().messages.empty());
}

TEST_CASE("a thousand examples in a row: Compare and links still name the right ones",
          "[page][made]") {
    // Enough memory for about ten of them.
    Speaking page(std::size_t{6} * 9 * 4 * 10);
    const auto text = [](int i) { return "a b " + std::to_string(i); };
    page.say(text(0));
    for (int i = 1; i < 1000; ++i) page.say(text(i), i % 10 == 0);
    page.say(text(1000));
    CHECK(page.session.state().document->made.size() == 101);
    CHECK(page.session.state().others.size() <= 8);
    // A column of an example that was dropped long ago, next to the present one, from the list and as a link has it.
    page.session.run(ApplyFields{"panel=compare&compare=rollout/rollout,draft:a b 10"});
    page.settle();
    REQUIRE(page.view().compared.size() == 2);
    CHECK(page.view().compared[1].recipe.text == text(10));
    const auto own = stateElsewhere(page.session.state(), page.view().compared[1]);
    REQUIRE(own);
    CHECK(own->document->current.title == text(10));
    CHECK(own->document->current.tokens.back() == "10");
    CHECK(page.host.wanted.size() == 1);
    const std::string address = page.host.address;
    CHECK(address.find("draft:a%20b%2010") != std::string::npos);
    CHECK(address.find("&draft=a%20b%201000") != std::string::npos);

    Speaking other;
    other.session.run(ApplyFields{address, true});
    other.settle();
    CHECK(other.shown().title == text(1000));
    REQUIRE(other.view().compared.size() == 2);
    const auto there = stateElsewhere(other.session.state(), other.view().compared[1]);
    REQUIRE(there);
    CHECK(there->document->current.title == text(10));
}

TEST_CASE("a note of an example that was made goes with it", "[page][made]") {
    Speaking page;
    page.say("a b c");
    page.session.run(ApplyFields{"notes=t1~1:look%20here"});
    REQUIRE(page.view().notes.size() == 1);
    const std::string address = page.host.address;
    CHECK(address.find("~shown") != std::string::npos);
    Speaking other;
    other.say("x y");  // has the number now
    other.session.run(ApplyFields{address, true});
    other.settle();
    REQUIRE(other.view().notes.size() == 1);
    CHECK(other.view().notes[0].example == other.session.state().document->example);
    CHECK(other.view().notes[0].example == 2);
}

TEST_CASE(
    "one step back leads to the run before, with its view, and what was typed in one go is one "
    "step",
    "[made]") {
    Speaking page;
    page.say("the keys are old");
    page.session.run(Command(ApplyFields{"token=2&sort=score"}));
    const ViewState keys = page.session.state().view;
    for (const char* typed : {"the key", "the key is"}) page.say(typed, false);
    page.say("the key is old");
    const auto text = [&] { return page.session.state().view.recipe.text; };
    CHECK(text() == "the key is old");
    page.session.run(Command(Undo{-1}));
    page.settle();
    CHECK(page.session.state().view == keys);
    page.session.run(Command(Undo{1}));
    page.settle();
    CHECK(text() == "the key is old");
    page.session.run(Command(Undo{-1}));
    page.settle();
    page.session.run(Command(Undo{-1}));
    CHECK(text() == "the keys are old");
    CHECK(page.session.state().view.sort == SortBy::automatic);
    page.session.run(Command(Undo{-1}));
    page.settle();
    CHECK(page.session.state().view.recipe.isEmpty());  // the file's own example
    page.session.run(Command(Undo{-1}));
    CHECK(page.session.state().undo.forward.size() == 3);
}
