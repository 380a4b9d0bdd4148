// SPDX-License-Identifier: MIT
#include "core/flow/envelope_cholesky.h"

#include <array>
#include <cmath>
#include <utility>

namespace hw {
namespace {

constexpr int together = 4;  ///< pivots
using Rows = std::array<const double*, together>;
using Factors = std::array<double, together>;

/// target -= sum of by[i] * rows[i], `count` entries. Plain, so that any compiler vectorises it.
void subtract(double* target, const Rows& rows, const Factors& by, int count) {
    const double* const a = rows[0];
    const double* const b = rows[1];
    const double* const c = rows[2];
    const double* const d = rows[3];
    for (int i = 0; i < count; ++i)
        target[i] -= by[0] * a[i] + by[1] * b[i] + by[2] * c[i] + by[3] * d[i];
}

void subtract(double* target, const double* row, double by, int count) {
    for (int i = 0; i < count; ++i) target[i] -= by * row[i];
}

}  // namespace

EnvelopeCholesky::EnvelopeCholesky(std::vector<int> ends) : ends_(std::move(ends)) {
    starts_.reserve(ends_.size());
    std::size_t next = 0;
    for (int row = 0; row < rows(); ++row) {
        starts_.push_back(next);
        next += ends_[row] - row;
    }
    entries_.assign(next, 0.0);
}

void EnvelopeCholesky::factorise() {
    for (int first = 0, last = 0; first < rows(); first = last) {
        const int end = ends_[first];
        last = first;
        while (last < rows() && last < first + together && ends_[last] == end) {
            for (int pivot = first; pivot < last; ++pivot)
                subtract(at(last, last), at(pivot, last), *at(pivot, last), end - last);
            const double root = std::sqrt(*at(last, last));
            for (double& entry : row(last)) entry /= root;
            ++last;
        }
        for (int below = last; below < end; ++below) {
            if (last - first < together) {
                for (int pivot = first; pivot < last; ++pivot)
                    subtract(at(below, below), at(pivot, below), *at(pivot, below), end - below);
                continue;
            }
            Rows pivots{};
            Factors by{};
            bool meets = false;
            for (int i = 0; i < together; ++i) {
                pivots[i] = at(first + i, below);
                by[i] = *pivots[i];
                meets |= by[i] != 0.0;
            }
            if (meets) subtract(at(below, below), pivots, by, end - below);
        }
    }
}

void EnvelopeCholesky::solve(std::span<double> values) const {
    for (int row = 0; row < rows(); ++row) {
        const double* entries = at(row, row);
        values[row] /= entries[0];
        subtract(&values[row] + 1, entries + 1, values[row], ends_[row] - row - 1);
    }
    for (int row = rows() - 1; row >= 0; --row) {
        const double* entries = at(row, row);
        double sum = values[row];
        for (int i = 1; i < ends_[row] - row; ++i) sum -= entries[i] * values[row + i];
        values[row] = sum / entries[0];
    }
}

}  // namespace hw
