// SPDX-License-Identifier: MIT
#include "io/readers/embedded_json.h"

#include <utility>
#include <vector>

#include "io/json/json_parser.h"

namespace hw::io {

namespace {

// A block with its values, exact ones too. Values that the parser did not keep become null.
NodeId copyBlock(Tree& to, NodeId parent, std::string_view key, const Tree& from, NodeId node) {
    const Tree::Block& block = from.block(node);
    if (block.dropped) return to.addNode(Kind::null, parent, key);
    std::vector<float> values(block.slice.count);
    from.copy(block.slice, values.data());
    const std::vector<double> exact = from.doubles(node);
    const NodeId id = to.addNumbers(parent, key, block.shape, std::move(values));
    to.nodes[id].count = from.nodes[node].count;
    Tree::Block& copy = to.blocks.back();
    copy.missing = block.missing;
    copy.nulls = block.nulls;
    copy.exact = to.exactValues.size();
    to.exactValues.insert(to.exactValues.end(), exact.begin(), exact.end());
    return id;
}

// As deep as the parser allows. Links children here, since addNode searches for the last one each time.
NodeId copyNode(Tree& to, NodeId parent, std::string_view key, const Tree& from, NodeId node) {
    if (from.is(node, Kind::string)) return to.addStringValue(parent, key, from.string(node));
    if (from.is(node, Kind::numbers)) return copyBlock(to, parent, key, from, node);
    const NodeId id = to.addNode(from.kind(node), parent, key);
    to.nodes[id].truth = from.truth(node);
    to.nodes[id].number = from.number(node);
    NodeId last = none;
    for (NodeId child = from.firstChild(node); child != none; child = from.next(child)) {
        const NodeId copy = copyNode(to, none, {}, from, child);
        if (from.is(node, Kind::object)) to.nodes[copy].key = to.addString(from.key(child));
        (last == none ? to.nodes[id].first : to.nodes[last].next) = copy;
        ++to.nodes[id].count;
        last = copy;
    }
    return id;
}

}  // namespace

NodeId addEmbeddedJson(Tree& tree, NodeId parent, std::string_view key, std::string_view text,
                       std::uint64_t memoryBytes) {
    if (text.starts_with('[') || text.starts_with('{')) {
        JsonParser parser({.memoryBytes = memoryBytes, .exactNumbers = true});
        if (parser.push(text)) {
            if (const auto read = parser.finish())
                return copyNode(tree, parent, key, *read, Tree::root);
        }
    }
    return tree.addStringValue(parent, key, text);
}

}  // namespace hw::io
