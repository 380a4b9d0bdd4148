// SPDX-License-Identifier: MIT
#include "protocol/made_example.h"

#include "protocol/example_fields.h"
#include "protocol/messages.h"

namespace hw {
namespace {

template <class Archive, Either<MadeExample> T>
void body(Archive& archive, T& made) {
    archive(made.document, made.name, made.form, made.recipe, made.isShown, made.isSettled,
            made.example);
}

Result<MadeExample> readMade(ByteReader& reader) {
    MadeExample made;
    body(reader, made);
    if (reader.finished()) return made;
    return std::unexpected(Problem{Code::internal, "made example",
                                   "The message has an unknown form.",
                                   "Reload the page to load matching versions.", std::nullopt});
}

}  // namespace

std::vector<std::byte> encodeExample(const MadeExample& made) {
    ByteWriter writer;
    body(writer, made);
    return writer.take();
}

Pieces piecesOf(std::uint32_t ticket, const MadeExample& made,
                std::span<const BorrowedLayers> lent) {
    PieceWriter writer(lent);
    writer(wire::makeExampleKind, ticket);
    body(writer, made);
    return writer.take();
}

Result<MadeExample> decodeExample(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    return readMade(reader);
}

DecodedExample decodeExample(ByteFeed& feed, std::size_t length) {
    ByteReader reader(feed, length);
    std::uint32_t kind = 0;
    DecodedExample fed;
    reader(kind, fed.ticket);
    if (kind != wire::makeExampleKind) reader.fail();
    fed.made = readMade(reader);
    return fed;
}

}  // namespace hw
