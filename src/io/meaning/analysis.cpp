// SPDX-License-Identifier: MIT
#include "io/meaning/analysis.h"

#include <map>

#include "io/meaning/fit_parts.h"
#include "io/tree/words.h"

namespace hw::io {

namespace {

constexpr std::string_view tokenKeys[] = {
    "tokens",     "token_strings", "str_tokens", "input_tokens", "tokens_str", "all_tokens",
    "token_strs", "left_text",     "input_ids",  "token_ids",    "tokenIds"};
constexpr std::string_view encoderTokenKeys[] = {
    "encoder_tokens",       "encoder_text", "src_tokens", "source_tokens",
    "encoder_input_tokens", "tokens",       "input_ids"};
constexpr std::string_view decoderTokenKeys[] = {"decoder_tokens",       "decoder_text",
                                                 "tgt_tokens",           "target_tokens",
                                                 "decoder_input_tokens", "decoder_input_ids"};

// LIT names token fields freely, but they begin alike: tokens_sentence, tokens_premise.
TokenLists anyTokens(const Tree& tree, NodeId object, const std::string& place) {
    for (NodeId child = tree.firstChild(object); child != none; child = tree.next(child)) {
        const std::string_view key = tree.key(child);
        if (!key.starts_with("tokens") && !key.ends_with("tokens")) continue;
        TokenLists lists = readTokens(tree, child, under(place, key));
        if (!lists.items.empty() && !lists.items[0].empty()) return lists;
    }
    return {};
}

/// What says how many items and tokens there are.
Weights& mainOf(Parts& parts) {
    return parts.self ? *parts.self : parts.cross ? *parts.cross : *parts.contributions;
}

void addItem(Tree& tree, Parts& parts, const Example& base, int item, bool last,
             const OpenOptions& options, Document& document) {
    Example example = base;
    const Keep keep{options.averageHeads, options.halfWeights};
    const std::size_t index = item;
    const std::size_t n = mainOf(parts).keys;
    example.tokensAreNumbered = !setTokens(example.tokens, parts.tokens, index, n, document);
    if (parts.self) example.attentions = takeItem(tree, *parts.self, item, last, keep);
    if (parts.gradients) example.gradients = takeItem(tree, *parts.gradients, item, last);
    if (parts.contributions) {
        example.contributions = takeItem(tree, *parts.contributions, item, last);
        example.contributions.kind = MatrixKind::contributions;
    }
    if (parts.cross) {
        Decoder decoder;
        const std::size_t rows = parts.cross->queries;
        setTokens(decoder.tokens, parts.decoderTokens, index, rows, document);
        decoder.cross = takeItem(tree, *parts.cross, item, last, keep);
        if (parts.decoder) decoder.attentions = takeItem(tree, *parts.decoder, item, last, keep);
        if (parts.decoderGradients)
            decoder.gradients = takeItem(tree, *parts.decoderGradients, item, last);
        if (parts.crossGradients)
            decoder.crossGradients = takeItem(tree, *parts.crossGradients, item, last);
        noteGradients(decoder.attentions, decoder.gradients);
        noteGradients(decoder.cross, decoder.crossGradients);
        example.decoder = std::move(decoder);
    }
    noteGradients(example.attentions, example.gradients);
    if (const int batch = mainOf(parts).batch; batch > 1) {
        const std::string which = say("item {} of {}"_tr, {item + 1, batch});
        example.title += example.title.empty() ? which : ", " + which;
    }
    document.examples.push_back(std::move(example));
}

}  // namespace

Result<void> addExamples(Tree& tree, Parts& parts, const Example& base, const OpenOptions& options,
                         Document& document) {
    if (auto fits = fitParts(parts, options, document); !fits) return fits;
    const Weights& main = mainOf(parts);
    const int batch = main.batch;
    if (options.batchItem >= batch) {
        return std::unexpected(
            Problem{Code::badArgument, say("batch item {}"_tr, {options.batchItem}),
                    count(static_cast<std::uint64_t>(batch),
                          "The batch has {} item.|The batch has {} items."_tr),
                    say("Choose one from 0 to {}."_tr, {batch - 1}), std::nullopt});
    }
    if (batch > 1 && options.batchItem < 0) {
        document.warnings.push_back({Code::badShape, main.place,
                                     say("The file holds a batch of {} inputs; each is an example "
                                         "of its own, and the first "
                                         "is shown."_tr,
                                         {batch}),
                                     "Choose another one in the list of examples."_tr,
                                     std::nullopt});
    }
    if (parts.self && main.headsFused) {
        document.warnings.push_back(
            {Code::badShape, main.place,
             "The file has one matrix a layer: heads were already averaged (or there is "
             "one layer and its heads are shown as layers)."_tr,
             "To choose heads, save all of them: layers, heads, rows, columns."_tr, std::nullopt});
    }
    const int first = options.batchItem < 0 ? 0 : options.batchItem;
    const int end = options.batchItem < 0 ? batch : first + 1;
    for (int item = first; item < end; ++item) {
        addItem(tree, parts, base, item, item + 1 == end, options, document);
    }
    return {};
}

Result<void> readAnalysis(Tree& tree, NodeId object, const std::string& place, const Example& base,
                          const OpenOptions& options, Document& document) {
    Parts parts;
    const auto read = [&](Role role, Square square, std::optional<Weights>& out) -> Result<void> {
        const Found found = findRole(tree, object, role, place);
        if (found.empty()) return {};
        auto weights = readFound(tree, found, square);
        if (!weights) return std::unexpected(weights.error());
        out = std::move(*weights);
        return {};
    };
    std::optional<Weights> encoder;
    std::optional<Weights> encoderGradients;
    Result<void> done = read(Role::encoder, Square::required, encoder);
    if (done) done = read(Role::decoder, Square::required, parts.decoder);
    if (done) done = read(Role::cross, Square::notRequired, parts.cross);
    if (done) done = read(Role::gradients, Square::notRequired, parts.gradients);
    if (done) done = read(Role::encoderGradients, Square::notRequired, encoderGradients);
    if (done) done = read(Role::decoderGradients, Square::notRequired, parts.decoderGradients);
    if (done) done = read(Role::crossGradients, Square::notRequired, parts.crossGradients);
    if (done) done = read(Role::contributions, Square::required, parts.contributions);
    if (!done) return done;
    const auto becomeSelf = [&parts](std::optional<Weights>& weights,
                                     std::optional<Weights>& gradients) {
        parts.self = std::move(weights);
        if (gradients) parts.gradients = std::move(gradients);
        weights.reset();
        gradients.reset();
    };
    if (parts.cross && (encoder || findRole(tree, object, Role::self, place).empty())) {
        becomeSelf(encoder, encoderGradients);
        parts.tokens = findTokens(tree, object, place, encoderTokenKeys);
        parts.decoderTokens = findTokens(tree, object, place, decoderTokenKeys);
        return addExamples(tree, parts, base, options, document);
    }
    if (done = read(Role::self, Square::required, parts.self); !done) return done;
    parts.tokens = findTokens(tree, object, place, tokenKeys);
    if (!parts.self && encoder) {
        becomeSelf(encoder, encoderGradients);
        parts.tokens = findTokens(tree, object, place, encoderTokenKeys);
    } else if (!parts.self && parts.decoder) {
        becomeSelf(parts.decoder, parts.decoderGradients);
        parts.tokens = findTokens(tree, object, place, decoderTokenKeys);
        if (parts.tokens.items.empty()) parts.tokens = findTokens(tree, object, place, tokenKeys);
    }
    if (parts.cross) {
        document.warnings.push_back(
            {Code::badShape, parts.cross->place,
             "The cross-attention is left out: it is not said whether the other attention is the "
             "encoder's or the decoder's."_tr,
             "Save it under encoder_attentions or decoder_attentions."_tr, std::nullopt});
    }
    parts.decoder.reset();
    parts.cross.reset();
    parts.decoderGradients.reset();
    parts.crossGradients.reset();
    if (!parts.self && !parts.contributions) {
        return std::unexpected(Problem{Code::notRecognised, place, "There is no attention here."_tr,
                                       "Attention stands under the key `attentions`."_tr,
                                       std::nullopt});
    }
    if (parts.tokens.items.empty()) {
        TokenLists any = anyTokens(tree, object, place);
        if (!any.items.empty()) parts.tokens = std::move(any);
    }
    return addExamples(tree, parts, base, options, document);
}

Found findRole(const Tree& tree, NodeId object, Role role, const std::string& place) {
    Found found;
    NodeId whole = none;
    std::map<int, NodeId> layers;  // in order of their numbers; a later key of the same name wins
    if (!tree.is(object, Kind::object)) return found;
    for (NodeId child = tree.firstChild(object); child != none; child = tree.next(child)) {
        const KeyMeaning meaning = meaningOf(tree.key(child));
        if (meaning.role != role) continue;
        const Kind kind = tree.kind(child);
        if (kind == Kind::string || kind == Kind::number || kind == Kind::boolean) continue;
        if (meaning.layer < 0) {
            whole = child;
        } else {
            layers[meaning.layer] = child;
        }
    }
    if (whole != none) {
        found.nodes.push_back(whole);
        found.places.push_back(under(place, tree.key(whole)));
    } else {
        found.perLayer = !layers.empty();
        for (const auto& [layer, node] : layers) {
            found.nodes.push_back(node);
            found.places.push_back(under(place, tree.key(node)));
        }
    }
    return found;
}

Result<Weights> readFound(Tree& tree, const Found& found, Square square, FirstOfThree first) {
    if (found.perLayer) return readLayers(tree, found.nodes, found.places, square);
    return readWeights(tree, found.nodes[0], found.places[0], square, first);
}

}  // namespace hw::io
