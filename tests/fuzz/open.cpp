// SPDX-License-Identifier: MIT
// Any bytes as a file, through every reader and importer: a document that keeps its promises, or a Problem
// with words. The first two bytes say where the input is cut, the third how it is opened.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "io/open.h"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void check(const hw::AttentionTensor& tensor) {
    require(tensor.values.size() == static_cast<std::size_t>(tensor.layers) * static_cast<std::size_t>(tensor.heads) *
                                        tensor.matrixSize());
}

void check(const hw::Document& document) {
    require(!document.examples.empty() && !document.form.empty());
    for (const hw::Example& example : document.examples) {
        check(example.attentions);
        require(!example.attentions.empty());
        require(example.attentions.queries == example.attentions.keys);
        require(example.tokens.size() == static_cast<std::size_t>(example.attentions.queries));
        if (!example.gradients.empty()) require(example.gradients.values.size() == example.attentions.values.size());
        for (const auto& importance : example.importance) require(importance.values.size() == example.tokens.size());
        require(example.words.empty() || example.words.size() == example.tokens.size());
        require(example.segments.empty() || example.segments.size() == example.tokens.size());
        if (example.image) require(example.image->rows > 0 && example.image->cols > 0);
        if (!example.decoder) continue;
        check(example.decoder->attentions);
        check(example.decoder->cross);
        require(example.decoder->tokens.size() == static_cast<std::size_t>(example.decoder->cross.queries));
        require(example.decoder->cross.keys == example.attentions.queries);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 3) return 0;
    const auto bytes = std::as_bytes(std::span(data + 3, size - 3));
    const std::size_t cut = (data[0] + 256U * data[1]) % (bytes.size() + 1);
    hw::OpenOptions options;
    options.averageHeads = (data[2] & 1) != 0;
    options.batchItem = (data[2] & 2) != 0 ? 0 : -1;
    options.example = (data[2] & 4) != 0 ? 0 : -1;
    hw::Limits limits;
    limits.memoryBytes = 64 << 20;
    hw::Opening opening;
    opening.begin("fuzz", (data[2] & 8) != 0 ? std::nullopt : std::optional<std::uint64_t>(bytes.size()), limits, options);
    for (const auto part : {bytes.subspan(0, cut), bytes.subspan(cut)}) {
        if (auto fine = opening.push(part); !fine) {
            require(!fine.error().finding.empty());
            return 0;
        }
    }
    const auto document = opening.finish();
    if (document) {
        check(*document);
    } else {
        require(!document.error().finding.empty());
    }
    return 0;
}
