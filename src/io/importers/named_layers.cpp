// SPDX-License-Identifier: MIT
// Arrays under names of their makers' own: activation caches (TransformerLens, nnsight), Flax's intermediates, dictionaries
// of hooks. What they are called says nothing; that they are equal but for a number does (io/names/layer_names.h).
#include "io/importers/forms.h"
#include "io/meaning/example_fields.h"
#include "io/names/layer_names.h"

namespace hw::io {

namespace {

bool sniff(const Tree& tree) { return hasNamedLayers(tree, Tree::root); }

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    return readAnalysisAndFields(tree, Tree::root, "", options, document);
}

}  // namespace

const Importer namedLayersImporter{"named", sniff, convert};

}  // namespace hw::io
