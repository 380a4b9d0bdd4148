// SPDX-License-Identifier: MIT
// Warnings about findings in reading, and about the user's choices when opening.
#include <algorithm>
#include <cmath>
#include <span>

#include "core/matrix/half.h"
#include "io/tree/number_format.h"
#include "io/values/check.h"

namespace hw::io {

void addReadingWarnings(const Tree& tree, Document& document) {
    document.infinities += tree.infinities + tree.overflows;
    document.warnings.insert(document.warnings.end(), tree.notes.begin(), tree.notes.end());
    for (const Tree::Duplicate& duplicate : tree.duplicates) {
        document.warnings.push_back(problemAt(Code::syntax, duplicate.place, duplicate.byte,
                                              "This key occurs twice (the last is used)."_tr,
                                              "Remove one of them."_tr));
    }
    if (tree.repairedText > 0) {
        document.warnings.push_back(problemAt(
            Code::syntax, "", tree.repairedTextByte,
            count(
                tree.repairedText,
                "{} unreadable character became U+FFFD.|{} unreadable characters became U+FFFD."_tr),
            "Write the file as UTF-8."_tr));
    }
    if (tree.overflows > 0) {
        document.warnings.push_back(problemAt(
            Code::badNumber, tree.overflowPlace, tree.overflowByte,
            count(
                tree.overflows,
                "A number too large for float32 counts as missing.|{} numbers too large for float32 count as missing."_tr),
            "Check the program that wrote the file."_tr));
    }
}

namespace {

void divide(std::span<float> row) {
    double sum = 0;
    for (const float value : row) sum += static_cast<double>(value);
    if (!(sum > 0) || std::isinf(sum)) return;
    for (float& value : row) value = static_cast<float>(static_cast<double>(value) / sum);
}

void divideRows(AttentionTensor& tensor) {
    const std::size_t keys = tensor.keys;
    if (!tensor.isHalf()) {
        for (std::size_t at = 0; keys > 0 && at + keys <= tensor.values.size(); at += keys)
            divide(std::span(tensor.values).subspan(at, keys));
        return;
    }
    std::vector<float> row(keys);
    for (std::size_t at = 0; keys > 0 && at + keys <= tensor.halves.size(); at += keys) {
        const auto halves = std::span(tensor.halves).subspan(at, keys);
        std::transform(halves.begin(), halves.end(), row.begin(), halfToFloat);
        divide(row);
        std::transform(row.begin(), row.end(), halves.begin(), floatToHalf);
    }
}

template <class Value>
void transposeEach(std::vector<Value>& values, std::size_t side) {
    for (std::size_t at = 0; side > 0 && at + side * side <= values.size(); at += side * side)
        for (std::size_t row = 0; row < side; ++row)
            for (std::size_t column = 0; column < row; ++column)
                std::swap(values[at + row * side + column], values[at + column * side + row]);
}

/// Matrices with different numbers of queries and keys stay, since no file swaps these without its tokens.
void transpose(AttentionTensor& tensor) {
    if (tensor.queries != tensor.keys) return;
    transposeEach(tensor.values, tensor.keys);
    transposeEach(tensor.halves, tensor.keys);
}

}  // namespace

void transposeMatrices(Document& document) {
    for (Example& example : document.examples) {
        transpose(example.attentions);
        transpose(example.gradients);
        if (!example.decoder) continue;
        transpose(example.decoder->attentions);
        transpose(example.decoder->gradients);
    }
    document.warnings.push_back({Code::badShape, "", "Rows and columns were swapped on opening."_tr,
                                 "Open the file without that choice to undo this."_tr, std::nullopt,
                                 Offer::asInFile});
}

void normaliseRows(Document& document) {
    for (Example& example : document.examples) {
        divideRows(example.attentions);
        divideRows(example.contributions);
        if (!example.decoder) continue;
        divideRows(example.decoder->attentions);
        divideRows(example.decoder->cross);
    }
    document.warnings.push_back(
        {Code::badNumber, "", "Rows were divided by their sum on opening."_tr,
         "Open the file without that choice to undo this."_tr, std::nullopt, Offer::asInFile});
}

void addChoiceWarnings(const OpenOptions& options, Document& document) {
    const auto tell = [&](LocalizedText finding, LocalizedText remedy) {
        document.warnings.push_back(
            {Code::badNumber, "", finding, remedy, std::nullopt, Offer::asInFile});
    };
    if (options.averageHeads) {
        tell("The heads were averaged on opening."_tr,
             "Open the file without that choice to undo this."_tr);
    }
    if (options.halfWeights) {
        tell("Weights have 16 bits (relative error at most 0.05 %)."_tr,
             "Open the file without that choice to undo this."_tr);
    }
}

}  // namespace hw::io
