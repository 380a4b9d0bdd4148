// SPDX-License-Identifier: MIT
// The output of output_attentions=True, written with json.dump, as nested lists under `attentions`, alone or next to
// tokens, or only the nested lists. Also NumPy and safetensors files, whose arrays have the same names.
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/meaning/example_fields.h"

namespace hw::io {

namespace {

bool sniff(const Tree& tree) {
    if (tree.is(Tree::root, Kind::numbers) || tree.is(Tree::root, Kind::array)) return true;
    for (NodeId child = tree.is(Tree::root, Kind::object) ? tree.firstChild(Tree::root) : none;
         child != none; child = tree.next(child)) {
        const Kind kind = tree.kind(child);
        const bool container = kind == Kind::numbers || kind == Kind::array ||
                               kind == Kind::object || kind == Kind::null;
        const std::string_view key = tree.key(child);
        if (container && (isWeights(key) || meaningOf(key).role == Role::contributions))
            return true;
    }
    return false;
}

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    if (!tree.is(Tree::root, Kind::object)) {
        auto nest = readNest(tree, Tree::root, "");
        if (!nest) return std::unexpected(std::move(nest.error()));
        auto attention = interpret(tree, *nest, cluesOf({}, options));
        if (!attention) return std::unexpected(std::move(attention.error()));
        Stacks stacks;
        stacks.self = std::move(*attention);
        return addStacks(tree, stacks, {}, options, document);
    }
    return readAnalysisAndFields(tree, Tree::root, "", options, document);
}

}  // namespace

const Importer huggingFaceImporter{"huggingface", sniff, convert};

}  // namespace hw::io
