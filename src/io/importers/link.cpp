// SPDX-License-Identifier: MIT
// A link with its data (io/packed), in the project's own form, rounded.
#include "core/number_text.h"
#include "io/importers/forms.h"
#include "io/packed/content.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

NodeId linkOf(const Tree& tree) {
    const NodeId link = tree.find(Tree::root, linkKey);
    return tree.is(link, Kind::object) ? link : none;
}

bool sniff(const Tree& tree) { return linkOf(tree) != none; }

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    const NodeId link = linkOf(tree);
    const auto number = [&](std::string_view key) {
        const NodeId node = tree.find(link, key);
        return tree.is(node, Kind::number) ? tree.number(node) : 0.0;
    };
    const double bound = number("bound");
    const double ranks = number("ranks");
    const double left = number("leftOut");
    const double fusion = number("fusion");
    if (auto done = headwatersImporter.convert(tree, options, document); !done) return done;
    const auto known = static_cast<std::uint32_t>(left >= 0 && left < 4e9 ? left : 0);
    const bool isKnown = fusion >= 0 && fusion < static_cast<double>(every<HeadFusion>().size());
    const auto chosen = static_cast<HeadFusion>(isKnown ? static_cast<int>(fusion) : 0);
    std::string lines;
    for (const std::string& line : leftOutLines(known, chosen))
        lines += (lines.empty() ? "" : "; ") + line;
    std::string said =
        formatText("Links contain rounded numbers, so bars are off by at most {}."_tr,
                   {inLanguage(numberText(bound))});
    if (ranks > 0)
        said += ' ' + formatText("Rank correlations with scores are off by at most {}."_tr,
                                 {inLanguage(numberText(ranks))});
    if (!lines.empty()) said += ' ' + formatText("The link lacks {}."_tr, {lines});
    // Only one message, since a phone's first screen has to show the figure, too.
    document.warnings.push_back(
        {Code::badNumber, "", said, "If you need more, ask for the file."_tr, std::nullopt});
    return {};
}

}  // namespace

const Importer linkImporter{"link", sniff, convert};

}  // namespace hw::io
