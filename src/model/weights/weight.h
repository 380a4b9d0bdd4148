// SPDX-License-Identifier: MIT
// A matrix of weights as the file keeps it: never unpacked as a whole, and never copied for a range of its rows.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/weights/dot.h"

namespace hw::model {

/// [rows][columns] = [outputs][inputs]. With inOut it is stored the other way round, [inputs][outputs], as GPT-2's.
class Weight {
public:
    Weight() = default;

    Stored type() const { return type_; }
    int rows() const { return inOut_ ? storedColumns_ : storedRows_; }
    int columns() const { return inOut_ ? storedRows_ : storedColumns_; }
    bool inOut() const { return inOut_; }
    bool empty() const { return bytes_ == nullptr; }
    /// The stored matrix's own sizes, and what of its bytes belongs to this one.
    int storedRows() const { return storedRows_; }
    int storedColumns() const { return storedColumns_; }
    std::size_t storedBytes() const { return rowBytes_ * static_cast<std::size_t>(storedRows_); }

    /// An output's weights: columns() values to `out`. Cost O(columns), with inOut a block of each stored row.
    void unpackRow(int row, float* out) const;
    /// Of a stored row the columns [first, first + count). No alignment of blocks is asked for.
    void unpackStored(int row, int first, int count, float* out) const;
    /// The same, four columns at a time to `out`, `apart` floats from one group to the next. False, and nothing is done: where they
    /// are no whole blocks or no whole groups, have a scale a row or are kept by turns.
    bool unpackApart(int row, int first, int count, float* out, std::size_t apart) const;
    /// Whether dot() may be asked: whole rows of whole blocks, which are not kept by turns.
    bool hasDot() const;
    /// The sum of a stored row times x[storedColumns()]. Cost O(columns).
    float dot(int row, const float* x) const;
    /// The same in whole numbers, where hasDotWhole(type()).
    float dot(int row, const WholeVector& x) const;
    /// Stored rows [row, row + 4) from `column` on, without a copy, as [columns / 4][4 rows][4]: float32 is kept so, four rows by
    /// turns, for products to read it from front to back. Null where rows or column do not begin such a group, and of other types.
    const float* quad(int row, int column) const;

    /// Outputs [first, first + count) of this one, as a part of a fused tensor. Shares the bytes.
    Weight rowsFrom(int first, int count) const;
    /// These outputs in this order, a copy: of the type that they are stored in, unless outputs are the stored columns (inOut), which
    /// become float32. Errors: tooLarge. Cost: their bytes.
    Result<Weight> picked(std::span<const int> rows) const;

    /// Of values of one's own, [rows][columns]: merged or reordered weights, and tests. inOut: given as stored,
    /// [columns][rows]. Errors: tooLarge.
    static Result<Weight> ofFloats(int rows, int columns, std::span<const float> values,
                                   bool inOut = false);
    /// Of stored bytes, whole rows: `rows` times rowBytes(type, columns); both sizes as stored. I8 has a scale a row.
    static Weight ofBytes(Stored type, int rows, int columns, Bytes bytes, bool inOut = false,
                          std::vector<float> scales = {});

private:
    void unpackQuads(int row, int first, int count, float* out) const;

    Stored type_ = Stored::f32;
    bool inOut_ = false;
    int storedRows_ = 0;
    int storedColumns_ = 0;
    // The first row and column of the bytes' matrix that belong to this one.
    int firstRow_ = 0;
    int firstColumn_ = 0;
    int allRows_ = 0;           // of the bytes
    std::size_t rowBytes_ = 0;  // of the bytes, before rows are taken by turns
    bool inQuads_ = false;      // all groups of four rows that are whole
    std::shared_ptr<const Bytes> bytes_;
    std::shared_ptr<const std::vector<float>> scales_;
};

/// Reads a tensor as a matrix: its first size are the rows, all others the columns (with inOut: as stored). A tensor of one
/// dimension is one row. I8 takes its scales from NAME.scale, one a stored row. Checks that all numbers are finite. Errors:
/// badNumber (NaN, infinity, a type that is not read), badShape, tooLarge, cannotRead, those of reading. Cost: its bytes once.
Result<Weight> loadWeight(const ModelFiles& files, const StoredTensor& tensor, bool inOut = false);

/// Reads all values of a tensor of any shape as float32: biases, norms. Errors as of loadWeight.
Result<std::vector<float>> loadVector(const ModelFiles& files, const StoredTensor& tensor);

}  // namespace hw::model
