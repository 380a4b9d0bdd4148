// SPDX-License-Identifier: MIT
// exBERT (github.com/bhoov/exbert), answers of its server, {status, payload: {aa: {att[H][N][N], left: [{text}],
// right}}}, or only the payload. One layer each.
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"

namespace hw::io {

namespace {

struct Place {
    NodeId node = none;
    std::string text;
};

Place locate(const Tree& tree) {
    if (const NodeId node = tree.find(Tree::root, "payload", "aa"); node != none)
        return {node, "payload.aa"};
    return {tree.find(Tree::root, "aa"), "aa"};
}

bool sniff(const Tree& tree) { return tree.find(locate(tree).node, "att") != none; }

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    const Place place = locate(tree);
    auto weights = readWeights(tree, tree.find(place.node, "att"), place.text + ".att",
                               Square::required, FirstOfThree::heads);
    if (!weights) return std::unexpected(weights.error());
    Parts parts;
    parts.self = std::move(*weights);
    parts.tokens = readTokens(tree, tree.find(place.node, "left"), place.text + ".left");
    return addExamples(tree, parts, {}, options, document);
}

}  // namespace

const Importer exbertImporter{"exbert", sniff, convert};

}  // namespace hw::io
