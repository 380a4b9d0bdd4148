// SPDX-License-Identifier: MIT
// Any bytes as the data of a link. Gives an analysis within bounds, or a Problem with words.
#include "fuzz/targets.h"
#include "io/link/pack.h"
#include "io/packed/content.h"
#include "io/packed/text64.h"
#include "io/readers/inflater.h"

namespace hw::fuzz {
namespace {

void check(const Document& document) {
    for (const Example& example : document.examples) {
        require(example.attentions.count() <= io::mostWeights);
        for (const float weight : example.attentions.values) require(!(weight < -64.0F * 65536));
        require(example.words.empty() || example.words.size() == example.tokens.size());
        for (const Importance& scores : example.importance)
            require(scores.values.size() == example.tokens.size());
    }
}

void open(std::string_view text) {
    Limits limits;
    limits.memoryBytes = 64 << 20;
    const auto document = io::openPacked(text, limits);
    if (document) {
        check(*document);
    } else {
        require(!document.error().finding.empty() && !document.error().remedy.empty());
    }
}

/// Corrects version and checksum, so that the data after them is reached.
std::string sealed(std::string_view packed) {
    const std::uint32_t sum = io::crc32Of(0, packed);
    std::string bytes(1, '\x01');
    for (const unsigned shift : {16U, 8U, 0U}) bytes += static_cast<char>(sum >> shift & 0xFFU);
    return bytes + std::string(packed);
}

}  // namespace

int packed(std::string_view bytes) {
    open(bytes);
    // For seeds, which are links, the data after their heads.
    const auto inner = io::fromBase64(io::packedText(bytes));
    const std::string_view content =
        inner && inner->size() > 4 ? std::string_view(*inner).substr(4) : bytes;
    open(io::toBase64(sealed(content), io::Base64::url));
    return 0;
}

}  // namespace hw::fuzz
