// SPDX-License-Identifier: MIT
#include "io/tree/tree.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "core/matrix/half.h"

namespace hw::io {

std::uint64_t Shape::count() const {
    std::uint64_t product = 1;
    for (int axis = 0; axis < rank; ++axis) {
        const std::uint64_t size = (*this)[axis];
        if (size != 0 && product > std::numeric_limits<std::uint64_t>::max() / size) {
            return std::numeric_limits<std::uint64_t>::max();
        }
        product *= size;
    }
    return product;
}

Shape Shape::within(std::uint32_t outer) const {
    Shape result;
    result.rank = std::min(rank + 1, maxRank);
    result.sizes[0] = outer;
    std::copy_n(sizes.begin(), maxRank - 1, result.sizes.begin() + 1);
    return result;
}

Shape Shape::withoutFirst(int axes) const {
    Shape result;
    result.rank = rank - axes;
    std::copy_n(sizes.begin() + axes, result.rank, result.sizes.begin());
    return result;
}

std::size_t Tree::size(NodeId node) const {
    switch (kind(node)) {
        case Kind::array:
        case Kind::object: return nodes[node].count;
        case Kind::numbers: return shape(node)[0];
        default: return 0;
    }
}

std::string_view Tree::key(NodeId node) const {
    const std::uint32_t index = nodes[node].key;
    if (index == none) return {};
    return std::string_view(text).substr(strings[index].offset, strings[index].size);
}

std::string_view Tree::string(NodeId node) const {
    if (!is(node, Kind::string)) return {};
    const Text& where = strings[nodes[node].first];
    return std::string_view(text).substr(where.offset, where.size);
}

std::span<const float> Tree::values(NodeId node) const {
    const Slice& slice = block(node).slice;
    if (block(node).dropped || isHalf(slice.pool)) return {};
    return std::span(pools[slice.pool]).subspan(slice.offset, slice.count);
}

std::vector<double> Tree::doubles(NodeId node) const {
    const Block& source = block(node);
    if (source.exact != static_cast<std::size_t>(-1)) {
        const auto begin = exactValues.begin() + static_cast<std::ptrdiff_t>(source.exact);
        return {begin, begin + static_cast<std::ptrdiff_t>(source.slice.count)};
    }
    const std::span<const float> floats = values(node);
    return {floats.begin(), floats.end()};
}

NodeId Tree::firstChild(NodeId node) const {
    const Node& parent = nodes[node];
    return parent.kind == Kind::array || parent.kind == Kind::object ? parent.first : none;
}

NodeId Tree::find(NodeId object, std::string_view wanted) const {
    if (!is(object, Kind::object)) return none;
    NodeId found = none;
    for (NodeId child = firstChild(object); child != none; child = next(child)) {
        if (key(child) == wanted) found = child;
    }
    return found;
}

std::vector<NodeId> Tree::children(NodeId node) const {
    std::vector<NodeId> result;
    if (node == none) return result;
    for (NodeId child = firstChild(node); child != none; child = next(child))
        result.push_back(child);
    return result;
}

const Irregular* Tree::irregular(NodeId node) const {
    if (node == none) return nullptr;
    // Nodes are in document order, so those inside a node lie between it and its last descendant.
    NodeId last = node;
    for (NodeId child = firstChild(last); child != none; child = firstChild(last)) {
        for (last = child; next(last) != none;) last = next(last);
    }
    for (const Irregular& candidate : irregulars) {
        if (candidate.node >= node && candidate.node <= last) return &candidate;
    }
    return nullptr;
}

// The slices in order, out of a pool that may be given away.
namespace {

template <class T>
std::vector<T> joinInPlace(std::vector<T>& pool, std::span<const Slice> slices, std::size_t total) {
    std::size_t to = 0;
    for (const Slice& slice : slices) {
        if (slice.offset != to) {
            std::memmove(pool.data() + to, pool.data() + slice.offset, slice.count * sizeof(T));
        }
        to += slice.count;
    }
    std::vector<T> taken = std::move(pool);
    pool.clear();
    taken.resize(total);
    return taken;
}

std::size_t totalOf(std::span<const Slice> slices) {
    std::size_t total = 0;
    for (const Slice& slice : slices) total += slice.count;
    return total;
}

}  // namespace

bool Tree::standAlone(std::span<const Slice> slices) const {
    for (std::size_t i = 0; i < slices.size(); ++i) {
        if (slices[i].pool != slices[0].pool) return false;
        if (i > 0 && slices[i].offset < slices[i - 1].offset + slices[i - 1].count) return false;
    }
    const auto wanted = [&](const Block& block) {
        return std::any_of(slices.begin(), slices.end(), [&](const Slice& slice) {
            return slice.offset < block.slice.offset + block.slice.count &&
                   block.slice.offset < slice.offset + slice.count;
        });
    };
    return !slices.empty() && std::all_of(blocks.begin(), blocks.end(), [&](const Block& block) {
        return block.slice.pool != slices[0].pool || block.dropped || block.slice.count == 0 ||
               wanted(block);
    });
}

void Tree::copy(const Slice& slice, float* to) const {
    if (!isHalf(slice.pool)) {
        std::copy_n(pools[slice.pool].begin() + static_cast<std::ptrdiff_t>(slice.offset),
                    slice.count, to);
        return;
    }
    const auto from = halfPools[slice.pool].begin() + static_cast<std::ptrdiff_t>(slice.offset);
    std::transform(from, from + static_cast<std::ptrdiff_t>(slice.count), to, halfToFloat);
}

std::vector<float> Tree::take(std::span<const Slice> slices, bool consume) {
    const std::size_t total = totalOf(slices);
    if (consume && standAlone(slices) && !isHalf(slices[0].pool)) {
        return joinInPlace(pools[slices[0].pool], slices, total);
    }
    std::vector<float> taken(total);
    float* to = taken.data();
    for (const Slice& slice : slices) {
        copy(slice, to);
        to += slice.count;
    }
    return taken;
}

std::vector<std::uint16_t> Tree::takeHalves(std::span<const Slice> slices, bool consume) {
    const std::size_t total = totalOf(slices);
    if (consume && standAlone(slices)) {
        return joinInPlace(halfPools[slices[0].pool], slices, total);
    }
    std::vector<std::uint16_t> taken;
    taken.reserve(total);
    for (const Slice& slice : slices) {
        const auto begin =
            halfPools[slice.pool].begin() + static_cast<std::ptrdiff_t>(slice.offset);
        taken.insert(taken.end(), begin, begin + static_cast<std::ptrdiff_t>(slice.count));
    }
    return taken;
}

std::uint32_t Tree::addString(std::string_view value) {
    strings.push_back({text.size(), value.size()});
    text += value;
    return static_cast<std::uint32_t>(strings.size() - 1);
}

NodeId Tree::addNode(Kind kind, NodeId parent, std::string_view key) {
    const auto id = static_cast<NodeId>(nodes.size());
    Node node;
    node.kind = kind;
    if (parent != none && nodes[parent].kind == Kind::object) node.key = addString(key);
    nodes.push_back(node);
    if (parent != none) {
        NodeId* link = parent == latestParent ? &nodes[latestChild].next : &nodes[parent].first;
        while (*link != none) link = &nodes[*link].next;
        *link = id;
        ++nodes[parent].count;
        latestParent = parent;
        latestChild = id;
    }
    return id;
}

NodeId Tree::addBlock(NodeId parent, std::string_view key, const Shape& shape, std::size_t count) {
    const NodeId id = addNode(Kind::numbers, parent, key);
    Block block;
    block.shape = shape;
    block.slice = {static_cast<std::uint32_t>(pools.size()), 0, count};
    nodes[id].first = static_cast<std::uint32_t>(blocks.size());
    blocks.push_back(block);
    pools.emplace_back();
    halfPools.emplace_back();
    return id;
}

NodeId Tree::addNumbers(NodeId parent, std::string_view key, const Shape& shape,
                        std::vector<float> values) {
    const NodeId id = addBlock(parent, key, shape, values.size());
    pools.back() = std::move(values);
    return id;
}

NodeId Tree::addHalves(NodeId parent, std::string_view key, const Shape& shape,
                       std::vector<std::uint16_t> values) {
    const NodeId id = addBlock(parent, key, shape, values.size());
    halfPools.back() = std::move(values);
    return id;
}

NodeId Tree::addStringValue(NodeId parent, std::string_view key, std::string_view value) {
    const NodeId id = addNode(Kind::string, parent, key);
    nodes[id].first = addString(value);
    return id;
}

}  // namespace hw::io
