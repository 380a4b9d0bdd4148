// SPDX-License-Identifier: MIT
// Outputs of transformers.js and ONNX Runtime, as JSON.stringify writes their tensors. They are {dims, type, data} with
// data as a list or as {"0": ..., "1": ...}, or {ort_tensor: {cpuData, dims}}, under attentions.0,
// decoder_attentions.0, encoder_attentions.0, cross_attentions.0, ..., or in lists.
#include "io/axes/pieces.h"
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/meaning/example_fields.h"

namespace hw::io {

namespace {

bool sniff(const Tree& tree) {
    if (!tree.is(Tree::root, Kind::object)) return false;
    for (NodeId child = tree.firstChild(Tree::root); child != none; child = tree.next(child)) {
        if (meaningOf(tree.key(child)).role == Role::unknown) continue;
        // A single one, a list of layers, or generate()'s list of steps of them.
        NodeId inner = child;
        for (int depth = 0; depth < 3 && inner != none; ++depth) {
            if (isTensor(tree, inner)) return true;
            inner = tree.is(inner, Kind::array) ? tree.firstChild(inner) : none;
        }
    }
    return false;
}

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    return readAnalysisAndFields(tree, Tree::root, "", options, document);
}

}  // namespace

const Importer transformersJsImporter{"transformersjs", sniff, convert};

}  // namespace hw::io
