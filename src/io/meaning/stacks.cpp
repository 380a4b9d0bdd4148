// SPDX-License-Identifier: MIT
// From what was read by role to examples: one set after the other, each with its own tokens.
#include <algorithm>

#include "io/meaning/analysis.h"
#include "io/tree/words.h"

namespace hw::io {

namespace {

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

// The lists of the inputs of one set: those that stand for them, or their part of one that goes through all.
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
                     say("Found {} lengths of inputs; {} has {}."_tr,
                         {one.sets.size(), main.sets[0].place, main.sets.size()}),
                     "Save both from the same run."_tr);
}

std::size_t through(const Attention& attention, int Weights::* side) {
    std::size_t all = 0;
    for (const Weights& set : attention.sets) all += std::size_t{1} * set.batch * set.*side;
    return all;
}

}  // namespace

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
