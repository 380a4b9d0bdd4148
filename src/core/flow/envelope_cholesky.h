// SPDX-License-Identifier: MIT
// Cholesky's factors of a symmetric matrix whose rows end early, such as that of a network in layers.
#pragma once

#include <span>
#include <vector>

namespace hw {

/// M = U'U for a symmetric positive definite matrix whose upper rows are 0 from `ends[row]` on. The ends never fall from
/// a row to the next, so U has M's shape (George & Liu 1981, chapter 4: the envelope method). Of a block-tridiagonal
/// matrix that is all of it. Double throughout.
///
/// Four pivots are taken at a time where rows end alike, so that a row is read and written once for all four. Cost: the
/// sum of (ends[row] - row)^2 flops; rows that a pivot does not meet cost nothing. Memory: the sum of ends[row] - row.
class EnvelopeCholesky {
public:
    /// `ends[row]` > row, never falling, at most as many as there are rows. All entries begin as 0.
    explicit EnvelopeCholesky(std::vector<int> ends);

    int rows() const { return static_cast<int>(ends_.size()); }
    /// The upper row: entry (row, column) at [column - row], up to its end. Of M until factorise(), of U after it.
    std::span<double> row(int row) {
        return std::span(entries_).subspan(starts_[row], ends_[row] - row);
    }
    void setZero() { entries_.assign(entries_.size(), 0.0); }
    /// U in M's place. A pivot that is not above 0 leaves values that are not finite.
    void factorise();
    /// `values`, one a row, becomes the solution of M x = values. After factorise().
    void solve(std::span<double> values) const;

private:
    const double* at(int row, int column) const { return &entries_[starts_[row] + column - row]; }
    double* at(int row, int column) { return &entries_[starts_[row] + column - row]; }

    std::vector<int> ends_;
    std::vector<std::size_t> starts_;  // of rows in entries_
    std::vector<double> entries_;
};

}  // namespace hw
