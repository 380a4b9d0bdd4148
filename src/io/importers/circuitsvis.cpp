// SPDX-License-Identifier: MIT
// CircuitsVis (github.com/TransformerLensOrg/CircuitsVis): one layer's heads,
//   {tokens, attention[H][destination][source], attentionHeadNames, maskUpperTri}
// or a single pattern attention[destination][source]. People also put heads of all layers into one list and name them
// L0H0, L0H1, ... The names then separate the layers again.
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

bool sniff(const Tree& tree) {
    const NodeId attention = tree.find(Tree::root, "attention");
    if (!tree.is(attention, Kind::numbers) || tree.find(Tree::root, "tokens") == none) return false;
    const int rank = tree.shape(attention).rank;
    return rank == 2 || rank == 3;
}

// Reads "L3H11". False for any other form.
bool readName(std::string_view name, int& layer, int& head) {
    const auto number = [&](char letter, int& out) {
        if (name.empty() || name[0] != letter) return false;
        name.remove_prefix(1);
        std::size_t digits = 0;
        out = 0;
        while (digits < name.size() && digits < 4 && name[digits] >= '0' && name[digits] <= '9') {
            out = out * 10 + (name[digits++] - '0');
        }
        name.remove_prefix(digits);
        return digits > 0;
    };
    return number('L', layer) && number('H', head) && name.empty();
}

// The number of layers in the names, if they list them one after the other, else 1.
int layersByName(const Tree& tree, int heads) {
    const std::vector<NodeId> names = tree.children(tree.find(Tree::root, "attentionHeadNames"));
    if (static_cast<int>(names.size()) != heads || heads == 0) return 1;
    int perLayer = 0;
    for (int i = 0; i < heads; ++i) {
        int layer = 0;
        int head = 0;
        if (!readName(tree.string(names[i]), layer, head)) return 1;
        if (layer == 0 && head == i) perLayer = i + 1;
        if (perLayer == 0 || layer != i / perLayer || head != i % perLayer) return 1;
    }
    return heads % perLayer == 0 ? heads / perLayer : 1;
}

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    const NodeId attention = tree.find(Tree::root, "attention");
    auto weights = readWeights(tree, attention, "attention", Square::required, FirstOfThree::heads);
    if (!weights) return std::unexpected(weights.error());
    weights->headsFused = false;
    if (const int layers = layersByName(tree, weights->heads); layers > 1) {
        const Slice whole = weights->slices[0];
        weights->layers = layers;
        weights->heads /= layers;
        const std::size_t each = whole.count / layers;
        weights->slices.clear();
        for (int i = 0; i < layers; ++i) {
            weights->slices.push_back({whole.pool, whole.offset + i * each, each});
        }
        document.warnings.push_back(
            {Code::badShape, "attentionHeadNames",
             count(
                 static_cast<std::uint64_t>(layers),
                 "By their names, the heads form {} layer.|By their names, the heads form {} layers."_tr),
             "If this is one layer, rename its heads."_tr, std::nullopt});
    }
    Parts parts;
    parts.self = std::move(*weights);
    parts.tokens = readTokens(tree, tree.find(Tree::root, "tokens"), "tokens");
    return addExamples(tree, parts, {}, options, document);
}

}  // namespace

const Importer circuitsvisImporter{"circuitsvis", sniff, convert};

}  // namespace hw::io
