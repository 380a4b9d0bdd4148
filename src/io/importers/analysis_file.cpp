// SPDX-License-Identifier: MIT
// An analysis that this program saved (io/write/analysis_file.h), in the project's own form, with the view on the screen.
#include "io/importers/forms.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

constexpr std::size_t longestWord = 300;
constexpr std::size_t longestView = std::size_t{64} << 10;  ///< limit for reading the URL

NodeId savedOf(const Tree& tree) {
    const NodeId saved = tree.find(Tree::root, "saved");
    return tree.is(saved, Kind::object) ? saved : none;
}

bool sniff(const Tree& tree) {
    return savedOf(tree) != none &&
           tree.string(tree.find(Tree::root, "format")).starts_with("headwaters/");
}

std::string textOf(const Tree& tree, NodeId object, std::string_view key) {
    const NodeId node = tree.find(object, key);
    return tree.is(node, Kind::string) ? std::string(tree.string(node)) : std::string();
}

// Warnings about the original file, since some of their causes cannot be seen in the numbers any more.
void readWarnings(const Tree& tree, NodeId list, Document& document) {
    constexpr std::size_t most = 100;
    for (const NodeId each : tree.children(list)) {
        if (document.warnings.size() == most) break;
        Problem warning;
        warning.code = Code::badNumber;
        warning.place = excerpt(textOf(tree, each, "place"), longestWord);
        warning.finding = excerpt(textOf(tree, each, "finding"), longestWord);
        warning.remedy = excerpt(textOf(tree, each, "remedy"), longestWord);
        if (!warning.finding.empty()) document.warnings.push_back(std::move(warning));
    }
}

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    const NodeId saved = savedOf(tree);
    readWarnings(tree, tree.find(saved, "warnings"), document);
    if (auto done = headwatersImporter.convert(tree, options, document); !done) return done;
    const auto word = [&](std::string_view key) {
        return excerpt(textOf(tree, saved, key), longestWord);
    };
    document.saved = {word("program"), word("address"), word("time"), textOf(tree, saved, "view")};
    std::string& view = document.saved->view;
    if (view.size() <= longestView) return {};
    view.clear();
    document.warnings.push_back({Code::tooLarge, "saved.view",
                                 "The saved view is too long and was ignored."_tr, "",
                                 std::nullopt});
    return {};
}

}  // namespace

const Importer savedImporter{"saved", sniff, convert};

}  // namespace hw::io
