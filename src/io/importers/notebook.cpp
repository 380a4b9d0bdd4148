// SPDX-License-Identifier: MIT
// A Jupyter notebook (.ipynb) in which BertViz or CircuitsVis drew. Their page or script is text in a cell's output.
// Uses the first output with attention.
#include "io/importers/forms.h"
#include "io/readers/reader.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

bool sniff(const Tree& tree) {
    return tree.find(Tree::root, "nbformat") != none &&
           tree.is(tree.find(Tree::root, "cells"), Kind::array);
}

// Texts are stored whole or as a list of lines.
std::string joined(const Tree& tree, NodeId node) {
    if (tree.is(node, Kind::string)) return std::string(tree.string(node));
    std::string text;
    for (const NodeId line :
         tree.is(node, Kind::array) ? tree.children(node) : std::vector<NodeId>{}) {
        text += tree.string(line);
    }
    return text;
}

Result<Tree> search(const Tree& tree) {
    for (const NodeId cell : tree.children(tree.find(Tree::root, "cells"))) {
        for (const NodeId output : tree.children(tree.find(cell, "outputs"))) {
            const NodeId data = tree.find(output, "data");
            for (const NodeId form :
                 tree.is(data, Kind::object) ? tree.children(data) : std::vector<NodeId>{}) {
                const std::string text = joined(tree, form);
                if (text.find('{') == std::string::npos) continue;
                const auto reader = makeScriptReader({.isKnown = isKnownForm}, true);
                if (!reader->push(text)) continue;
                if (auto found = reader->finish()) return found;
            }
        }
    }
    return std::unexpected(
        Problem{Code::notRecognised, "", "No output of this notebook contains attention."_tr,
                "Run its BertViz or CircuitsVis cells and save the outputs."_tr, std::nullopt});
}

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    auto found = search(tree);
    if (!found) return std::unexpected(found.error());
    for (const Importer& importer : importers()) {
        if (importer.name == "notebook" || !importer.sniff(*found)) continue;
        return importer.convert(*found, options, document);
    }
    return std::unexpected(Problem{
        Code::internal, "", "The notebook's data changed while reading."_tr, "", std::nullopt});
}

}  // namespace

const Importer notebookImporter{"notebook", sniff, convert};

}  // namespace hw::io
