// SPDX-License-Identifier: MIT
#include "protocol/messages.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace {

using namespace hw;
using Bytes = std::vector<std::byte>;

Query sampleQuery() {
    Query query;
    query.what = Query::What::matrix;
    query.document = 3;
    query.example = 2;
    query.side = Side::cross;
    query.method = Method::flow;
    query.settings.heads = {1, 4};
    query.settings.headWeights = {0.25, 0.75};
    query.settings.discard = 0.1;
    query.settings.order = StepOrder::discardFirst;
    query.settings.startLayer = 2;
    query.outputMode = OutputMode::meanOfAll;
    query.outputs = {0, 7};
    query.layer = 5;
    query.head = 6;
    query.sink = 4;
    return query;
}

DocumentSummary sampleSummary() {
    DocumentSummary summary;
    summary.id = 9;
    summary.name = "keys.json";
    summary.form = "headwaters";
    summary.exampleTitles = {"one", "two"};
    summary.exampleTexts = {"the keys", "the author"};
    summary.made = {{5, {"draft", "1/2 1/2"}, "mine", "a b"}};
    summary.current.recipe = {"draft", "1 0"};
    summary.example = 1;
    summary.current.tokens = {"[CLS]", "\xE2\x96\x81the", ""};
    summary.current.layers = 6;
    summary.current.kind = AttentionKind::causal;
    summary.current.importance = {{"gradient", {0.1, 0.2, 0.3}}};
    summary.current.image = ImageInfo{{"data:image/png;base64,AA==", 7, 7, 1}};
    summary.current.segments = {0, 0, 1};
    summary.warnings.push_back({Code::badNumber, "attentions[0]", "Found NaN.", "Check it.", 12});
    summary.bytes = std::uint64_t{5} << 32;
    return summary;
}

std::vector<Bytes> messagesOfEveryKind() {
    static const Bytes chunk(40, std::byte{'x'});
    Answer answer{.query = sampleQuery(),
                  .rows = 2,
                  .cols = 3,
                  .values = {0, 1, 2, 3, std::numeric_limits<float>::quiet_NaN(), 5},
                  .complete = 0.5,
                  .problem = std::nullopt,
                  .detail = "{}"};
    return {
        encode(wire::ToEngine(wire::OpenBegin{7, 100, 1 << 20, "a.json", "read=half"})),
        encode(wire::ToEngine(wire::OpenChunk{7, chunk})),
        encode(wire::ToEngine(wire::OpenEnd{7})),
        encode(wire::ToEngine(wire::Cancel{7})),
        encode(wire::ToEngine(wire::SelectExample{1, 2})),
        encode(wire::ToEngine(wire::Ask{{sampleQuery(), Query{}}, false})),
        encode(wire::ToEngine(wire::Forget{sampleQuery()})),
        encode(wire::ToEngine(wire::Forget{})),
        encode(wire::ToEngine(wire::Export{7, sampleQuery(), "csv", true})),
        encode(wire::ToEngine(wire::Pack{7, sampleQuery(), true})),
        encode(wire::ToPage(wire::Opened{7, sampleSummary()})),
        encode(wire::ToPage(wire::Failed{7, {Code::empty, "byte 0", "Nothing.", "Try.", 0}})),
        encode(wire::ToPage(wire::Answered{answer})),
        encode(wire::ToPage(wire::ExampleChanged{sampleSummary()})),
        encode(wire::ToEngine(wire::SelectExample{1, 0, {"draft", "a b"}})),
        encode(wire::ToEngine(wire::MakeFailed{1, {"draft", "a b"}, {Code::badArgument}})),
        encode(wire::ToPage(
            wire::ExampleRefused{1, 3, {}, {Code::badArgument, "", "No.", "Yes.", {}}})),
        encode(wire::ToPage(wire::ExampleWanted{1, {"draft", "a b"}})),
        encode(wire::ToPage(wire::Exported{7, "keys.csv", "text/csv", "a,b\n"})),
        encode(wire::ToPage(wire::Packed{7, true, "AXl", 0.001, 0.002, 0.003, false, {"heads"}})),
    };
}

bool readsEitherWay(const Bytes& bytes) {
    return wire::decodeToEngine(bytes).has_value() || wire::decodeToPage(bytes).has_value();
}

}  // namespace

TEST_CASE("a question survives the way to the engine", "[app][messages]") {
    const auto bytes = encode(wire::ToEngine(wire::Ask{{sampleQuery(), Query{}}, false}));
    const auto read = wire::decodeToEngine(bytes);
    REQUIRE(read);
    const auto* ask = std::get_if<wire::Ask>(&*read);
    REQUIRE(ask);
    CHECK(ask->queries == std::vector<Query>{sampleQuery(), Query{}});
    CHECK_FALSE(ask->replaces);
}

TEST_CASE("an answer with values that are not there yet survives the way to the page",
          "[app][messages]") {
    wire::Answered sent;
    sent.answer.query = sampleQuery();
    sent.answer.rows = 1;
    sent.answer.cols = 2;
    sent.answer.values = {0.1F, std::numeric_limits<float>::quiet_NaN()};
    sent.answer.complete = 0.5;
    const auto read = wire::decodeToPage(encode(wire::ToPage(sent)));
    REQUIRE(read);
    const auto* answered = std::get_if<wire::Answered>(&*read);
    REQUIRE(answered);
    CHECK(answered->answer.query == sampleQuery());
    CHECK(answered->answer.values[0] == 0.1F);
    CHECK(std::isnan(answered->answer.values[1]));
    CHECK(answered->answer.complete == 0.5);
    CHECK_FALSE(answered->answer.problem);
}

TEST_CASE("the summary of a document survives with all its fields", "[app][messages]") {
    const auto read = wire::decodeToPage(encode(wire::ToPage(wire::Opened{4, sampleSummary()})));
    REQUIRE(read);
    const auto* opened = std::get_if<wire::Opened>(&*read);
    REQUIRE(opened);
    CHECK(opened->ticket == 4);
    const DocumentSummary& got = opened->document;
    const DocumentSummary want = sampleSummary();
    CHECK(got.id == want.id);
    CHECK(got.name == want.name);
    CHECK(got.exampleTitles == want.exampleTitles);
    CHECK(got.exampleTexts == want.exampleTexts);
    REQUIRE(got.made.size() == 1);
    CHECK(got.made[0].id == 5);
    CHECK(got.made[0].recipe == want.made[0].recipe);
    CHECK(got.current.recipe == want.current.recipe);
    CHECK(got.current.tokens == want.current.tokens);
    CHECK(got.current.kind == AttentionKind::causal);
    REQUIRE(got.current.importance.size() == 1);
    CHECK(got.current.importance[0].values == want.current.importance[0].values);
    REQUIRE(got.current.image);
    CHECK(got.current.image->dataUrl == want.current.image->dataUrl);
    REQUIRE(got.warnings.size() == 1);
    CHECK(got.warnings[0].byte == 12);
    CHECK(got.bytes == want.bytes);
}

TEST_CASE("an opening can be written by hand from the layout in the header", "[app][messages]") {
    const unsigned char begin[] = {1, 0, 0,   0,   5, 0, 0, 0, 0x10, 0x27, 0,   0,  0,
                                   0, 0, 0,   0,   0, 0, 1, 0, 0,    0,    0,   2,  0,
                                   0, 0, 'a', 'b', 4, 0, 0, 0, 'r',  '=',  '1', '&'};
    auto read = wire::decodeToEngine(std::as_bytes(std::span(begin)));
    REQUIRE(read);
    const auto* opening = std::get_if<wire::OpenBegin>(&*read);
    REQUIRE(opening);
    CHECK(opening->ticket == 5);
    CHECK(opening->totalBytes == 10000);
    CHECK(opening->memoryLimit == 1U << 24);
    CHECK(opening->name == "ab");
    CHECK(opening->choices == "r=1&");

    const unsigned char chunk[] = {2, 0, 0, 0, 5, 0, 0, 0, '[', '1', ']'};
    read = wire::decodeToEngine(std::as_bytes(std::span(chunk)));
    REQUIRE(read);
    const auto* piece = std::get_if<wire::OpenChunk>(&*read);
    REQUIRE(piece);
    CHECK(piece->bytes.size() == 3);
    CHECK(piece->bytes.data() == std::as_bytes(std::span(chunk)).data() + 8);
}

TEST_CASE("a message cut short anywhere is refused", "[app][messages]") {
    for (const Bytes& whole : messagesOfEveryKind()) {
        REQUIRE(readsEitherWay(whole));
        std::uint32_t kind = 0;
        std::memcpy(&kind, whole.data(), 4);
        if (kind == 2) continue;  // a chunk is any available part
        for (std::size_t length = 0; length < whole.size(); ++length) {
            CAPTURE(kind, length);
            CHECK_FALSE(
                readsEitherWay(Bytes(whole.begin(), whole.begin() + std::ptrdiff_t(length))));
        }
        Bytes longer = whole;
        longer.push_back(std::byte{0});
        CHECK_FALSE(readsEitherWay(longer));
    }
}

TEST_CASE("a message of the other direction is refused", "[app][messages]") {
    for (const Bytes& bytes : messagesOfEveryKind())
        CHECK(wire::decodeToEngine(bytes).has_value() != wire::decodeToPage(bytes).has_value());
}

TEST_CASE("spoilt messages are refused or read, and never believed about their sizes",
          "[app][messages]") {
    std::mt19937 random(20200502);
    int refused = 0;
    for (int round = 0; round < 200; ++round) {
        for (Bytes bytes : messagesOfEveryKind()) {
            for (int spoil = 0; spoil < 4; ++spoil)
                bytes[random() % bytes.size()] = static_cast<std::byte>(random());
            if (!readsEitherWay(bytes)) ++refused;
        }
    }
    CHECK(refused > 1000);
}

TEST_CASE("an answer whose size is not its number of values is refused", "[app][messages]") {
    wire::Answered answered;
    answered.answer.rows = 2;
    answered.answer.cols = 2;
    answered.answer.values = {1, 2, 3};
    CHECK_FALSE(wire::decodeToPage(encode(wire::ToPage(answered))));
}
