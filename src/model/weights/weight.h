// SPDX-License-Identifier: MIT
// A matrix of weights in the file's format. It is never unpacked completely, and a range of its rows is not copied.
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

/// [rows][columns] = [outputs][inputs]. With inOut it is stored transposed, [inputs][outputs], as in GPT-2.
class Weight {
public:
    Weight() = default;

    TensorType type() const { return type_; }
    int rows() const { return inOut_ ? storedColumns_ : storedRows_; }
    int columns() const { return inOut_ ? storedRows_ : storedColumns_; }
    bool inOut() const { return inOut_; }
    bool empty() const { return bytes_ == nullptr; }
    /// The stored matrix's own sizes, and the part of its bytes that belongs to this one.
    int storedRows() const { return storedRows_; }
    int storedColumns() const { return storedColumns_; }
    std::size_t storedBytes() const { return rowBytes_ * static_cast<std::size_t>(storedRows_); }

    /// Writes an output's weights, columns() values, to `out`. Cost: O(columns), with inOut a block of each stored row.
    void unpackRow(int row, float* out) const;
    /// The columns [first, first + count) of a stored row. They need not be aligned to blocks.
    void unpackStored(int row, int first, int count, float* out) const;
    /// The same in groups of four columns, `apart` floats from one to the next in `out`. Returns false, and does
    /// nothing, if the columns are no whole blocks or groups, have a scale per row, or are interleaved.
    bool unpackApart(int row, int first, int count, float* out, std::size_t apart) const;
    /// Whether dot() is available, for complete rows of whole blocks that are not interleaved.
    bool hasDot() const;
    /// The sum of a stored row times x[storedColumns()]. Cost: O(columns).
    float dot(int row, const float* x) const;
    /// dot() of one or more rows from `row` on. Writes as many sums as it returns, rowsOfSixteenBits at most.
    int dots(int row, const float* x, float* sums) const;
    /// The same in whole numbers. Requires hasDotWhole(type()).
    float dot(int row, const QuantisedVector& x) const;
    /// Stored rows [row, row + 4) from `column` on, without a copy, as [columns / 4][4 rows][4]. Float32 is stored in
    /// this form, so that products read it from front to back. Null for other types, or if row or column do not begin
    /// such a group.
    const float* quad(int row, int column) const;

    /// Outputs [first, first + count) of this one, as a part of a fused tensor. Shares the bytes.
    Weight rowsFrom(int first, int count) const;
    /// A copy of these outputs in this order, in the stored type. Columns of an inOut matrix become float32. Errors:
    /// tooLarge. Cost: their bytes.
    Result<Weight> picked(std::span<const int> rows) const;

    /// From given values, [rows][columns]: merged or reordered weights, and tests. With inOut they are as stored,
    /// [columns][rows]. Errors: tooLarge.
    static Result<Weight> ofFloats(int rows, int columns, std::span<const float> values,
                                   bool inOut = false);
    /// From stored bytes of complete rows: `rows` times rowBytes(type, columns), both sizes as stored. I8 has a scale
    /// per row.
    static Weight ofBytes(TensorType type, int rows, int columns, Bytes bytes, bool inOut = false,
                          std::vector<float> scales = {});

private:
    void unpackQuads(int row, int first, int count, float* out) const;

    TensorType type_ = TensorType::f32;
    bool inOut_ = false;
    int storedRows_ = 0;
    int storedColumns_ = 0;
    // The first row and column of this matrix in the bytes' matrix.
    int firstRow_ = 0;
    int firstColumn_ = 0;
    int allRows_ = 0;           // rows in the bytes
    std::size_t rowBytes_ = 0;  // in the bytes, before rows are interleaved
    bool inQuads_ = false;      // all complete groups of four rows are interleaved
    std::shared_ptr<const Bytes> bytes_;
    std::shared_ptr<const std::vector<float>> scales_;
};

/// Reads a tensor as a matrix. Its first size is the rows, all others the columns (with inOut as stored). A tensor of
/// one dimension is one row. I8 takes its scales from NAME.scale, one per stored row. Checks that all numbers are
/// finite. Errors: badNumber (NaN, infinity, an unsupported type), badShape, tooLarge, cannotRead, those of reading.
/// Cost: its bytes once.
Result<Weight> loadWeight(const ModelFiles& files, const StoredTensor& tensor, bool inOut = false);

/// Reads all values of a tensor of any shape as float32, for biases and norms. Errors: as of loadWeight.
Result<std::vector<float>> loadVector(const ModelFiles& files, const StoredTensor& tensor);

}  // namespace hw::model
