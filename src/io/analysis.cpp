// SPDX-License-Identifier: MIT
#include "io/analysis.h"

#include "io/words.h"

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

Result<void> checkPartner(const Weights& weights, const Weights& other, bool sameShape) {
    const bool fits =
        weights.batch == other.batch && weights.layers == other.layers &&
        weights.heads == other.heads &&
        (!sameShape || (weights.queries == other.queries && weights.keys == other.keys));
    if (fits) return {};
    return std::unexpected(problemAt(
        Code::badShape, weights.place, weights.byte,
        "Found " + describe(weights) + "; " + other.place + " has " + describe(other) + ".",
        "Save both from the same run."));
}

Result<void> checkCross(const Parts& parts) {
    const Weights& cross = *parts.cross;
    const bool keysFit = cross.keys == parts.self->keys;
    const bool rowsFit = !parts.decoder || cross.queries == parts.decoder->queries;
    if (keysFit && rowsFit && cross.batch == parts.self->batch) return {};
    return std::unexpected(problemAt(
        Code::badShape, cross.place, cross.byte,
        "The cross-attention is " + describe(cross) + "; the encoder has " +
            grouped(static_cast<std::uint64_t>(parts.self->keys)) + " tokens" +
            (parts.decoder
                 ? " and the decoder " + grouped(static_cast<std::uint64_t>(parts.decoder->queries))
                 : "") +
            ".",
        "Rows belong to the decoder, columns to the encoder; save all three from the same run."));
}

Result<void> addItem(Tree& tree, Parts& parts, const Example& base, int item, bool last,
                     Document& document) {
    Example example = base;
    const Weights& self = *parts.self;
    const auto n = static_cast<std::size_t>(self.queries);
    setTokens(example.tokens, &example.tokensAreNumbered, parts.tokens,
              static_cast<std::size_t>(item), n, document);
    example.attentions = takeItem(tree, *parts.self, item, last);
    if (parts.gradients) example.gradients = takeItem(tree, *parts.gradients, item, last);
    if (parts.cross) {
        Decoder decoder;
        const auto rows = static_cast<std::size_t>(parts.cross->queries);
        setTokens(decoder.tokens, nullptr, parts.decoderTokens, static_cast<std::size_t>(item),
                  rows, document);
        decoder.cross = takeItem(tree, *parts.cross, item, last);
        if (parts.decoder) decoder.attentions = takeItem(tree, *parts.decoder, item, last);
        example.decoder = std::move(decoder);
    }
    if (self.batch > 1) {
        const std::string which =
            "item " + std::to_string(item + 1) + " of " + std::to_string(self.batch);
        example.title += example.title.empty() ? which : ", " + which;
    }
    document.examples.push_back(std::move(example));
    return {};
}

}  // namespace

Result<void> addExamples(Tree& tree, Parts& parts, const Example& base, const OpenOptions& options,
                         Document& document) {
    if (parts.gradients) {
        if (auto fits = checkPartner(*parts.gradients, *parts.self, true); !fits) return fits;
    }
    if (parts.cross) {
        if (auto fits = checkCross(parts); !fits) return fits;
    }
    const int batch = parts.self->batch;
    if (options.batchItem >= batch) {
        return std::unexpected(
            Problem{Code::badArgument, "batch item " + std::to_string(options.batchItem),
                    "The batch has " + count(static_cast<std::uint64_t>(batch), "item") + ".",
                    "Choose one from 0 to " + std::to_string(batch - 1) + ".", std::nullopt});
    }
    if (batch > 1 && options.batchItem < 0) {
        document.warnings.push_back(
            {Code::badShape, parts.self->place,
             "The file holds a batch of " + std::to_string(batch) +
                 " inputs; each is an example of its own, and the first is shown.",
             "Choose another one in the list of examples.", std::nullopt});
    }
    if (parts.self->headsFused) {
        document.warnings.push_back(
            {Code::badShape, parts.self->place,
             "The file has one matrix a layer: heads were already averaged (or there is "
             "one layer and its heads are shown as layers).",
             "To choose heads, save all of them: layers, heads, rows, columns.", std::nullopt});
    }
    const int first = options.batchItem < 0 ? 0 : options.batchItem;
    const int end = options.batchItem < 0 ? batch : first + 1;
    for (int item = first; item < end; ++item) {
        if (auto added = addItem(tree, parts, base, item, item + 1 == end, document); !added)
            return added;
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
    if (auto done = read(Role::encoder, Square::required, encoder); !done) return done;
    if (auto done = read(Role::decoder, Square::required, parts.decoder); !done) return done;
    if (auto done = read(Role::cross, Square::notRequired, parts.cross); !done) return done;
    if (auto done = read(Role::gradients, Square::notRequired, parts.gradients); !done) return done;
    if (encoder && parts.cross) {
        parts.self = std::move(encoder);
        parts.tokens = findTokens(tree, object, place, encoderTokenKeys);
        parts.decoderTokens = findTokens(tree, object, place, decoderTokenKeys);
        return addExamples(tree, parts, base, options, document);
    }
    if (auto done = read(Role::self, Square::required, parts.self); !done) return done;
    parts.tokens = findTokens(tree, object, place, tokenKeys);
    if (!parts.self && parts.cross && !parts.decoder) {
        return std::unexpected(
            problemAt(Code::badShape, parts.cross->place, parts.cross->byte,
                      "The file has cross-attention only; rollout needs the encoder's own too.",
                      "Save encoder_attentions and decoder_attentions beside cross_attentions."));
    }
    if (!parts.self && encoder) {
        parts.self = std::move(encoder);
        parts.tokens = findTokens(tree, object, place, encoderTokenKeys);
    } else if (!parts.self && parts.decoder) {
        parts.self = std::move(parts.decoder);
        parts.tokens = findTokens(tree, object, place, decoderTokenKeys);
        if (parts.tokens.items.empty()) parts.tokens = findTokens(tree, object, place, tokenKeys);
        if (parts.cross) {
            document.warnings.push_back(
                {Code::badShape, parts.cross->place,
                 "The encoder's attention is missing, so cross-attention is left out.",
                 "Save encoder_attentions too.", std::nullopt});
        }
    }
    parts.decoder.reset();
    parts.cross.reset();
    if (!parts.self) {
        return std::unexpected(Problem{Code::notRecognised, place, "There is no attention here.",
                                       "Attention stands under the key `attentions`.",
                                       std::nullopt});
    }
    if (parts.tokens.items.empty()) parts.tokens = anyTokens(tree, object, place);
    return addExamples(tree, parts, base, options, document);
}

}  // namespace hw::io
