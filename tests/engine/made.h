// SPDX-License-Identifier: MIT
// Examples that are in no file, as their maker sends them.
#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "engine/engine_harness.h"
#include "protocol/made_example.h"

namespace hw::test {

/// Two layers of one head over `n` tokens. Each attends to itself by `own`, and evenly to the others.
inline MadeExample madeOf(std::uint32_t document, float own, int n = 3) {
    MadeExample made;
    made.document = document;
    made.recipe = {"draft", std::to_string(own) + " of " + std::to_string(n)};
    made.example.title = "by hand";
    AttentionTensor& tensor = made.example.attentions;
    tensor.layers = 2;
    tensor.heads = 1;
    tensor.queries = tensor.keys = n;
    for (int i = 0; i < n; ++i) made.example.tokens.push_back("t" + std::to_string(i));
    for (int row = 0; row < 2 * n; ++row) {
        for (int key = 0; key < n; ++key)
            tensor.values.push_back(key == row % n ? own : (1 - own) / static_cast<float>(n - 1));
    }
    return made;
}

/// Raw attention of an example.
inline Query rawOf(std::uint32_t document, int example, Query::What what = Query::What::profile) {
    Query query;
    query.what = what;
    query.document = document;
    query.example = example;
    query.method = Method::raw;
    query.outputs = {0};
    return query;
}

/// Bytes in memory, as they come from elsewhere.
class FedBytes : public ByteFeed {
public:
    explicit FedBytes(std::span<const std::byte> bytes) : rest_(bytes) {}
    void next(std::span<std::byte> into) override {
        std::ranges::copy(rest_.first(into.size()), into.begin());
        rest_ = rest_.subspan(into.size());
    }

private:
    std::span<const std::byte> rest_;
};

/// The whole message, from its pieces.
inline std::vector<std::byte> joined(const Pieces& pieces) {
    std::vector<std::byte> bytes;
    pieces.each([&](std::span<const std::byte> piece) {
        bytes.insert(bytes.end(), piece.begin(), piece.end());
    });
    return bytes;
}

inline void make(EngineHarness& page, const MadeExample& made, std::uint32_t ticket = 0) {
    const std::vector<std::byte> bytes = encodeExample(made);
    page.send(wire::MakeExample{ticket, bytes});
}

}  // namespace hw::test
