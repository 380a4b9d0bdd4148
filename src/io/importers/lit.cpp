// SPDX-License-Identifier: MIT
// The Learning Interpretability Tool (pair-code.github.io/lit). It has a field [H][N][N] per layer, named
// layer_0/attention or attention_layer0, next to a tokens field, in one prediction or a list of them.
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/meaning/example_fields.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

bool hasLayers(const Tree& tree, NodeId object) {
    if (!tree.is(object, Kind::object)) return false;
    for (NodeId child = tree.firstChild(object); child != none; child = tree.next(child)) {
        const std::string_view key = tree.key(child);
        const KeyMeaning meaning = meaningOf(key);
        const bool named = key.find("layer") != std::string_view::npos;
        if (meaning.role == Role::self && meaning.layer >= 0 && named &&
            tree.is(child, Kind::numbers))
            return true;
    }
    return false;
}

bool hasAttention(const Tree& tree, NodeId object) {
    return tree.is(object, Kind::object) && !findRole(tree, object, Role::self, "").empty();
}

bool sniff(const Tree& tree) {
    if (tree.is(Tree::root, Kind::array)) {
        const NodeId first = tree.firstChild(Tree::root);
        return first != none && hasAttention(tree, first);
    }
    return hasLayers(tree, Tree::root);
}

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    if (!tree.is(Tree::root, Kind::array))
        return readAnalysisAndFields(tree, Tree::root, "", options, document);
    const std::vector<NodeId> list = tree.children(Tree::root);
    if (options.example >= static_cast<int>(list.size())) {
        return std::unexpected(
            Problem{Code::badArgument, formatText("example {}"_tr, {options.example}),
                    count(list.size(), "The file has {} example.|The file has {} examples."_tr),
                    formatText("Choose one from 0 to {}."_tr, {list.size() - 1}), std::nullopt});
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (options.example >= 0 && static_cast<int>(i) != options.example) continue;
        if (auto done = readAnalysisAndFields(tree, list[i], at("", i), options, document); !done)
            return done;
    }
    return {};
}

}  // namespace

const Importer litImporter{"lit", sniff, convert};

}  // namespace hw::io
