// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/trie.h"

#include <algorithm>

namespace hw::model {

void Trie::build(std::vector<TrieEntry> entries) {
    std::ranges::stable_sort(entries, {}, &TrieEntry::text);
    struct Range {
        std::uint32_t begin;
        std::uint32_t end;
    };
    std::vector<Range> ranges{{0, static_cast<std::uint32_t>(entries.size())}};
    labels_.assign(1, 0);
    values_.assign(1, -1);
    firstChild_.clear();
    // Breadth first: the sorted entries of a node, with its depth as the number of bytes that they share.
    std::size_t levelEnd = 1;
    for (std::size_t node = 0, depth = 0; node < ranges.size(); ++node) {
        if (node == levelEnd) {
            levelEnd = ranges.size();
            ++depth;
        }
        firstChild_.push_back(static_cast<std::uint32_t>(ranges.size()));
        auto [at, end] = ranges[node];
        for (; at < end && entries[at].text.size() == depth; ++at)
            if (depth > 0) values_[node] = entries[at].value;
        while (at < end) {
            const char label = entries[at].text[depth];
            const std::uint32_t begin = at;
            while (at < end && entries[at].text[depth] == label) ++at;
            if (node == 0)
                rootChildren_[static_cast<std::uint8_t>(label)] =
                    static_cast<std::uint32_t>(ranges.size());
            ranges.push_back({begin, at});
            labels_.push_back(static_cast<std::uint8_t>(label));
            values_.push_back(-1);
        }
    }
    firstChild_.push_back(static_cast<std::uint32_t>(ranges.size()));
}

}  // namespace hw::model
