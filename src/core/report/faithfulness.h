// SPDX-License-Identifier: MIT
// How well a method's ranking of tokens agrees with reference scores, layer by layer and over many examples, as in the
// tables of Abnar & Zuidema 2020, for the user's own model.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/matrix/matrix_view.h"
#include "core/methods/output_choice.h"
#include "core/model/attention_model.h"
#include "core/statistics/spearman.h"

namespace hw {

/// Spearman's correlation of each row of a profile [layers][n] with `scores` (n values), over the tokens that `keep`
/// marks (all if empty). NaN where a ranking is constant. `epsilon` is the method's MethodSpec::sameWithin.
std::vector<double> correlateLayers(const Matrix& profile, std::span<const double> scores,
                                    const std::vector<bool>& keep, const RankOptions& options = {});

/// The same for a profile in double, row-major.
std::vector<double> correlateLayers(std::span<const double> profile, std::span<const double> scores,
                                    const std::vector<bool>& keep, const RankOptions& options = {});

/// Marks the tokens that stay in a ranking when those with these texts are excluded.
std::vector<bool> keptTokens(std::span<const std::string> tokens,
                             std::span<const std::string> leftOut);

/// The output token to read an example at. It is the one in the file, else the last token of a causal model, else the
/// first.
int outputTokenOf(const Example& example);

/// The rows to read an example at. They are that token's, or the mean of all where the answer comes from all
/// (meanOfTokens).
OutputChoice usualOutputs(const Example& example);

/// Mean and spread of one cell over examples. A NaN (constant ranking) counts as 0, and adds to `constant`.
class MeanSpread {
public:
    /// Restores a cell from count(), constant(), mean() and squares().
    static MeanSpread from(int count, int constant, double mean, double squares);
    void add(double value);
    /// Merges a cell computed over other examples.
    void add(const MeanSpread& other);
    int count() const { return count_; }
    int constant() const { return constant_; }
    double mean() const { return count_ > 0 ? mean_ : 0.0; }
    /// Sum of the squared distances from the mean.
    double squares() const { return squares_; }
    /// Standard deviation of the population (divided by N), and of a sample (by N - 1).
    double deviation() const;
    double sampleDeviation() const;

private:
    int count_ = 0;
    int constant_ = 0;
    double mean_ = 0.0;
    double squares_ = 0.0;  ///< sum of squared distances from the mean (Welford)
};

}  // namespace hw
