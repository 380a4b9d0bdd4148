// SPDX-License-Identifier: MIT
// An example whose message comes in pieces, and is read as it arrives.
#include <catch2/catch_test_macros.hpp>

#include "engine/made.h"

using namespace hw;
using namespace hw::test;

namespace {

/// An example with gradients, and its numbers in one list per layer, as a run has them.
struct InLayers {
    MadeExample whole;
    MadeExample sizes;
    std::vector<std::vector<float>> weights;
    std::vector<std::vector<float>> gradients;
};

std::vector<std::vector<float>> layersOf(const AttentionTensor& tensor) {
    std::vector<std::vector<float>> layers;
    const auto one = static_cast<std::ptrdiff_t>(tensor.heads * tensor.matrixSize());
    for (auto from = tensor.values.begin(); from != tensor.values.end(); from += one)
        layers.emplace_back(from, from + one);
    return layers;
}

/// For `n` tokens. With 200, a layer of 2 is longer than a copied message.
InLayers inLayers(std::uint32_t document, int n) {
    InLayers made;
    made.whole = madeOf(document, 0.5F, n);
    made.whole.example.gradients = made.whole.example.attentions;
    for (float& value : made.whole.example.gradients.values) value = 1 - 2 * value;
    made.weights = layersOf(made.whole.example.attentions);
    made.gradients = layersOf(made.whole.example.gradients);
    made.sizes = made.whole;
    made.sizes.example.attentions.values.clear();
    made.sizes.example.gradients.values.clear();
    return made;
}

Pieces piecesOf(std::uint32_t ticket, const InLayers& made) {
    const Example& example = made.sizes.example;
    const std::vector<BorrowedLayers> lent{{&example.attentions, made.weights},
                                           {&example.gradients, made.gradients}};
    return hw::piecesOf(ticket, made.sizes, lent);
}

bool feed(EngineHarness& page, std::span<const std::byte> bytes, std::size_t length) {
    FedBytes fed(bytes);
    return page.sendFed(fed, length);
}

}  // namespace

TEST_CASE("pieces are the bytes of the whole message, and lend long lists of numbers",
          "[app][engine][made]") {
    for (const int n : {3, 200}) {
        const InLayers made = inLayers(4, n);
        const Pieces pieces = piecesOf(7, made);
        const std::vector<std::byte> whole = encodeExample(made.whole);
        const wire::ToEngine message = wire::MakeExample{7, whole};
        CHECK(joined(pieces) == wire::encode(message));
        int lent = 0;
        pieces.each([&](std::span<const std::byte> piece) {
            for (const auto* layers : {&made.weights, &made.gradients})
                for (const std::vector<float>& layer : *layers)
                    lent += int{piece.data() == std::as_bytes(std::span(layer)).data()};
        });
        CHECK(lent == (n == 200 ? 4 : 0));
    }
}

TEST_CASE("an example is read from its pieces as from one message", "[app][engine][made]") {
    EngineHarness page;
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    const InLayers made = inLayers(file.id, 200);
    const std::vector<std::byte> bytes = joined(piecesOf(0, made));
    FedBytes fed(bytes);
    const DecodedExample read = decodeExample(fed, bytes.size());
    REQUIRE(read.made);
    CHECK(read.made->example.attentions.values == made.whole.example.attentions.values);
    CHECK(read.made->example.gradients.values == made.whole.example.gradients.values);
    feed(page, bytes, bytes.size());
    REQUIRE(page.last<wire::ExampleChanged>());
    CHECK(page.last<wire::ExampleChanged>()->document.current.tokens.size() == 200);
    CHECK(page.ask(rawOf(file.id, 1, Query::What::matrix)).values[0] == 0.5F);
}

TEST_CASE("pieces that are cut short, too long or of another message are refused",
          "[app][engine][made]") {
    EngineHarness page;
    std::vector<std::byte> bytes = joined(piecesOf(9, inLayers(0, 3)));
    const auto refused = [&](std::size_t length) {
        page.received.clear();
        feed(page, bytes, length);
        return page.last<wire::Failed>() != nullptr && page.last<wire::Opened>() == nullptr;
    };
    for (std::size_t length = 0; length < bytes.size(); ++length) CHECK(refused(length));
    bytes.push_back(std::byte{0});
    CHECK(refused(bytes.size()));
    bytes.pop_back();
    CHECK_FALSE(refused(bytes.size()));
    CHECK(page.last<wire::Opened>()->ticket == 9);
    bytes[0] = std::byte{10};
    CHECK(refused(bytes.size()));
}

TEST_CASE("older examples make room before one in pieces is read", "[app][engine][made]") {
    // Two of 2 * 200 * 200 weights and as many gradients, of 640,000 bytes each, do not fit at once.
    EngineHarness page(std::size_t{64} << 20, 1'000'000);
    const DocumentSummary file = page.openReference("toy_agreement_keys.json");
    make(page, madeOf(file.id, 0.75F));
    const std::vector<std::byte> bytes = joined(piecesOf(0, inLayers(file.id, 200)));
    feed(page, bytes, bytes.size());
    CHECK(page.ask(rawOf(file.id, 1, Query::What::matrix)).values[0] ==
          0.75F);  // it had space next to the other
    std::vector<std::byte> broken = bytes;
    broken.pop_back();
    feed(page, broken, broken.size());
    page.send(wire::Ask{{rawOf(file.id, 2, Query::What::matrix)}, true});
    page.workAll();
    CHECK(page.all<wire::ExampleWanted>().size() == 1);  // dropped before the new one was refused
}
