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

int itemsOf(Parts& parts) { return parts.allItems > 0 ? parts.allItems : mainOf(parts).batch; }

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
    if (const int all = itemsOf(parts); all > 1) {
        const std::string which = say("item {} of {}"_tr, {parts.firstItem + item + 1, all});
        example.title += example.title.empty() ? which : ", " + which;
    }
    document.examples.push_back(std::move(example));
}

}  // namespace

namespace {

void sayNotes(Parts& parts, Document& document) {
    for (auto* each : {&parts.self, &parts.decoder, &parts.cross, &parts.contributions}) {
        if (!*each) continue;
        for (Problem& note : (*each)->notes) document.warnings.push_back(std::move(note));
    }
}

void sayFused(const Weights& main, Document& document) {
    Problem warning{Code::badShape, main.place,
                    "The file has one matrix a layer: heads were already averaged (or there is "
                    "one layer and its heads are shown as layers)."_tr,
                    "To choose heads, save all of them: layers, heads, rows, columns."_tr,
                    std::nullopt};
    if (!main.otherAxes.empty()) {
        warning.offer = Offer::axes;
        warning.choices = main.otherAxes;
    }
    document.warnings.push_back(std::move(warning));
}

}  // namespace

Result<void> addExamples(Tree& tree, Parts& parts, const Example& base, const OpenOptions& options,
                         Document& document) {
    if (auto fits = fitParts(parts, options, document); !fits) return fits;
    const Weights& main = mainOf(parts);
    const int all = itemsOf(parts);
    if (options.batchItem >= all) {
        return std::unexpected(
            Problem{Code::badArgument, say("batch item {}"_tr, {options.batchItem}),
                    count(static_cast<std::uint64_t>(all),
                          "The batch has {} item.|The batch has {} items."_tr),
                    say("Choose one from 0 to {}."_tr, {all - 1}), std::nullopt});
    }
    if (parts.firstItem == 0) {
        if (all > 1 && options.batchItem < 0) {
            document.warnings.push_back({Code::badShape, main.place,
                                         say("The file holds a batch of {} inputs; each is an "
                                             "example of its own, and the first is shown."_tr,
                                             {all}),
                                         "Choose another one in the list of examples."_tr,
                                         std::nullopt});
        }
        if (parts.self && main.headsFused) sayFused(main, document);
        sayNotes(parts, document);
    }
    const int chosen = options.batchItem - parts.firstItem;
    for (int item = 0; item < main.batch; ++item) {
        if (options.batchItem >= 0 && item != chosen) continue;
        const bool last = options.batchItem >= 0 || item + 1 == main.batch;
        addItem(tree, parts, base, item, last, options, document);
    }
    return {};
}

namespace {

/// What is found under an object's keys, by role.
struct Finder {
    Tree& tree;
    NodeId object;
    const std::string& place;
    const OpenOptions& options;

    /// Reads a role, if it is there. `like`: attention that it belongs to and whose axes it has.
    Result<void> read(Role role, bool square, const TokenLists& tokens,
                      std::optional<Attention>& out,
                      const std::optional<Attention>& like = std::nullopt,
                      std::string_view globalKey = {}) const {
        const Found found = findRole(tree, object, role, place);
        if (found.empty()) return {};
        Clues clues = cluesOf(tokens, options);
        clues.square = square;
        if (like) clues.wanted = like->axes;
        clues.strict = clues.strict && square && !like;
        auto global = readGlobal(globalKey);
        if (!global) return std::unexpected(std::move(global.error()));
        auto attention = readFound(tree, found, clues, *global ? &**global : nullptr);
        if (!attention) return std::unexpected(std::move(attention.error()));
        out = std::move(*attention);
        return {};
    }

private:
    /// Longformer's weights from the tokens that look at all.
    Result<std::optional<Weights>> readGlobal(std::string_view key) const {
        const NodeId node = key.empty() ? none : tree.find(object, key);
        if (node == none || tree.is(node, Kind::null)) return std::nullopt;
        auto weights = readWeights(tree, node, under(place, key), Square::notRequired);
        if (!weights) return std::unexpected(std::move(weights.error()));
        return std::move(*weights);
    }
};

}  // namespace

Result<void> readAnalysis(Tree& tree, NodeId object, const std::string& place, const Example& base,
                          const OpenOptions& options, Document& document) {
    Stacks stacks;
    const Finder find{tree, object, place, options};
    TokenLists plain = findTokens(tree, object, place, tokenKeys);
    if (plain.items.empty()) {
        TokenLists any = anyTokens(tree, object, place);
        if (!any.items.empty()) plain = std::move(any);
    }
    const TokenLists ofEncoder = findTokens(tree, object, place, encoderTokenKeys);
    const TokenLists ofDecoder = findTokens(tree, object, place, decoderTokenKeys);
    std::optional<Attention> encoder;
    std::optional<Attention> encoderGradients;
    Result<void> done = find.read(Role::encoder, true, ofEncoder, encoder, std::nullopt,
                                  "encoder_global_attentions");
    if (done) done = find.read(Role::decoder, true, ofDecoder, stacks.decoder);
    if (done) done = find.read(Role::cross, false, ofDecoder, stacks.cross);
    if (done) done = find.read(Role::encoderGradients, false, ofEncoder, encoderGradients, encoder);
    if (done)
        done = find.read(Role::decoderGradients, false, ofDecoder, stacks.decoderGradients,
                         stacks.decoder);
    if (done)
        done =
            find.read(Role::crossGradients, false, ofDecoder, stacks.crossGradients, stacks.cross);
    if (done) done = find.read(Role::contributions, true, plain, stacks.contributions);
    if (!done) return done;
    const auto becomeSelf = [&stacks](std::optional<Attention>& attention,
                                      std::optional<Attention>& gradients) {
        stacks.self = std::move(attention);
        if (gradients) stacks.gradients = std::move(gradients);
        attention.reset();
        gradients.reset();
    };
    if (stacks.cross && (encoder || findRole(tree, object, Role::self, place).empty())) {
        done = find.read(Role::gradients, false, ofEncoder, stacks.gradients, encoder);
        if (!done) return done;
        becomeSelf(encoder, encoderGradients);
        stacks.tokens = ofEncoder;
        stacks.decoderTokens = ofDecoder;
        return addStacks(tree, stacks, base, options, document);
    }
    done = find.read(Role::self, true, plain, stacks.self, std::nullopt, "global_attentions");
    if (done) done = find.read(Role::gradients, false, plain, stacks.gradients, stacks.self);
    if (!done) return done;
    stacks.tokens = plain;
    if (!stacks.self && encoder) {
        becomeSelf(encoder, encoderGradients);
        stacks.tokens = ofEncoder.items.empty() ? plain : ofEncoder;
    } else if (!stacks.self && stacks.decoder) {
        becomeSelf(stacks.decoder, stacks.decoderGradients);
        stacks.tokens = ofDecoder.items.empty() ? plain : ofDecoder;
    }
    if (stacks.cross) {
        document.warnings.push_back(
            {Code::badShape, stacks.cross->sets[0].place,
             "The cross-attention is left out: it is not said whether the other attention is the "
             "encoder's or the decoder's."_tr,
             "Save it under encoder_attentions or decoder_attentions."_tr, std::nullopt});
    }
    stacks.decoder.reset();
    stacks.cross.reset();
    stacks.decoderGradients.reset();
    stacks.crossGradients.reset();
    if (!stacks.self && !stacks.contributions) {
        return std::unexpected(Problem{Code::notRecognised, place, "There is no attention here."_tr,
                                       "Attention stands under the key `attentions`."_tr,
                                       std::nullopt});
    }
    return addStacks(tree, stacks, base, options, document);
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
            found.unnamed = found.unnamed || tree.key(child).starts_with("arr_");
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

Result<Attention> readFound(Tree& tree, const Found& found, const Clues& clues,
                            const Weights* global) {
    if (!found.perLayer) {
        auto nest = readNest(tree, found.nodes[0], found.places[0]);
        if (!nest) return std::unexpected(std::move(nest.error()));
        return interpret(tree, *nest, clues, global);
    }
    auto nest = readNest(tree, found.nodes, found.places);
    if (!nest) return std::unexpected(std::move(nest.error()));
    // Arrays without names may be inputs as well as layers.
    const bool inputs = found.unnamed && (nest->kind == Nest::Kind::list || nest->shape.rank > 5 ||
                                          clues.texts.size() == found.nodes.size());
    if (inputs || clues.strict) return interpret(tree, *nest, clues, global);
    return interpretLayers(tree, *nest, clues.square, global);
}

}  // namespace hw::io
