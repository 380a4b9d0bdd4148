// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "io/foreign/foreign.h"
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/meaning/pictures.h"
#include "io/tree/words.h"
#include "io/values/check.h"
#include "io/values/padding.h"
#include "io/values/scores.h"

namespace hw::io {

namespace {

// A saved analysis brings warnings along that its numbers give again.
void dropRepeated(std::vector<Problem>& warnings) {
    std::vector<Problem> kept;
    for (Problem& one : warnings) {
        if (std::ranges::none_of(kept, [&](const Problem& k) { return k.finding == one.finding; }))
            kept.push_back(std::move(one));
    }
    warnings = std::move(kept);
}

}  // namespace

std::span<const Importer> importers() {
    // The most particular first: huggingFaceImporter takes whatever has attention under a usual key.
    static const std::array table = {
        linkImporter,           savedImporter,       headwatersImporter,
        bertvizImporter,        exbertImporter,      transformerExplainerImporter,
        transformersJsImporter, circuitsvisImporter, litImporter,
        notebookImporter,       huggingFaceImporter};
    return table;
}

bool isKnownForm(const Tree& tree) {
    return std::ranges::any_of(importers(), [&](const Importer& each) { return each.sniff(tree); });
}

Result<void> importTree(Tree& tree, const OpenOptions& options, Document& document) {
    for (const Importer& importer : importers()) {
        if (!importer.sniff(tree)) continue;
        document.form = std::string(importer.name);
        for (const Tree::Block& block : tree.blocks) {
            if (block.shape.rank > 1 && !block.dropped) document.nulls += block.nulls;
        }
        auto done = importer.convert(tree, options, document);
        if (!done) return done;
        if (auto fine = limitTexts(document); !fine) return fine;
        addReadingWarnings(tree, document);
        addTypeWarnings(tree, document);
        giveTokens(options, document);
        findPictures(options, document);
        tellChoices(options, document);
        if (options.softmax) applySoftmax(document);
        leaveOutPadding(options, document);
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
        keys.empty()
            ? "The file can be read, but holds no attention weights."_tr
            : say("The file can be read, but no attention weights were found; its keys are {}."_tr,
                  {keys + (shown == 6 ? ", ..." : "")});
    return std::unexpected(
        Problem{Code::notRecognised, "", finding,
                "Save {\"tokens\": [...], \"attentions\": [layers [heads [rows [columns]]]]}."_tr,
                std::nullopt});
}

}  // namespace hw::io
