// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "io/axes/attention.h"
#include "io/axes/generation.h"
#include "io/axes/not_square.h"
#include "io/axes/unequal_shapes.h"
#include "io/tree/no_weights.h"
#include "io/tree/number_format.h"

namespace hw::io {

namespace {

std::optional<Problem> impossibleSizes(const Nest& block) {
    const Shape& s = block.shape;
    for (int axis = 0; axis < s.rank; ++axis) {
        if (s[axis] > static_cast<std::uint32_t>(std::numeric_limits<int>::max())) {
            return problemAt(Code::badShape, block.place, block.byte,
                             formatText("The size {} is too large."_tr, {grouped(s[axis])}),
                             "Save fewer tokens."_tr);
        }
    }
    if (s.rank < 2 || s.rank > 6) {
        return problemAt(
            Code::badShape, block.place, block.byte,
            s.rank == 1
                ? count(
                      s[0],
                      "Found a list of {} number instead of matrices.|Found a list of {} numbers instead of matrices."_tr)
                : formatText("Found numbers nested {} deep ({})."_tr, {s.rank, shapeText(s)}),
            "Save `outputs.attentions` unchanged (layers, heads, rows, columns)."_tr);
    }
    if (s.count() == 0) {
        return problemAt(Code::badShape, block.place, block.byte, "The attention is empty."_tr,
                         "Choose a file with at least one layer and one token."_tr);
    }
    return std::nullopt;
}

// Windows of one picture, in place of the inputs of a batch.
bool mayBeWindows(const Nest& block, const Axes& axes, const Clues& clues) {
    const auto isSquareNumber = [](std::uint32_t number) {
        const auto root = static_cast<std::uint32_t>(std::lround(std::sqrt(number)));
        return root > 1 && root * root == number;
    };
    return clues.texts.empty() &&
           axes == Axes{AxisKind::layers, AxisKind::inputs, AxisKind::heads} &&
           isSquareNumber(block.shape[1]) && isSquareNumber(block.rows());
}

/// Whether in each pair along the second axis only the second matrix has an empty diagonal. O(n) per matrix.
bool isMirrored(const Tree& tree, const Nest& block) {
    if (block.outer() < 3 || block.shape[1] != 2 || !block.isSquare() || block.rows() < 2)
        return false;
    const std::vector<float> values = valuesOf(tree, block);
    const std::size_t n = block.rows();
    const std::size_t each = static_cast<std::size_t>(block.shape.withoutFirst(2).count());
    bool seen = false;
    for (std::size_t at = 0; at < values.size(); at += n * n) {
        bool empty = true;
        for (std::size_t i = 0; i < n; ++i) empty = empty && values[at + i * n + i] == 0.0F;
        const bool second = at / each % 2 == 1;
        if (second && !empty) return false;
        seen = seen || (!second && !empty);
    }
    return seen;
}

std::vector<Choice> choicesOf(const std::vector<Axes>& all) {
    std::vector<Choice> choices;
    for (const Axes& axes : all) choices.push_back({axesText(axes), "", ""});
    return choices;
}

Problem noteOfAxes(const Nest& block, const Axes& taken, const std::vector<Axes>& others) {
    std::string choices;
    for (const Axes& axes : others) choices += (choices.empty() ? "" : "; ") + axesShown(axes);
    Problem note{
        Code::badShape,
        block.place,
        formatText("The sizes {} are read as {}."_tr, {shapeText(block.shape), axesShown(taken)}),
        formatText("They may also be {}."_tr, {choices}),
        std::nullopt,
        Offer::axes};
    note.choices = choicesOf(others);
    return note;
}

void noteAbsent(const Nest& block, const Axes& axes, std::vector<Problem>& notes) {
    for (std::size_t i = 0; i < block.absent.size() && i < axes.size(); ++i) {
        if (block.absent[i].empty()) continue;
        notes.push_back(someAbsent(block.place, axes[i] == AxisKind::layers, block.absent[i],
                                   block.shape[static_cast<int>(i)]));
    }
}

void noteStreams(const Nest& block, std::vector<Problem>& notes) {
    notes.push_back(
        {Code::badShape, block.place,
         "Only the first of two matrices per layer is shown (XLNet’s content stream)."_tr,
         "If these are separate inputs, read them as inputs."_tr, std::nullopt});
}

Problem axesMisfit(const Nest& nest, const Axes& wanted, int outer) {
    return problemAt(
        Code::badArgument, "axes", nest.byte,
        formatText("Axes {} don’t fit {} before rows and columns."_tr, {axesText(wanted), outer}),
        "Name each axis, such as layers,inputs,heads."_tr);
}

Result<Attention> ofSteps(const Tree& tree, std::span<const Nest> entries, const Nest& whole,
                          const Clues& clues) {
    auto weights = joinSteps(tree, entries, whole.place, clues.square);
    if (!weights) return std::unexpected(std::move(weights.error()));
    Attention attention;
    attention.notes = std::move(weights->notes);
    attention.sets.push_back(std::move(*weights));
    attention.axes = {AxisKind::steps, AxisKind::layers};
    const Nest& first = entries[0];
    if ((first.isBlock() ? first.shape.rank : first.entries[0].shape.rank + 1) == 5)
        attention.axes.push_back(AxisKind::inputs);
    attention.axes.push_back(AxisKind::heads);
    noteAbsent(whole, attention.axes, attention.notes);
    return attention;
}

Result<Attention> ofBlock(const Tree& tree, const Nest& block, const Clues& given,
                          const Weights* global) {
    if (auto wrong = impossibleSizes(block)) return std::unexpected(std::move(*wrong));
    Clues clues = given;
    clues.mirrored = isMirrored(tree, block);
    const bool fits = static_cast<int>(clues.wanted.size()) == block.outer();
    if (clues.strict && !fits)
        return std::unexpected(axesMisfit(block, clues.wanted, block.outer()));
    std::vector<Reading> readings = readingsOf(block.shape, clues);
    if (fits) {
        std::erase_if(readings, [&](const Reading& one) { return one.axes == clues.wanted; });
        readings.insert(readings.begin(), Reading{clues.wanted, 0});
    }
    const Axes& axes = readings[0].axes;
    const auto steps = std::ranges::find(axes, AxisKind::steps);
    if (steps != axes.end()) {
        std::vector<Nest> entries;
        for (std::uint32_t i = 0; i < block.shape[0]; ++i) entries.push_back(entryOf(block, i));
        const bool regular = steps == axes.begin() && axes.size() >= 3 &&
                             axes[1] == AxisKind::layers && axes.back() == AxisKind::heads;
        if (!regular) return std::unexpected(axesMisfit(block, axes, block.outer()));
        return ofSteps(tree, entries, block, clues);
    }
    Attention attention;
    attention.axes = axes;
    Weights weights = arranged(block, axes);
    if (clues.square) {
        auto square = madeSquare(tree, std::move(weights), global, attention.notes);
        if (!square) return std::unexpected(std::move(square.error()));
        weights = std::move(*square);
    }
    noteAbsent(block, axes, attention.notes);
    if (clues.square && mayBeWindows(block, axes, clues)) {
        attention.notes.push_back({Code::badShape, block.place,
                                   "Any windows of one picture (Swin) are shown separately."_tr,
                                   "Merge them with headwaters.merged() in Python."_tr,
                                   std::nullopt});
    }
    if (std::ranges::find(axes, AxisKind::streams) != axes.end())
        noteStreams(block, attention.notes);
    std::vector<Axes> others = otherReadings(block.shape, readings, clues);
    if (clues.square && (clues.strict || !fits) && !others.empty()) {
        if (block.shape.rank == 3 && axes[0] == AxisKind::layers && !clues.strict) {
            weights.otherAxes = choicesOf(others);  // reported in the note on averaged heads
        } else {
            attention.notes.push_back(noteOfAxes(block, axes, others));
        }
    }
    attention.sets.push_back(std::move(weights));
    return attention;
}

}  // namespace

int Attention::items() const {
    int all = 0;
    for (const Weights& one : sets) all += one.batch;
    return all;
}

Result<Attention> interpret(const Tree& tree, const Nest& nest, const Clues& clues,
                            const Weights* global) {
    switch (nest.kind) {
        case Nest::Kind::null: return std::unexpected(noWeights(nest.place, nest.byte));
        case Nest::Kind::block: return ofBlock(tree, nest, clues, global);
        case Nest::Kind::list: break;
    }
    switch (meaningOf(tree, nest, clues)) {
        case UnequalShapes::steps: return ofSteps(tree, nest.entries, nest, clues);
        case UnequalShapes::repeated: return lastOf(tree, nest, clues, global);
        case UnequalShapes::streams: return contentOf(tree, nest, clues, global);
        case UnequalShapes::inputs: return eachOf(tree, nest, clues, global);
        case UnequalShapes::fault: break;
    }
    return std::unexpected(faultOf(nest, clues));
}

Result<Attention> interpretLayers(const Tree& tree, const Nest& given, bool square,
                                  const Weights* global) {
    Clues clues;
    clues.square = square;
    Nest layers = given;
    // Lists of one around a layer, which Flax makes from values that a module has sown.
    while (layers.isBlock() && layers.shape.rank > 5 && layers.shape[1] == 1) {
        const std::uint32_t all = layers.shape[0];
        layers.shape = layers.shape.withoutFirst(2).within(all);
        if (layers.absent.size() > 1) layers.absent.erase(layers.absent.begin() + 1);
    }
    if (layers.kind == Nest::Kind::list) return std::unexpected(faultOf(layers, clues));
    switch (layers.isBlock() ? layers.shape.rank : 0) {
        case 3: clues.wanted = {AxisKind::layers}; break;
        case 4: clues.wanted = {AxisKind::layers, AxisKind::heads}; break;
        case 5: clues.wanted = {AxisKind::layers, AxisKind::inputs, AxisKind::heads}; break;
        case 6:
        case 7:
        case 8:
            return std::unexpected(problemAt(
                Code::badShape, layers.place, layers.byte,
                formatText(
                    "A layer has {} dimensions ({}) instead of batch, heads, rows and columns."_tr,
                    {layers.shape.rank - 1, shapeText(layers.shape.withoutFirst(1))}),
                "Save `outputs.attentions` unchanged."_tr));
        default: break;
    }
    return interpret(tree, layers, clues, global);
}

}  // namespace hw::io
