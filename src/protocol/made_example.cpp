// SPDX-License-Identifier: MIT
#include "protocol/made_example.h"

#include "protocol/example_fields.h"

namespace hw {
namespace {

template <class Archive, Either<MadeExample> T>
void body(Archive& archive, T& made) {
    archive(made.document, made.name, made.form, made.recipe, made.isShown, made.isSettled,
            made.example);
}

}  // namespace

std::vector<std::byte> encodeMade(const MadeExample& made, std::span<const std::byte> head) {
    const Example& example = made.example;
    ByteWriter writer;
    // With room for the tokens' texts: of a long text to grow at the end would take three times its numbers.
    constexpr std::size_t ofToken = 256;
    writer.reserve(4096 + head.size() + ofToken * example.tokens.size() +
                   example.attentions.values.size() * sizeof(float) +
                   example.gradients.values.size() * sizeof(float));
    writer.raw(head);
    body(writer, made);
    return writer.take();
}

Result<MadeExample> decodeMade(std::span<const std::byte> bytes) {
    ByteReader reader(bytes);
    MadeExample made;
    body(reader, made);
    if (reader.finished()) return made;
    return std::unexpected(
        Problem{Code::internal, "made example", "The message is not one that this program writes.",
                "Reload the page, so that all parts are of the same version.", std::nullopt});
}

}  // namespace hw
