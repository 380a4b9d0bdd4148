// SPDX-License-Identifier: MIT
// Any bytes as a file, through every reader and importer: a document that keeps its promises, or a Problem
// with words. Where the input is cut and how it is opened depend on a hash of the content, so that any file
// is a seed as it is: tests/data/forms and tests/data/bad.
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <string_view>

#include "io/open.h"

namespace {

void require(bool condition) {
    if (!condition) std::abort();
}

void check(const hw::AttentionTensor& tensor) {
    require(tensor.values.size() == static_cast<std::size_t>(tensor.layers) *
                                        static_cast<std::size_t>(tensor.heads) *
                                        tensor.matrixSize());
}

void check(const hw::Document& document) {
    require(!document.examples.empty() && !document.form.empty());
    for (const hw::Example& example : document.examples) {
        check(example.attentions);
        require(!example.attentions.empty());
        require(example.attentions.queries == example.attentions.keys);
        require(example.tokens.size() == static_cast<std::size_t>(example.attentions.queries));
        if (!example.gradients.empty())
            require(example.gradients.values.size() == example.attentions.values.size());
        for (const auto& importance : example.importance)
            require(importance.values.size() == example.tokens.size());
        require(example.words.empty() || example.words.size() == example.tokens.size());
        require(example.segments.empty() || example.segments.size() == example.tokens.size());
        if (example.image) require(example.image->rows > 0 && example.image->cols > 0);
        if (!example.decoder) continue;
        check(example.decoder->attentions);
        check(example.decoder->cross);
        require(example.decoder->tokens.size() ==
                static_cast<std::size_t>(example.decoder->cross.queries));
        require(example.decoder->cross.keys == example.attentions.queries);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    const std::size_t hash =
        std::hash<std::string_view>{}({reinterpret_cast<const char*>(data), size});
    const std::size_t cut = hash / 64 % (size + 1);
    hw::OpenOptions options;
    options.averageHeads = (hash & 1) != 0;
    options.batchItem = (hash & 2) != 0 ? 0 : -1;
    options.example = (hash & 4) != 0 ? 0 : -1;
    hw::Limits limits;
    limits.memoryBytes = 64 << 20;
    hw::Opening opening;
    opening.begin("fuzz",
                  (hash & 8) != 0 ? std::nullopt : std::optional<std::uint64_t>(bytes.size()),
                  limits, options);
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
