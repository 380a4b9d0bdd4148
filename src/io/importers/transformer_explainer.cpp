// SPDX-License-Identifier: MIT
// transformer-explainer (github.com/poloclub/transformer-explainer), stored GPT-2 outputs, {prompt, tokens, outputs:
// {block_0_attn_head_0_attn_softmax: {data: [N][N]}, ...}}, as JSON or as a JavaScript module. The file also has four
// more stages of each head, which are not read.
#include <map>
#include <utility>

#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

// Reads block_L_attn_head_H_attn_softmax.
bool readKey(std::string_view key, std::pair<int, int>& out) {
    const auto skip = [&](std::string_view text) {
        if (!key.starts_with(text)) return false;
        key.remove_prefix(text.size());
        return true;
    };
    const auto number = [&](int& value) {
        std::size_t digits = 0;
        value = 0;
        while (digits < key.size() && digits < 4 && key[digits] >= '0' && key[digits] <= '9') {
            value = value * 10 + (key[digits++] - '0');
        }
        key.remove_prefix(digits);
        return digits > 0;
    };
    return skip("block_") && number(out.first) && skip("_attn_head_") && number(out.second) &&
           skip("_attn_softmax") && key.empty();
}

std::map<std::pair<int, int>, NodeId> heads(const Tree& tree) {
    std::map<std::pair<int, int>, NodeId> found;
    const NodeId outputs = tree.find(Tree::root, "outputs");
    if (!tree.is(outputs, Kind::object)) return found;
    for (NodeId child = tree.firstChild(outputs); child != none; child = tree.next(child)) {
        std::pair<int, int> position;
        if (readKey(tree.key(child), position)) found[position] = child;
    }
    return found;
}

bool sniff(const Tree& tree) { return !heads(tree).empty(); }

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    const auto found = heads(tree);
    const int layers = found.rbegin()->first.first + 1;
    const int headsOfAll = static_cast<int>(found.size()) / layers;
    std::vector<NodeId> nodes;
    std::vector<std::string> places;
    for (const auto& [position, node] : found) {
        const int expected = static_cast<int>(nodes.size());
        if (headsOfAll == 0 ||
            position != std::pair{expected / headsOfAll, expected % headsOfAll}) {
            return std::unexpected(problemAt(
                Code::ragged, under("outputs", tree.key(node)), tree.byte(node),
                "A head is missing before this one, or layers have different numbers of heads."_tr,
                "Save every head’s softmax in every block."_tr));
        }
        nodes.push_back(node);
        places.push_back(under("outputs", tree.key(node)));
    }
    auto weights = readHeads(tree, nodes, places, headsOfAll, Square::required);
    if (!weights) return std::unexpected(weights.error());
    Parts parts;
    parts.self = std::move(*weights);
    parts.tokens = readTokens(tree, tree.find(Tree::root, "tokens"), "tokens");
    Example base;
    base.title = std::string(tree.string(tree.find(Tree::root, "prompt")));
    return addExamples(tree, parts, base, options, document);
}

}  // namespace

const Importer transformerExplainerImporter{"transformer-explainer", sniff, convert};

}  // namespace hw::io
