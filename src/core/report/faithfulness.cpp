// SPDX-License-Identifier: MIT
#include "core/report/faithfulness.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>

#include "core/matrix/matrix.h"

namespace hw {

std::vector<double> correlateLayers(std::span<const double> profile, std::span<const double> scores,
                                    const std::vector<bool>& keep, const RankOptions& options) {
    const std::size_t n = scores.size();
    const auto kept = [&](std::span<const double> row) {
        std::vector<double> values;
        for (std::size_t i = 0; i < n; ++i) {
            if (keep.empty() || keep[i]) values.push_back(row[i]);
        }
        return values;
    };
    const std::vector<double> reference = kept(scores);
    std::vector<double> layers;
    for (std::size_t begin = 0; n > 0 && begin + n <= profile.size(); begin += n) {
        // Scores are used unchanged. Only the method's own values need a tolerance.
        layers.push_back(
            spearman(kept(profile.subspan(begin, n)), reference, options, {options.ties, 0.0}));
    }
    return layers;
}

std::vector<double> correlateLayers(const Matrix& profile, std::span<const double> scores,
                                    const std::vector<bool>& keep, const RankOptions& options) {
    const std::vector<double> values(profile.data(), profile.data() + profile.size());
    return correlateLayers(values, scores, keep, options);
}

std::vector<bool> keptTokens(std::span<const std::string> tokens,
                             std::span<const std::string> leftOut) {
    std::vector<bool> keep;
    keep.reserve(tokens.size());
    for (const std::string& token : tokens) {
        keep.push_back(std::ranges::find(leftOut, token) == leftOut.end());
    }
    return keep;
}

int outputTokenOf(const Example& example) {
    if (example.outputToken >= 0) return example.outputToken;
    return example.kind() == AttentionKind::causal ? example.attentions.queries - 1 : 0;
}

OutputChoice usualOutputs(const Example& example) {
    if (example.outputToken == meanOfTokens) return {OutputJoin::mean, {}};
    return {OutputJoin::sum, {outputTokenOf(example)}};
}

MeanSpread MeanSpread::from(int count, int constant, double mean, double squares) {
    MeanSpread cell;
    cell.count_ = count;
    cell.constant_ = constant;
    cell.mean_ = mean;
    cell.squares_ = squares;
    return cell;
}

void MeanSpread::add(double value) {
    if (std::isnan(value)) {
        ++constant_;
        value = 0.0;
    }
    ++count_;
    const double step = value - mean_;
    mean_ += step / count_;
    squares_ += step * (value - mean_);
}

void MeanSpread::add(const MeanSpread& other) {
    if (other.count_ == 0) return;
    // A file from another program may claim more examples than fit in an int.
    const auto sum = [](int a, int b) {
        return static_cast<int>(std::min(std::int64_t{a} + b, std::int64_t{INT_MAX}));
    };
    const int total = sum(count_, other.count_);
    const double step = other.mean_ - mean_;
    squares_ += other.squares_ + step * step * count_ * other.count_ / total;
    mean_ += step * other.count_ / total;
    count_ = total;
    constant_ = sum(constant_, other.constant_);
}

double MeanSpread::deviation() const { return count_ > 0 ? std::sqrt(squares_ / count_) : 0.0; }

double MeanSpread::sampleDeviation() const {
    return count_ > 1 ? std::sqrt(squares_ / (count_ - 1)) : 0.0;
}

}  // namespace hw
