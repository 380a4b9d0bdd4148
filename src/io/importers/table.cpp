// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "io/foreign/foreign.h"
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/meaning/pictures.h"
#include "io/tree/number_format.h"
#include "io/values/check.h"
#include "io/values/padding.h"
#include "io/values/resize.h"
#include "io/values/scores.h"

namespace hw::io {

namespace {

// A saved analysis contains warnings that its numbers give again.
void dropRepeated(std::vector<Problem>& warnings) {
    std::vector<Problem> kept;
    for (Problem& one : warnings) {
        if (std::ranges::none_of(kept, [&](const Problem& k) { return k.finding == one.finding; }))
            kept.push_back(std::move(one));
    }
    warnings = std::move(kept);
}

// Arrays that the user chose by name are used, whatever else the file looks like.
bool takes(const Importer& importer, const Tree& tree, const OpenOptions& options) {
    if (options.layersFrom.empty() || !tree.is(Tree::root, Kind::object))
        return importer.sniff(tree);
    return &importer == &importers().back();
}

}  // namespace

std::span<const Importer> importers() {
    // The most specific first. huggingFaceImporter accepts all attention under a usual key, namedLayersImporter all
    // arrays that could be attention.
    static const std::array table = {
        linkImporter,           savedImporter,       headwatersImporter,
        bertvizImporter,        exbertImporter,      transformerExplainerImporter,
        transformersJsImporter, circuitsvisImporter, litImporter,
        notebookImporter,       huggingFaceImporter, namedLayersImporter};
    return table;
}

bool isKnownForm(const Tree& tree) {
    // Not by arrays of any name, since scripts of pages have those, too.
    return std::ranges::any_of(importers().first(importers().size() - 1),
                               [&](const Importer& each) { return each.sniff(tree); });
}

Result<void> importTree(Tree& tree, const OpenOptions& options, Document& document) {
    for (const Importer& importer : importers()) {
        if (!takes(importer, tree, options)) continue;
        document.form = std::string(importer.name);
        for (const Tree::Block& block : tree.blocks) {
            if (block.shape.rank > 1 && !block.dropped) document.nulls += block.nulls;
        }
        auto done = importer.convert(tree, options, document);
        // Square arrays that are not attention. The code below reports the actual content.
        const bool isNone = &importer == &importers().back() && options.layersFrom.empty() &&
                            !done && done.error().code == Code::notRecognised &&
                            done.error().choices.empty();
        if (isNone) break;
        if (!done) return done;
        if (auto fine = limitTexts(document); !fine) return fine;
        addReadingWarnings(tree, document);
        addTypeWarnings(tree, document);
        giveTokens(options, document);
        findPictures(options, document);
        addChoiceWarnings(options, document);
        if (options.transposed) transposeMatrices(document);
        if (options.absolute) takeAbsolute(document);
        if (options.softmax) applySoftmax(document);
        leaveOutPadding(options, document);
        if (options.missingShare) addMissingShare(document);
        if (options.normaliseRows) normaliseRows(document);
        checkDocument(document);
        if (document.saved) dropRepeated(document.warnings);
        return {};
    }
    if (tree.find(Tree::root, "zarr_format") != none)
        return std::unexpected(*foreignEntry("zarr.json"));
    std::string keys;
    int shown = 0;
    for (NodeId child = tree.firstChild(Tree::root); child != none && shown < 6;
         child = tree.next(child), ++shown) {
        keys += (keys.empty() ? "" : ", ") + excerpt(tree.key(child), 24);
    }
    const std::string finding =
        keys.empty() ? "The file contains no attention weights."_tr
                     : formatText("No attention weights found. The file’s keys are: {}."_tr,
                                  {keys + (shown == 6 ? ", ..." : "")});
    return std::unexpected(
        Problem{Code::notRecognised, "", finding,
                "Save {\"tokens\": [...], \"attentions\": [layers [heads [rows [columns]]]]}."_tr,
                std::nullopt});
}

}  // namespace hw::io
