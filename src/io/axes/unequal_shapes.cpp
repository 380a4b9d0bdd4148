// SPDX-License-Identifier: MIT
#include "io/axes/unequal_shapes.h"

#include <algorithm>

#include "io/axes/generation.h"
#include "io/axes/pieces.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

bool allBlocks(const Nest& list) {
    return std::ranges::all_of(
        list.entries, [](const Nest& one) { return one.isBlock() && one.shape.rank >= 2; });
}

std::size_t columnsOf(const Nest& entry) {
    if (entry.isBlock()) return entry.shape.rank < 2 ? 0 : entry.columns();
    std::size_t most = 0;
    for (const Nest& one : entry.entries) most = std::max(most, columnsOf(one));
    return most;
}

bool haveSteps(const Nest& list, bool square) {
    return areSteps(list.entries, square) || (square && areStepsOfLayers(list.entries));
}

// As many lists of tokens as entries, each fitting its entry's columns.
bool textsFit(const Nest& list, const Clues& clues) {
    if (clues.texts.size() != list.entries.size() || clues.texts.size() < 2) return false;
    for (std::size_t i = 0; i < clues.texts.size(); ++i) {
        if (!fits(clues.texts[i], columnsOf(list.entries[i]))) return false;
    }
    return true;
}

// One list of tokens that goes through all entries.
bool textRuns(const Nest& list, const Clues& clues) {
    if (clues.texts.size() != 1) return false;
    std::size_t all = 0;
    for (const Nest& one : list.entries) all += columnsOf(one);
    return clues.texts[0] == all;
}

// Squares that differ only in size.
bool areSquares(const Nest& list, const Clues& clues) {
    if (!allBlocks(list)) return false;
    const Shape& first = list.entries[0].shape;
    return std::ranges::all_of(list.entries, [&](const Nest& one) {
        if (one.shape.rank != first.rank || (clues.square && !one.isSquare())) return false;
        return std::equal(first.sizes.begin(), first.sizes.begin() + first.rank - 2,
                          one.shape.sizes.begin());
    });
}

// Layers of a model that merges tokens have a batch of one and fewer tokens from layer to layer. A loop over sentences
// may shrink, too, but saves several layers each.
bool mayMerge(const Nest& list, const Clues& clues) {
    const Nest& first = list.entries[0];
    const bool layers = first.shape.rank == 3 || (first.shape.rank == 4 && first.shape[0] == 1) ||
                        first.shape.rank == 2;
    if (!layers || clues.texts.size() > 1) return false;
    for (std::size_t i = 1; i < list.entries.size(); ++i) {
        if (list.entries[i].columns() > list.entries[i - 1].columns()) return false;
    }
    return true;
}

// [layers][content, query], where the query stream has fewer rows.
bool arePairs(const Nest& list) {
    return std::ranges::all_of(list.entries, [&](const Nest& one) {
        if (one.kind != Nest::Kind::list || one.entries.size() != 2 || !allBlocks(one))
            return false;
        const Nest& content = one.entries[0];
        const Nest& query = one.entries[1];
        return content.isSquare() && content.shape == list.entries[0].entries[0].shape &&
               query.shape.rank == content.shape.rank && query.rows() < query.columns() &&
               query.columns() == content.columns();
    });
}

// Pruning makes the number of heads differ between layers, and sparse keys make the number of columns differ.
std::optional<Problem> layersDiffer(const Nest& list) {
    const Shape& first = list.entries[0].shape;
    for (const Nest& one : list.entries) {
        const Shape& other = one.shape;
        if (!one.isBlock() || !list.entries[0].isBlock() || other.rank != first.rank ||
            first.rank < 3 || other == first)
            continue;
        const int head = first.rank - 3;
        const auto same = [&](int axis) { return first[axis] == other[axis]; };
        if (same(head + 1) && same(head + 2) && !same(head) && (head == 0 || same(0))) {
            Problem pruned = sizesDiffer(one.place, one.byte, first.within(0), other.within(0));
            pruned.remedy =
                "If heads were pruned, save their means with [layer.mean(-3) for layer in outputs.attentions]."_tr;
            return pruned;
        }
        if (same(head) && same(head + 1) && !same(head + 2)) {
            return problemAt(Code::ragged, one.place, one.byte,
                             formatText("Rows have {} keys in one layer and {} in another."_tr,
                                        {grouped(first[head + 2]), grouped(other[head + 2])}),
                             "Rollout and flow need the same keys in every layer."_tr);
        }
    }
    return std::nullopt;
}

Problem entriesDiffer(const Nest& list) {
    std::string shapes;
    constexpr std::size_t most = 4;
    for (std::size_t i = 0; i < list.entries.size() && i < most; ++i)
        shapes += (i > 0 ? "; " : "") + shapeText(list.entries[i].shape);
    if (list.entries.size() > most) shapes += "; ...";
    return problemAt(
        Code::ragged, list.place, list.byte,
        formatText("This list’s entries differ in size ({})."_tr, {shapes}),
        "Save layers of equal size, all generation steps, or square inputs with equal layers and heads."_tr);
}

}  // namespace

UnequalShapes meaningOf(const Tree& tree, const Nest& list, const Clues& clues) {
    if (!clues.wanted.empty() && (clues.strict || clues.wanted[0] == AxisKind::inputs)) {
        switch (clues.wanted[0]) {
            case AxisKind::inputs: return UnequalShapes::inputs;
            case AxisKind::steps:
                return haveSteps(list, clues.square) ? UnequalShapes::steps
                       : areSquares(list, clues)     ? UnequalShapes::repeated
                                                     : UnequalShapes::fault;
            case AxisKind::layers:
                return arePairs(list) ? UnequalShapes::streams : UnequalShapes::fault;
            case AxisKind::streams:
            case AxisKind::heads: return UnequalShapes::fault;
        }
    }
    if (textsFit(list, clues)) return UnequalShapes::inputs;
    if (haveSteps(list, clues.square)) return UnequalShapes::steps;
    if (clues.square && areRepeated(tree, list.entries)) return UnequalShapes::repeated;
    if (arePairs(list)) return UnequalShapes::streams;
    const bool nested = std::ranges::none_of(list.entries, &Nest::isBlock);
    if (nested || textRuns(list, clues)) return UnequalShapes::inputs;
    if (areSquares(list, clues) && !mayMerge(list, clues)) return UnequalShapes::inputs;
    return UnequalShapes::fault;
}

Result<Attention> lastOf(const Tree& tree, const Nest& list, const Clues& clues,
                         const Weights* global) {
    Clues inner = clues;
    inner.wanted = {};
    inner.strict = false;
    auto attention = interpret(tree, list.entries.back(), inner, global);
    if (!attention) return attention;
    attention->axes.insert(attention->axes.begin(), AxisKind::steps);
    Problem note{Code::badShape,
                 list.place,
                 formatText("Only the last of {} generation steps without a cache is shown."_tr,
                            {grouped(list.entries.size())}),
                 "If these are separate inputs, read them as inputs."_tr,
                 std::nullopt,
                 Offer::axes};
    Axes inputs = attention->axes;
    inputs[0] = AxisKind::inputs;
    note.choices = {{axesText(inputs), "", ""}};
    attention->notes.push_back(std::move(note));
    return attention;
}

Result<Attention> contentOf(const Tree& tree, const Nest& list, const Clues& clues,
                            const Weights* global) {
    std::vector<Nest> contents;
    for (const Nest& pair : list.entries) contents.push_back(pair.entries[0]);
    Clues inner = clues;
    inner.wanted = {};
    inner.strict = false;
    auto attention =
        interpret(tree, together(std::move(contents), list.place, list.byte), inner, global);
    if (!attention) return attention;
    attention->notes.push_back(
        {Code::badShape, list.place,
         "Only the first of two matrices per layer is shown (XLNet’s content stream)."_tr,
         "The query stream covers only the predicted tokens."_tr, std::nullopt});
    return attention;
}

Result<Attention> eachOf(const Tree& tree, const Nest& list, const Clues& clues,
                         const Weights* global) {
    Attention all;
    Clues inner = clues;
    const bool named = clues.texts.size() == list.entries.size();
    inner.wanted = {};
    if (!clues.wanted.empty()) inner.wanted.assign(clues.wanted.begin() + 1, clues.wanted.end());
    for (std::size_t i = 0; i < list.entries.size(); ++i) {
        const Nest& entry = list.entries[i];
        inner.texts.clear();
        if (named) inner.texts = {clues.texts[i]};
        auto one = interpret(tree, entry, inner, global);
        if (!one) {
            // An entry that fails on its own shows a fault of the list rather than of the entry.
            if (!entry.isBlock() && !clues.strict && !named) return std::unexpected(one.error());
            return one;
        }
        if (i == 0) {
            all.axes = one->axes;
            all.notes = std::move(one->notes);
            inner.wanted = one->axes;  // the others have the same axes
            inner.strict = false;
        } else {
            for (Problem& note : one->notes) {
                const auto same = [&](const Problem& old) {
                    return old.remedy == note.remedy && old.offer == note.offer;
                };
                if (note.offer == Offer::axes && std::ranges::any_of(all.notes, same)) continue;
                all.notes.push_back(std::move(note));
            }
        }
        for (Weights& set : one->sets) all.sets.push_back(std::move(set));
    }
    // Notes about an entry's axes apply to the whole list's.
    for (Problem& note : all.notes) {
        if (note.offer != Offer::axes) continue;
        for (Choice& one : note.choices) one.value.insert(0, "inputs,");
    }
    for (Weights& set : all.sets) set.otherAxes.clear();
    all.axes.insert(all.axes.begin(), AxisKind::inputs);
    return all;
}

Problem faultOf(const Nest& list, const Clues& clues) {
    for (const Nest& one : list.entries) {
        if (one.kind == Nest::Kind::list) return faultOf(one, clues);
    }
    if (clues.square && lackPrompt(list.entries)) {
        return problemAt(
            Code::badShape, list.place, list.byte,
            formatText(
                "The prompt’s rows are missing (the first step has one row of {} columns)."_tr,
                {grouped(list.entries[0].columns())}),
            "Keep the first entry of generate()’s attentions."_tr);
    }
    if (auto found = layersDiffer(list)) return std::move(*found);
    const Nest& first = list.entries[0];
    for (std::size_t i = 1; i < list.entries.size(); ++i) {
        const Nest& one = list.entries[i];
        if (one.shape == first.shape) continue;
        const auto piece = [](const Nest& nest) {
            return Piece{nest.shape, {}, nest.place, nest.byte};
        };
        if (auto merged = tokensChange(piece(first), piece(one), i)) {
            if (areSquares(list, clues) && mayMerge(list, clues)) {
                merged->offer = Offer::axes;
                if (first.shape.rank == 4) {
                    merged->choices = {{"inputs,layers,heads", "", ""}};
                } else if (first.shape.rank == 3) {
                    merged->choices = {{"inputs,layers", "", ""}, {"inputs,heads", "", ""}};
                } else {
                    merged->choices = {{"inputs", "", ""}};
                }
            }
            return *merged;
        }
        const bool sameOuter =
            first.shape.rank == one.shape.rank && first.shape.rank > 2 &&
            std::equal(first.shape.sizes.begin(), first.shape.sizes.begin() + first.shape.rank - 2,
                       one.shape.sizes.begin());
        if (!sameOuter)
            return sizesDiffer(one.place, one.byte, first.shape.within(0), one.shape.within(0));
    }
    return entriesDiffer(list);
}

}  // namespace hw::io
