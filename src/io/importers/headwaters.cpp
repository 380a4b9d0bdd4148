// SPDX-License-Identifier: MIT
// The project's own form, headwaters/1, with one analysis, many (`examples`), or an encoder-decoder.
#include "io/importers/forms.h"
#include "io/meaning/analysis.h"
#include "io/meaning/example_fields.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

bool sniff(const Tree& tree) {
    return tree.string(tree.find(Tree::root, "format")).starts_with("headwaters/") ||
           tree.is(tree.find(Tree::root, "examples"), Kind::array) ||
           (tree.is(tree.find(Tree::root, "decoder"), Kind::object) &&
            tree.find(tree.find(Tree::root, "cross"), "attentions") != none);
}

// encoder: {tokens, attentions, gradients}, decoder: {...}, cross: {attentions, gradients}. Without an encoder, the
// other keys next to decoder and cross belong to it.
Result<void> readEncoderDecoder(Tree& tree, NodeId object, const std::string& place,
                                const Example& base, const OpenOptions& options,
                                Document& document) {
    Parts parts;
    const NodeId named = tree.find(object, "encoder");
    const NodeId encoder = named != none ? named : object;
    const std::string encoderPlace = named != none ? under(place, "encoder") : place;
    const NodeId decoder = tree.find(object, "decoder");
    const NodeId cross = tree.find(object, "cross");
    const auto read = [&](NodeId part, const std::string& where, Square square,
                          std::optional<Weights>& attentions,
                          std::optional<Weights>& gradients) -> Result<void> {
        for (const auto& [key, out] :
             {std::pair{"attentions", &attentions}, std::pair{"gradients", &gradients}}) {
            const NodeId node = tree.find(part, key);
            if (node == none) continue;
            auto weights = readWeights(tree, node, under(where, key), square);
            if (!weights) return std::unexpected(weights.error());
            *out = std::move(*weights);
        }
        return {};
    };
    if (const NodeId given = tree.find(object, "contributions"); given != none) {
        auto weights = readWeights(tree, given, under(place, "contributions"), Square::required);
        if (!weights) return std::unexpected(weights.error());
        parts.contributions = std::move(*weights);  // dropped, with a warning
    }
    Result<void> done = read(encoder, encoderPlace, Square::required, parts.self, parts.gradients);
    if (done)
        done = read(decoder, under(place, "decoder"), Square::required, parts.decoder,
                    parts.decoderGradients);
    if (done)
        done = read(cross, under(place, "cross"), Square::notRequired, parts.cross,
                    parts.crossGradients);
    if (!done) return done;
    if (!parts.cross) {
        return std::unexpected(
            problemAt(Code::badShape, place, tree.byte(object),
                      "An encoder-decoder analysis needs `cross.attentions`."_tr,
                      "Save it, or put `attentions` next to `tokens` if there is no decoder."_tr));
    }
    const NodeId encoderTokens = tree.find(encoder, "tokens");
    const NodeId decoderTokens = tree.find(decoder, "tokens");
    if (encoderTokens != none)
        parts.tokens = readTokens(tree, encoderTokens, under(encoderPlace, "tokens"));
    if (decoderTokens != none)
        parts.decoderTokens = readTokens(tree, decoderTokens, under(place, "decoder.tokens"));
    return addExamples(tree, parts, base, options, document);
}

Result<void> readOne(Tree& tree, NodeId object, const std::string& place, const Example& base,
                     const OpenOptions& options, Document& document) {
    const std::size_t before = document.examples.size();
    const bool joined = tree.is(tree.find(object, "encoder"), Kind::object) ||
                        tree.is(tree.find(object, "cross"), Kind::object);
    auto done = joined ? readEncoderDecoder(tree, object, place, base, options, document)
                       : readAnalysis(tree, object, place, base, options, document);
    if (!done) return done;
    readExampleFields(tree, object, place, before, options, document);
    return {};
}

Result<void> convert(Tree& tree, const OpenOptions& options, Document& document) {
    const NodeId format = tree.find(Tree::root, "format");
    if (tree.is(format, Kind::string) && tree.string(format).starts_with("headwaters/") &&
        tree.string(format) != "headwaters/1") {
        return std::unexpected(
            problemAt(Code::notRecognised, "format", tree.byte(format),
                      formatText("The format is {}, but this program reads headwaters/1."_tr,
                                 {excerpt(tree.string(format))}),
                      "Use a newer version of this program."_tr));
    }
    const NodeId list = tree.find(Tree::root, "examples");
    if (!tree.is(list, Kind::array)) return readOne(tree, Tree::root, "", {}, options, document);
    Example shared;
    shared.model = std::string(tree.string(tree.find(Tree::root, "model")));
    shared.source = std::string(tree.string(tree.find(Tree::root, "source")));
    const std::vector<NodeId> examples = tree.children(list);
    if (options.example >= static_cast<int>(examples.size()) || examples.empty()) {
        return std::unexpected(Problem{
            Code::badArgument, "examples",
            count(examples.size(), "The file has {} example.|The file has {} examples."_tr),
            examples.empty() ? "Choose a file with at least one."_tr
                             : formatText("Choose one from 0 to {}."_tr, {examples.size() - 1}),
            std::nullopt});
    }
    for (std::size_t i = 0; i < examples.size(); ++i) {
        if (options.example >= 0 && static_cast<int>(i) != options.example) continue;
        if (auto done = readOne(tree, examples[i], at("examples", i), shared, options, document);
            !done)
            return done;
    }
    return {};
}

}  // namespace

const Importer headwatersImporter{"headwaters", sniff, convert};

}  // namespace hw::io
