// SPDX-License-Identifier: MIT
#include "io/axes/nest.h"

#include <algorithm>
#include <map>
#include <optional>

#include "io/axes/pieces.h"
#include "io/tree/no_weights.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

// {"0": ..., "1": ...}, in the order of the numbers, or nothing for other objects.
std::optional<std::map<int, NodeId>> numbered(const Tree& tree, NodeId object) {
    std::map<int, NodeId> entries;
    for (const NodeId child : tree.children(object)) {
        const std::string_view key = tree.key(child);
        const bool digits = std::ranges::all_of(key, [](char c) { return c >= '0' && c <= '9'; });
        if (key.empty() || key.size() > 6 || !digits) return std::nullopt;
        entries[std::stoi(std::string(key))] = child;
    }
    if (entries.empty()) return std::nullopt;
    return entries;
}

bool holdsEntries(const Tree& tree, NodeId node) {
    return tree.is(node, Kind::array) || tree.is(node, Kind::object) ||
           tree.is(node, Kind::numbers) || tree.is(node, Kind::null);
}

Nest nullAt(const std::string& place, std::uint64_t byte) {
    Nest nest;
    nest.place = place;
    nest.byte = byte;
    return nest;
}

// Rows of different length, and rows that are null, are not a valid list.
std::optional<Problem> wrongRows(const Tree& tree, NodeId node, const std::vector<Nest>& entries) {
    const auto isRow = [](const Nest& one) { return one.isBlock() && one.shape.rank == 1; };
    if (std::ranges::none_of(entries, isRow)) return std::nullopt;
    for (const Nest& one : entries) {
        if (one.kind == Nest::Kind::null) {
            return problemAt(Code::badNumber, one.place, one.byte,
                             formatText("Found {} instead of a list of numbers."_tr, {"`null`"}),
                             "Save `outputs.attentions` unchanged."_tr);
        }
        if (isRow(one) && one.shape == entries[0].shape) continue;
        if (const Irregular* irregular = tree.irregular(node);
            irregular != nullptr && irregular->found.rank > 0)
            return sizesDiffer(*irregular);
        return sizesDiffer(one.place, one.byte, entries[0].shape.within(0), one.shape.within(0));
    }
    return std::nullopt;
}

Result<Nest> readList(Tree& tree, NodeId node, std::span<const NodeId> nodes,
                      const std::vector<std::string>& places) {
    std::vector<Nest> entries;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        auto entry = readNest(tree, nodes[i], places[i]);
        if (!entry) {
            // The place where sizes differ is more exact than an error about the whole.
            if (const Irregular* irregular = tree.irregular(node);
                irregular != nullptr && irregular->found.rank > 0 &&
                entry.error().code == Code::ragged)
                return std::unexpected(sizesDiffer(*irregular));
            return entry;
        }
        entries.push_back(std::move(*entry));
    }
    if (auto wrong = wrongRows(tree, node, entries)) return std::unexpected(std::move(*wrong));
    return together(std::move(entries), places.empty() ? "" : places[0], 0);
}

}  // namespace

Nest together(std::vector<Nest> entries, std::string place, std::uint64_t byte) {
    Nest nest = nullAt(place, byte);
    const std::uint32_t all = static_cast<std::uint32_t>(entries.size());
    std::vector<std::uint32_t> absent;
    for (std::uint32_t i = 0; i < all; ++i) {
        if (entries[i].kind == Nest::Kind::null) absent.push_back(i);
    }
    std::erase_if(entries, [](const Nest& one) { return one.kind == Nest::Kind::null; });
    if (entries.empty()) return nest;
    const Nest& first = entries[0];
    const bool alike = std::ranges::all_of(entries, [&](const Nest& one) {
        return one.isBlock() && one.shape == first.shape && one.absent == first.absent &&
               one.part() == first.part();
    });
    nest.absent = {std::move(absent)};
    if (!alike || first.shape.rank == Shape::maxRank) {
        nest.kind = Nest::Kind::list;
        nest.entries = std::move(entries);
        return nest;
    }
    nest.kind = Nest::Kind::block;
    nest.shape = first.shape.within(static_cast<std::uint32_t>(entries.size()));
    nest.absent.insert(nest.absent.end(), first.absent.begin(), first.absent.end());
    for (const Nest& one : entries)
        nest.slices.insert(nest.slices.end(), one.slices.begin(), one.slices.end());
    return nest;
}

Result<Nest> readNest(Tree& tree, NodeId node, const std::string& place) {
    if (tree.is(node, Kind::null)) {
        if (isPickle(tree, node)) return std::unexpected(pickled(place));
        return nullAt(place, tree.byte(node));
    }
    std::vector<NodeId> nodes;
    std::vector<std::string> places;
    if (tree.is(node, Kind::array)) {
        nodes = tree.children(node);
        if (nodes.empty() ||
            !std::ranges::all_of(nodes, [&](NodeId one) { return holdsEntries(tree, one); }))
            return std::unexpected(readPiece(tree, node, place).error());
        for (std::size_t i = 0; i < nodes.size(); ++i) places.push_back(at(place, i));
    } else if (tree.is(node, Kind::object) && !isTensor(tree, node)) {
        if (const auto entries = numbered(tree, node)) {
            for (const auto& [number, child] : *entries) {
                nodes.push_back(child);
                places.push_back(under(place, std::to_string(number)));
            }
        }
    }
    if (nodes.empty()) {
        if (tree.is(node, Kind::numbers) && tree.block(node).nulls == tree.block(node).slice.count)
            return nullAt(place, tree.byte(node));
        auto piece = readPiece(tree, node, place);
        if (!piece) return std::unexpected(std::move(piece.error()));
        Nest nest = nullAt(piece->place, piece->byte);
        nest.kind = Nest::Kind::block;
        nest.shape = piece->shape;
        nest.slices.push_back(piece->slice);
        return nest;
    }
    auto nest = readList(tree, node, nodes, places);
    if (!nest) return nest;
    nest->place = place;
    nest->byte = tree.byte(node);
    return nest;
}

Result<Nest> readNest(Tree& tree, std::span<const NodeId> nodes,
                      const std::vector<std::string>& places) {
    return readList(tree, nodes.empty() ? Tree::root : nodes[0], nodes, places);
}

Nest entryOf(const Nest& block, std::uint32_t index) {
    Nest entry = nullAt(at(block.place, index), block.byte);
    entry.kind = Nest::Kind::block;
    entry.shape = block.shape.withoutFirst(1);
    if (block.absent.size() > 1) entry.absent.assign(block.absent.begin() + 1, block.absent.end());
    const std::size_t each = static_cast<std::size_t>(entry.shape.count());
    const std::size_t part = block.part();
    if (part == 0) return entry;
    if (part <= each) {
        const std::size_t parts = each / part;
        const auto from = block.slices.begin() + static_cast<std::ptrdiff_t>(index * parts);
        entry.slices.assign(from, from + static_cast<std::ptrdiff_t>(parts));
        return entry;
    }
    const std::size_t start = index * each;
    const Slice& slice = block.slices[start / part];
    entry.slices = {{slice.pool, slice.offset + start % part, each}};
    return entry;
}

std::vector<float> valuesOf(const Tree& tree, const Nest& block) {
    std::vector<float> values(static_cast<std::size_t>(block.shape.count()));
    float* to = values.data();
    for (const Slice& slice : block.slices) {
        tree.copy(slice, to);
        to += slice.count;
    }
    return values;
}

}  // namespace hw::io
