// SPDX-License-Identifier: MIT
#include "protocol/open_choices.h"

#include <catch2/catch_test_macros.hpp>

#include "page/address/address.h"
#include "page/sample_documents.h"
#include "session/update.h"

using namespace hw;
using namespace hw::test;

namespace {

Problem rowsOff() {
    Problem problem;
    problem.code = Code::badNumber;
    problem.finding = "44 of 88 rows do not sum to 1.";
    problem.remedy = "They are used as they are.";
    problem.offer = Offer::normaliseRows;
    return problem;
}

}  // namespace

TEST_CASE("choices are written as fields of an address and read back", "[app][choices]") {
    CHECK(openChoicesText({}).empty());
    OpenOptions options;
    options.averageHeads = options.normaliseRows = true;
    options.tokens = {"[CLS]", " the", "", "a\\b", "\n", "x&y=%20", "ü"};
    const std::string text = openChoicesText(options);
    CHECK(text.starts_with("read=normalised,averaged&token-texts="));
    CHECK(openChoices("v=1&" + text + "&layer=2") == options);
    CHECK(readTokenTexts("  the  keys\nto ") == std::vector<std::string>{"the", "keys", "to"});
    options.axes = "inputs,layers,heads";
    options.softmax = options.keepPadding = true;
    const std::string more = openChoicesText(options);
    CHECK(more.starts_with("read=normalised,averaged,softmax,padded&token-texts="));
    CHECK(more.ends_with("&axes=inputs,layers,heads"));
    CHECK(openChoices(more) == options);
    CHECK_FALSE(readOpenChoice(options, "read", "half,magic"));
    CHECK(options.halfWeights);
    CHECK_FALSE(options.averageHeads);
}

TEST_CASE("a link says how its data are opened", "[app][choices]") {
    AppState state;
    const Effects asked = update(
        state, Command(ApplyFields{"v=1&read=half&sample=agreement-keys&token-texts=a%20b", true}));
    const auto* effect = findEffect<FetchEffect>(asked);
    REQUIRE(effect);
    CHECK(effect->source.options.halfWeights);
    CHECK(effect->source.options.tokens.size() == 2);
    open(state, encoderDocument(), effect->source, "");
    CHECK(writeShare(state).starts_with("v=1&sample=agreement-keys&read=half&token-texts=a%20b"));
}

TEST_CASE("a field about reading opens the present data anew, with the view as it was",
          "[app][choices]") {
    AppState state = restingState();
    update(state, Command(SetLayer{2}));
    const Effects asked = update(state, Command(ApplyFields{"read=averaged", false}));
    const auto* effect = findEffect<FetchEffect>(asked);
    REQUIRE(effect);
    CHECK(effect->source.kind == sample.kind);
    CHECK(effect->source.options.averageHeads);
    update(state, Event(Opened{effect->ticket, encoderDocument()}));
    CHECK(state.view.layer == 2);
    CHECK(state.source.options.averageHeads);
    CHECK(update(state, Command(ApplyFields{"read=averaged", false})).empty());
    const Effects back = update(state, Command(ApplyFields{"read=", false}));
    REQUIRE(findEffect<FetchEffect>(back));
    CHECK(findEffect<FetchEffect>(back)->source == sample);
}

TEST_CASE("a warning about row sums offers to divide them, and back again", "[app][choices]") {
    AppState state;
    DocumentSummary document = encoderDocument();
    document.warnings = {rowsOff()};
    open(state, document, local, "");
    REQUIRE(state.messages.size() == 1);
    REQUIRE(state.messages[0].actions.size() == 1);
    const Effects effects = update(state, Command(ApplyMessageAction{state.messages[0].id, 0}));
    const auto* effect = findEffect<FetchEffect>(effects);
    REQUIRE(effect);
    CHECK(effect->source.kind == DataSource::Kind::local);
    CHECK(effect->source.options.normaliseRows);
    document.warnings[0].offer = Offer::asInFile;
    update(state, Event(Opened{effect->ticket, document}));
    REQUIRE(state.messages.at(0).actions.size() == 1);
    const Effects undone = update(state, Command(ApplyMessageAction{state.messages[0].id, 0}));
    REQUIRE(findEffect<FetchEffect>(undone));
    CHECK(findEffect<FetchEffect>(undone)->source == local);
    CHECK(update(state, Command(ApplyMessageAction{99, 0})).empty());
}

TEST_CASE("a file over the limit offers what has not been chosen yet", "[app][choices]") {
    AppState state = restingState();
    Problem problem;
    problem.code = Code::tooLarge;
    problem.finding = "Reading this file needs about 5 GB.";
    problem.offer = Offer::lessMemory;
    update(state, Event(OpeningFailed{give(state, "keys.json"), problem}));
    REQUIRE(state.messages.size() == 1);
    CHECK(state.messages[0].actions.size() == 2);
    const Effects effects = update(state, Command(ApplyMessageAction{state.messages[0].id, 1}));
    const auto* effect = findEffect<FetchEffect>(effects);
    REQUIRE(effect);
    CHECK(effect->source.options.halfWeights);
    CHECK(state.source == sample);  // the open document stays open
    update(state, Event(OpeningFailed{effect->ticket, problem}));
    CHECK(state.messages.back().actions.size() == 1);
    CHECK(state.messages.back().actions[0].source.options.averageHeads);
}

TEST_CASE("a file without tokens offers a place for them", "[app][choices]") {
    AppState state;
    DocumentSummary document = encoderDocument();
    document.warnings = {rowsOff()};
    document.warnings[0].offer = Offer::tokens;
    open(state, document, local, "");
    REQUIRE(state.messages.at(0).actions.size() == 1);
    const Effects effects = update(state, Command(ApplyMessageAction{state.messages[0].id, 0}));
    REQUIRE(findEffect<DialogEffect>(effects));
    CHECK(findEffect<DialogEffect>(effects)->name == "tokens");
}

TEST_CASE("other readings of the axes, the softmax and padding are one click away",
          "[app][choices]") {
    const auto chosen = [](Offer offer, const std::vector<Choice>& choices, int action) {
        AppState state;
        DocumentSummary document = encoderDocument();
        document.warnings = {rowsOff()};
        document.warnings[0].offer = offer;
        document.warnings[0].choices = choices;
        open(state, document, local, "");
        const Effects effects =
            update(state, Command(ApplyMessageAction{state.messages.at(0).id, action}));
        const auto* effect = findEffect<FetchEffect>(effects);
        REQUIRE(effect);
        return std::pair(state.messages[0].actions[action].label, effect->source.options);
    };
    const auto [label, options] =
        chosen(Offer::axes, {{"layers,inputs,heads", "", ""}, {"layers,streams,heads", "", ""}}, 1);
    CHECK(label == "Read as layers, streams, heads, rows, columns");
    CHECK(options.axes == "layers,streams,heads");
    CHECK(chosen(Offer::softmax, {}, 0).second.softmax);
    CHECK(chosen(Offer::padding, {}, 0).second.keepPadding);
    CHECK(chosen(Offer::absolute, {}, 0).second.absolute);
    CHECK(chosen(Offer::transpose, {}, 0).second.transposed);
    CHECK(chosen(Offer::missingShare, {}, 0).second.missingShare);
    CHECK(chosen(Offer::missingShare, {}, 1).second.normaliseRows);
    const auto [first, kept] = chosen(Offer::firstTokens, {{"9", "", ""}}, 1);
    CHECK(first == "Keep the first 9");
    CHECK(kept.firstTokens == 9);
}
