// SPDX-License-Identifier: MIT
#include "io/meaning/analysis.h"

#include <algorithm>
#include <map>
#include <utility>

#include "io/meaning/named_parts.h"
#include "io/tree/number_format.h"

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

// LIT names token fields freely, but with the same beginning, as in tokens_sentence, tokens_premise.
TokenLists anyTokens(const Tree& tree, NodeId object, const std::string& place) {
    for (NodeId child = tree.firstChild(object); child != none; child = tree.next(child)) {
        const std::string_view key = tree.key(child);
        if (!key.starts_with("tokens") && !key.ends_with("tokens")) continue;
        TokenLists lists = readTokens(tree, child, under(place, key));
        if (!lists.items.empty() && !lists.items[0].empty()) return lists;
    }
    return {};
}

/// The arrays under an object's keys, by role.
struct Finder {
    Tree& tree;
    NodeId object;
    const std::string& place;
    const OpenOptions& options;

    /// Reads a role, if it exists. `like` is the attention that it belongs to, and whose axes it has.
    Result<void> read(Role role, bool square, const TokenLists& tokens,
                      std::optional<Attention>& out,
                      const std::optional<Attention>& like = std::nullopt,
                      std::string_view globalKey = {}) const {
        const RoleNodes found = findRole(tree, object, role, place);
        if (found.empty()) return {};
        Clues clues = cluesOf(tokens, options);
        clues.square = square;
        if (like) clues.wanted = like->axes;
        clues.strict = clues.strict && square && !like;
        auto global = readGlobal(globalKey);
        if (!global) return std::unexpected(std::move(global.error()));
        auto attention = readRole(tree, found, clues, *global ? &**global : nullptr);
        if (!attention) return std::unexpected(std::move(attention.error()));
        out = std::move(*attention);
        return {};
    }

private:
    /// Longformer's weights from the global tokens.
    Result<std::optional<Weights>> readGlobal(std::string_view key) const {
        const NodeId node = key.empty() ? none : tree.find(object, key);
        if (node == none || tree.is(node, Kind::null)) return std::nullopt;
        auto weights = readWeights(tree, node, under(place, key), Square::notRequired);
        if (!weights) return std::unexpected(std::move(weights.error()));
        return std::move(*weights);
    }
};

bool hasKnownRole(const Tree& tree, NodeId object) {
    constexpr Role roles[] = {Role::self, Role::encoder, Role::decoder, Role::cross,
                              Role::contributions};
    return std::ranges::any_of(
        roles, [&](Role role) { return !findRole(tree, object, role, "").empty(); });
}

Problem nothingHere(const std::string& place) {
    return {Code::notRecognised, place, "No attention found."_tr,
            "Put attention under the key `attentions`."_tr, std::nullopt};
}

Problem sideUnknown(const Attention& cross) {
    return {
        Code::badShape, cross.sets[0].place,
        "Cross-attention is ignored because the other attention could be the encoder’s or the decoder’s."_tr,
        "Save the other attention as encoder_attentions or decoder_attentions."_tr, std::nullopt};
}

bool areOf(const TokenLists& tokens, int count) {
    return !tokens.items.empty() && std::cmp_equal(tokens.items[0].size(), count);
}

/// Whether the sizes of cross-attention show which side the other attention belongs to. Its rows are the decoder's
/// tokens, its columns the encoder's. If so, moves it there, else adds a warning about the ignored part.
bool joinsCross(Stacks& stacks, const TokenLists& ofEncoder, const TokenLists& ofDecoder,
                Document& document) {
    const Weights& own = stacks.self->sets[0];
    const Weights& cross = stacks.cross->sets[0];
    const bool areRows = own.keys == cross.queries && own.keys != cross.keys;
    const bool areColumns = own.keys == cross.keys && own.keys != cross.queries;
    if (own.layers != cross.layers && areRows) {
        document.warnings.push_back(
            {Code::badShape, cross.place,
             formatText(
                 "The {} positions are latents, as in Perceiver. The cross-attention ({}) to their input is ignored."_tr,
                 {grouped(static_cast<std::uint64_t>(own.keys)), describe(cross)}),
             "Open the cross-attention separately to see the latents’ input."_tr, std::nullopt});
        TokenLists latents;
        latents.items.emplace_back();
        for (int i = 0; i < own.keys; ++i)
            latents.items[0].push_back("latent " + std::to_string(i + 1));
        stacks.tokens = std::move(latents);
        return false;
    }
    if (own.layers != cross.layers || (!areRows && !areColumns)) {
        document.warnings.push_back(sideUnknown(*stacks.cross));
        return false;
    }
    const TokenLists plain = std::move(stacks.tokens);
    const int rows = cross.queries;
    const int columns = cross.keys;
    stacks.tokens = areOf(plain, columns) ? plain : ofEncoder;
    if (areOf(stacks.tokens, rows)) stacks.tokens = {};
    stacks.decoderTokens = ofDecoder.items.empty() && areOf(plain, rows) ? plain : ofDecoder;
    if (areRows) {
        stacks.decoder = std::exchange(stacks.self, std::nullopt);
        stacks.decoderGradients = std::exchange(stacks.gradients, std::nullopt);
    }
    return true;
}

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
    if (!options.layersFrom.empty() || !hasKnownRole(tree, object)) {
        const NamedTokens tokens{plain, ofEncoder, ofDecoder};
        auto read = readNamedParts(tree, object, place, tokens, options, document, stacks);
        if (read && stacks.self)
            read = find.read(Role::gradients, false, plain, stacks.gradients, stacks.self);
        if (!read) return read;
        if (!stacks.self && !stacks.cross) return std::unexpected(nothingHere(place));
        return addStacks(tree, stacks, base, options, document);
    }
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
    if (stacks.self && stacks.cross) {
        if (joinsCross(stacks, ofEncoder, ofDecoder, document))
            return addStacks(tree, stacks, base, options, document);
    } else if (stacks.cross) {
        document.warnings.push_back(sideUnknown(*stacks.cross));
    }
    stacks.decoder.reset();
    stacks.cross.reset();
    stacks.decoderGradients.reset();
    stacks.crossGradients.reset();
    if (!stacks.self && !stacks.contributions) return std::unexpected(nothingHere(place));
    return addStacks(tree, stacks, base, options, document);
}

RoleNodes findRole(const Tree& tree, NodeId object, Role role, const std::string& place) {
    RoleNodes found;
    NodeId whole = none;
    std::map<int, NodeId> layers;  // in order of their numbers; the last of equal keys wins
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

Result<Attention> readRole(Tree& tree, const RoleNodes& found, const Clues& clues,
                           const Weights* global) {
    if (!found.perLayer) {
        if (isNamedObject(tree, found.nodes[0]))
            return readNamedObject(tree, found.nodes[0], found.places[0], clues);
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
