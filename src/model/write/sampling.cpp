// SPDX-License-Identifier: MIT
#include "model/write/sampling.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/localized_text.h"

namespace hw::model {
namespace {

constexpr double never = -std::numeric_limits<double>::infinity();

/// Tokens by their logits over the temperature. Only the part that is read gets sorted.
class Ranking {
public:
    Ranking(std::span<const float> logits, double temperature) {
        double most = never;
        for (const float logit : logits)
            if (!std::isnan(logit)) most = std::max(most, double{logit});
        if (!std::isfinite(most)) return;
        for (std::size_t id = 0; id < logits.size(); ++id) {
            const double weight = std::exp((logits[id] - most) / temperature);
            if (weight > 0) list_.push_back({static_cast<int>(id), weight});
        }
    }
    int size() const { return static_cast<int>(list_.size()); }
    const Candidate& at(int rank) {
        constexpr int least = 64;
        while (rank >= sorted_) {
            const int end = std::min(std::max(least, 4 * sorted_), size());
            std::partial_sort(list_.begin() + sorted_, list_.begin() + end, list_.end(), isBefore);
            sorted_ = end;
        }
        return list_[rank];
    }
    double sum(int count) {
        double total = 0;
        if (count < size()) {
            for (int rank = 0; rank < count; ++rank) total += at(rank).share;
        } else {
            for (const Candidate& one : list_) total += one.share;
        }
        return total;
    }

private:
    static bool isBefore(const Candidate& a, const Candidate& b) {
        return a.share != b.share ? a.share > b.share : a.id < b.id;
    }
    std::vector<Candidate> list_;
    int sorted_ = 0;
};

/// The fewest of the ranking's first `count`, whose total is `total`, that have the share.
int fewest(Ranking& ranking, int count, double total, double share) {
    if (share >= 1) return count;
    double sum = 0;
    for (int rank = 0; rank < count; ++rank) {
        sum += ranking.at(rank).share;
        if (sum >= share * total) return rank + 1;
    }
    return count;
}

int likeliest(std::span<const float> logits) {
    int best = -1;
    for (std::size_t id = 0; id < logits.size(); ++id)
        if (!std::isnan(logits[id]) && (best < 0 || logits[id] > logits[best]))
            best = static_cast<int>(id);
    return best;
}

}  // namespace

Result<void> checkSampling(const Sampling& sampling) {
    const auto refuse = [](const char* place, LocalizedText finding) {
        return std::unexpected(
            Problem{Code::badArgument, place, std::string(finding), {}, std::nullopt});
    };
    if (!(sampling.temperature >= 0) || !std::isfinite(sampling.temperature))
        return refuse("temperature", "The temperature must be 0 or more."_tr);
    if (sampling.topK < 0)
        return refuse("top-k", "Top-k must be a number of words, or 0 for all."_tr);
    if (!(sampling.topP > 0 && sampling.topP <= 1))
        return refuse("top-p", "Top-p must be above 0 and at most 1."_tr);
    return {};
}

std::vector<Candidate> candidatesOf(std::span<const float> logits, const Sampling& sampling) {
    if (sampling.temperature == 0) {
        const int best = likeliest(logits);
        return best < 0 ? std::vector<Candidate>() : std::vector<Candidate>{{best, 1}};
    }
    Ranking ranking(logits, sampling.temperature);
    int count = ranking.size();
    if (sampling.topK > 0) count = std::min(count, sampling.topK);
    count = fewest(ranking, count, ranking.sum(count), sampling.topP);
    const double total = ranking.sum(count);
    std::vector<Candidate> list;
    list.reserve(count);
    for (int rank = 0; rank < count; ++rank)
        list.push_back({ranking.at(rank).id, ranking.at(rank).share / total});
    return list;
}

double drawAt(std::uint64_t seed, int position) {
    constexpr std::uint64_t gamma = 0x9E3779B97F4A7C15;
    std::uint64_t z = seed + gamma * (static_cast<std::uint64_t>(position) + 1);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    z ^= z >> 31;
    return static_cast<double>(z >> 11) * 0x1p-53;
}

int chooseToken(std::span<const float> logits, const Sampling& sampling, int position) {
    if (sampling.temperature == 0) return likeliest(logits);
    Ranking ranking(logits, sampling.temperature);
    int count = ranking.size();
    if (count == 0) return -1;
    if (sampling.topK > 0) count = std::min(count, sampling.topK);
    count = fewest(ranking, count, ranking.sum(count), sampling.topP);
    const double wanted = drawAt(sampling.seed, position) * ranking.sum(count);
    double sum = 0;
    for (int rank = 0; rank + 1 < count; ++rank) {
        sum += ranking.at(rank).share;
        if (sum > wanted) return ranking.at(rank).id;
    }
    return ranking.at(count - 1).id;
}

}  // namespace hw::model
