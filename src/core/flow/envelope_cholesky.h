// SPDX-License-Identifier: MIT
// Cholesky factorisation of a symmetric matrix with a narrow envelope, such as that of a layered network.
#pragma once

#include <span>
#include <vector>

namespace hw {

/// M = U'U for a symmetric positive definite matrix that is 0 in each row from column `ends[row]` on. The ends never
/// decrease from row to row, so U fits in M's envelope (the envelope method, George & Liu 1981, chapter 4). For a
/// block-tridiagonal matrix no entry is stored in vain. Double throughout.
///
/// Pivots are taken four at a time where rows end alike, so that a row is read once for all four. Cost: the
/// sum of (ends[row] - row)^2 flops, less where rows lie outside it. Memory: the sum of ends[row] - row.
class EnvelopeCholesky {
public:
    /// `ends[row]` > row, non-decreasing, at most the number of rows. All entries start as 0.
    explicit EnvelopeCholesky(std::vector<int> ends);

    int rows() const { return static_cast<int>(ends_.size()); }
    /// The upper triangle of a row, with entry (row, column) at [column - row]. M until factorise(), then U.
    std::span<double> row(int row) {
        return std::span(entries_).subspan(starts_[row], ends_[row] - row);
    }
    void setZero() { entries_.assign(entries_.size(), 0.0); }
    /// Replaces M by U. A pivot that is not above 0 leaves values that are not finite.
    void factorise();
    /// Replaces `values`, one per row, by the solution of M x = values. Call factorise() first.
    void solve(std::span<double> values) const;

private:
    const double* at(int row, int column) const { return &entries_[starts_[row] + column - row]; }
    double* at(int row, int column) { return &entries_[starts_[row] + column - row]; }

    std::vector<int> ends_;
    std::vector<std::size_t> starts_;  // of rows in entries_
    std::vector<double> entries_;
};

}  // namespace hw
