// SPDX-License-Identifier: MIT
// Arrays under names that their makers chose, such as activation caches (TransformerLens, nnsight), Flax's
// intermediates, dictionaries of hooks. The names mean nothing, but names that are equal except for a number do
// (io/names/layer_names.h).
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
