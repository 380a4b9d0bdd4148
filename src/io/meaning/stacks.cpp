// SPDX-License-Identifier: MIT
// From the attention by role to examples, one set after the other, each with its own tokens.
#include <algorithm>

#include "io/meaning/analysis.h"
#include "io/meaning/fit_parts.h"
#include "io/tree/number_format.h"
#include "io/values/resize.h"

namespace hw::io {

namespace {

/// The attention that gives the number of items and tokens.
Weights& mainOf(Parts& parts) {
    return parts.self ? *parts.self : parts.cross ? *parts.cross : *parts.contributions;
}

int itemsOf(Parts& parts) { return parts.allItems > 0 ? parts.allItems : mainOf(parts).batch; }

void addItem(Tree& tree, Parts& parts, const Example& base, int item, bool last,
             const OpenOptions& options, Document& document) {
    Example example = base;
    const StorageChoice keep{options.averageHeads, options.halfWeights};
    const std::size_t index = item;
    const int all = mainOf(parts).keys;
    const bool square = parts.self && !parts.cross && !parts.contributions;
    const int kept = square && options.firstTokens > 0 ? std::min(options.firstTokens, all) : all;
    if (kept < all) {
        for (auto& list : parts.tokens.items) list.resize(std::min<std::size_t>(list.size(), kept));
    }
    example.tokensAreNumbered = !setTokens(example.tokens, parts.tokens, index, kept, document);
    if (parts.self) example.attentions = takeItem(tree, *parts.self, item, last, keep);
    if (parts.gradients) example.gradients = takeItem(tree, *parts.gradients, item, last);
    if (kept < all) {
        keepFirst(example.attentions, kept);
        keepFirst(example.gradients, kept);
    } else if (square && example.tokensAreNumbered) {
        const auto& lists = parts.tokens.items;
        const std::size_t texts =
            lists.empty() ? 0 : lists[std::min(index, lists.size() - 1)].size();
        offerFirst(example, texts, document);
    }
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
        const std::string which = formatText("item {} of {}"_tr, {parts.firstItem + item + 1, all});
        example.title += example.title.empty() ? which : ", " + which;
    }
    document.examples.push_back(std::move(example));
}

void sayNotes(Parts& parts, Document& document) {
    for (auto* each : {&parts.self, &parts.decoder, &parts.cross, &parts.contributions}) {
        if (!*each) continue;
        for (Problem& note : (*each)->notes) document.warnings.push_back(std::move(note));
    }
}

void sayFused(const Weights& main, Document& document) {
    Problem warning{Code::badShape, main.place,
                    "The file has one matrix per layer (averaged heads, or one layer’s heads)."_tr,
                    "To choose heads, save all (layers, heads, rows, columns)."_tr, std::nullopt};
    if (!main.otherAxes.empty()) {
        warning.offer = Offer::axes;
        warning.choices = main.otherAxes;
    }
    document.warnings.push_back(std::move(warning));
}

/// A role's attention with its part in the examples.
struct Place {
    std::optional<Attention> Stacks::* stack;
    std::optional<Weights> Parts::* part;
};
constexpr Place roles[] = {{&Stacks::self, &Parts::self},
                           {&Stacks::decoder, &Parts::decoder},
                           {&Stacks::cross, &Parts::cross},
                           {&Stacks::gradients, &Parts::gradients},
                           {&Stacks::decoderGradients, &Parts::decoderGradients},
                           {&Stacks::crossGradients, &Parts::crossGradients},
                           {&Stacks::contributions, &Parts::contributions}};

// The lists of the inputs of one set. They are those of the inputs, or their part of one that goes through all.
TokenLists ofSet(const TokenLists& lists, int firstItem, int items, std::size_t before,
                 std::size_t each, std::size_t through, int all) {
    if (lists.items.size() == 1 && all > 1 && lists.items[0].size() == through) {
        TokenLists part = lists;
        part.items.clear();
        for (int i = 0; i < items; ++i) {
            const auto from = lists.items[0].begin() +
                              static_cast<std::ptrdiff_t>(before + std::size_t{1} * i * each);
            part.items.emplace_back(from, from + static_cast<std::ptrdiff_t>(each));
        }
        return part;
    }
    if (lists.items.size() <= 1 || firstItem == 0) return lists;
    TokenLists part = lists;
    const auto from = std::min<std::size_t>(firstItem, lists.items.size());
    part.items.erase(part.items.begin(), part.items.begin() + static_cast<std::ptrdiff_t>(from));
    return part;
}

Problem setsDiffer(const Attention& one, const Attention& main) {
    return problemAt(Code::badShape, one.sets[0].place, one.sets[0].byte,
                     formatText("Found {} input lengths, but {} has {}."_tr,
                                {one.sets.size(), main.sets[0].place, main.sets.size()}),
                     "Save both from the same run."_tr);
}

std::size_t through(const Attention& attention, int Weights::* side) {
    std::size_t all = 0;
    for (const Weights& set : attention.sets) all += std::size_t{1} * set.batch * set.*side;
    return all;
}

}  // namespace

Result<void> addExamples(Tree& tree, Parts& parts, const Example& base, const OpenOptions& options,
                         Document& document) {
    if (auto fits = fitParts(parts, options, document); !fits) return fits;
    const Weights& main = mainOf(parts);
    const int all = itemsOf(parts);
    if (options.batchItem >= all) {
        return std::unexpected(
            Problem{Code::badArgument, formatText("batch item {}"_tr, {options.batchItem}),
                    count(static_cast<std::uint64_t>(all),
                          "The batch has {} item.|The batch has {} items."_tr),
                    formatText("Choose one from 0 to {}."_tr, {all - 1}), std::nullopt});
    }
    if (parts.firstItem == 0) {
        if (options.firstTokens > 0 && (!parts.self || parts.cross || parts.contributions)) {
            document.warnings.push_back(
                {Code::badArgument, main.place,
                 "All tokens are kept because tokens can’t be dropped with a decoder or contributions."_tr,
                 "Shorten the arrays before saving with attention[..., :n, :n]."_tr, std::nullopt});
        }
        if (all > 1 && options.batchItem < 0) {
            document.warnings.push_back(
                {Code::badShape, main.place,
                 formatText("The first of {} batch inputs is shown."_tr, {all}),
                 "Choose another one in the list of examples."_tr, std::nullopt});
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

Clues cluesOf(const TokenLists& tokens, const OpenOptions& options) {
    Clues clues;
    for (const auto& list : tokens.items) clues.texts.push_back(list.size());
    if (auto axes = axesFrom(options.axes)) {
        clues.wanted = std::move(*axes);
        clues.strict = true;
    }
    return clues;
}

Result<void> addStacks(Tree& tree, Stacks& stacks, const Example& base, const OpenOptions& options,
                       Document& document) {
    std::optional<Attention>& first = stacks.self    ? stacks.self
                                      : stacks.cross ? stacks.cross
                                                     : stacks.contributions;
    const Attention& main = *first;
    const std::size_t sets = main.sets.size();
    const int all = main.items();
    for (const Place& role : roles) {
        auto& stack = stacks.*role.stack;
        if (!stack) continue;
        if (stack->sets.size() != sets) return std::unexpected(setsDiffer(*stack, main));
        stack->sets[0].notes = std::move(stack->notes);
    }
    const std::size_t keys = through(main, &Weights::keys);
    const std::size_t queries = through(main, &Weights::queries);
    int item = 0;
    std::size_t key = 0;
    std::size_t query = 0;
    for (std::size_t i = 0; i < sets; ++i) {
        const Weights& set = main.sets[i];
        const int batch = set.batch;
        const std::size_t columns = set.keys;
        const std::size_t rows = set.queries;
        Parts parts;
        parts.firstItem = item;
        parts.allItems = all;
        parts.tokens = ofSet(stacks.tokens, item, batch, key, columns, keys, all);
        parts.decoderTokens = ofSet(stacks.decoderTokens, item, batch, query, rows, queries, all);
        for (const Place& role : roles) {
            if (auto& stack = stacks.*role.stack) parts.*role.part = std::move(stack->sets[i]);
        }
        const bool wanted = options.batchItem < 0 ||
                            (options.batchItem >= item && options.batchItem < item + batch);
        if (wanted || i == 0 || options.batchItem >= all) {
            if (auto done = addExamples(tree, parts, base, options, document); !done) return done;
        }
        item += batch;
        key += batch * columns;
        query += batch * rows;
    }
    return {};
}

}  // namespace hw::io
