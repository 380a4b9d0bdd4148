// SPDX-License-Identifier: MIT
// The table of forms. A new form needs a file in importers/, its name in forms.h and its entry in table.cpp.
#pragma once

#include <span>
#include <string_view>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

struct Importer {
    std::string_view name;  ///< Document::form
    /// Whether the tree has this form. Checks only keys and kinds of nodes, so it is cheap.
    bool (*sniff)(const Tree& tree);
    /// Makes the document's examples. May move values out of the tree.
    Result<void> (*convert)(Tree& tree, const OpenOptions& options, Document& document);
};

/// All forms, the most specific first.
std::span<const Importer> importers();

/// Whether any importer recognises the tree.
bool isKnownForm(const Tree& tree);

/// Finds the importer and runs it, then checks the result. `document.name` is already set.
Result<void> importTree(Tree& tree, const OpenOptions& options, Document& document);

}  // namespace hw::io
