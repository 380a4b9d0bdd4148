// SPDX-License-Identifier: MIT
#include "model/ask/experiment.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace hw::model {
namespace {

/// Draws units of about the weights of others, none twice.
class Draw {
public:
    Draw(std::vector<Unit> all, std::uint32_t seed) : all_(std::move(all)), random_(seed) {
        std::ranges::stable_sort(all_, {}, &Unit::weight);
    }

    std::vector<Unit> like(const std::vector<Unit>& units) {
        std::vector<bool> isTaken(all_.size(), false);
        std::vector<Unit> drawn;
        for (const Unit& unit : units) {
            const auto at = std::ranges::lower_bound(all_, unit.weight, {}, &Unit::weight);
            const auto middle = static_cast<std::ptrdiff_t>(at - all_.begin());
            const std::ptrdiff_t index = choose(middle, isTaken);
            if (index < 0) break;
            isTaken[index] = true;
            drawn.push_back(all_[index]);
        }
        return drawn;
    }

private:
    /// One of the nearest that are left, by chance; -1 if none is.
    std::ptrdiff_t choose(std::ptrdiff_t middle, const std::vector<bool>& isTaken) {
        constexpr std::size_t nearest = 16;
        std::vector<std::ptrdiff_t> near;
        const std::ptrdiff_t size = std::ssize(all_);
        for (std::ptrdiff_t reach = 0; near.size() < nearest && reach <= size; ++reach)
            for (const std::ptrdiff_t index : {middle - 1 - reach, middle + reach})
                if (index >= 0 && index < size && !isTaken[index]) near.push_back(index);
        if (near.empty()) return -1;
        // No std::uniform_int_distribution: every library has its own.
        return near[random_() % near.size()];
    }

    std::vector<Unit> all_;
    std::mt19937 random_;
};

double meanOf(const std::vector<double>& values) {
    return values.empty() ? 0
                          : std::accumulate(values.begin(), values.end(), 0.0) /
                                static_cast<double>(values.size());
}

/// A percentile of a few values, between neighbours.
double percentile(std::vector<double> values, double share) {
    std::ranges::sort(values);
    const double at = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

}  // namespace

Result<Experiment> experiment(const Network& network, const Trace& base, const Target& target,
                              const std::vector<Unit>& ranking, const std::vector<Unit>& all,
                              const ExperimentOptions& options) {
    Experiment made;
    made.value = valuesOf(network, base, target).front();
    const int most = std::min<int>(options.most, static_cast<int>(ranking.size()));
    for (int count = 1; count <= most; count *= 2) made.counts.push_back(count);
    if (made.counts.empty()) return made;
    std::vector<std::vector<Unit>> lists{{ranking.begin(), ranking.begin() + most}};
    Draw draw(all, options.seed);
    for (int i = 0; i < options.draws; ++i) lists.push_back(draw.like(lists.front()));
    std::vector<Edits> edits;
    for (const std::vector<Unit>& list : lists)
        for (const int count : made.counts) {
            Edits own{.rule = options.rule};
            for (int i = 0; i < std::min<int>(count, static_cast<int>(list.size())); ++i)
                addCut(own, list[i], network.spec, base.batch.length(0));
            edits.push_back(std::move(own));
        }
    const auto values = editedValues(network, base, edits, target, options.progress, options.stop);
    if (!values) return std::unexpected(values.error());
    const auto width = std::ssize(made.counts);
    const auto row = [&](std::ptrdiff_t index) {
        return std::vector<double>(values->begin() + index * width,
                                   values->begin() + (index + 1) * width);
    };
    made.ranked = row(0);
    int asLow = 1;
    for (int i = 1; i <= options.draws; ++i) {
        made.random.push_back(row(i));
        if (meanOf(made.random.back()) <= meanOf(made.ranked)) ++asLow;
    }
    made.p = static_cast<double>(asLow) / (options.draws + 1);
    for (std::ptrdiff_t count = 0; count < width && !made.random.empty(); ++count) {
        std::vector<double> column;
        for (const std::vector<double>& drawn : made.random) column.push_back(drawn[count]);
        made.randomMean.push_back(meanOf(column));
        made.randomLow.push_back(percentile(column, 0.025));
        made.randomHigh.push_back(percentile(column, 0.975));
    }
    made.area = made.random.empty() ? 0 : meanOf(made.randomMean) - meanOf(made.ranked);
    return made;
}

}  // namespace hw::model
