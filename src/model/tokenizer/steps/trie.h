// SPDX-License-Identifier: MIT
// A trie over bytes, built once from a list of texts, with nodes in order of depth and children next to each other.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hw::model {

struct TrieEntry {
    std::string_view text;
    std::int32_t value = 0;
};

class Trie {
public:
    /// The last one of equal texts counts. O(bytes log entries).
    void build(std::vector<TrieEntry> entries);
    /// Calls take(bytes, value) for each entry that `text` contains at `at`, the shortest first. Returns how many bytes
    /// it read.
    template <class Take>
    std::size_t prefixes(std::string_view text, std::size_t at, Take take) const {
        std::uint32_t node = 0;
        std::size_t i = at;
        for (; i < text.size(); ++i) {
            node = child(node, static_cast<std::uint8_t>(text[i]));
            if (node == 0) break;
            if (values_[node] >= 0) take(i + 1 - at, values_[node]);
        }
        return i - at;
    }

private:
    /// 0 if there is none, because the root is no child.
    std::uint32_t child(std::uint32_t node, std::uint8_t label) const {
        if (node == 0) return rootChildren_[label];
        std::uint32_t begin = firstChild_[node];
        std::uint32_t end = firstChild_[node + 1];
        while (begin < end) {
            const std::uint32_t middle = begin + (end - begin) / 2;
            if (labels_[middle] < label) {
                begin = middle + 1;
            } else {
                end = middle;
            }
        }
        return begin < firstChild_[node + 1] && labels_[begin] == label ? begin : 0;
    }

    std::vector<std::uint8_t> labels_;
    std::vector<std::int32_t> values_;
    std::vector<std::uint32_t> firstChild_;
    std::uint32_t rootChildren_[256] = {};
};

}  // namespace hw::model
