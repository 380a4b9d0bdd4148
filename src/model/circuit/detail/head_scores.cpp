// SPDX-License-Identifier: MIT
#include "model/circuit/detail/head_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/train/draws.h"

namespace hw::circuit {
namespace {

/// A mean over some rows; NaN over none.
struct Mean {
    double sum = 0;
    int count = 0;
    void add(double value) {
        sum += value;
        ++count;
    }
    double value() const {
        return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / count;
    }
};

template <class At>
void addWhole(HeadScores& made, int n, const At& at) {
    Mean previous, self, first, next, entropy, distance;
    for (int i = 0; i < n; ++i) {
        self.add(at(i, i));
        if (i > 0) {
            previous.add(at(i, i - 1));
            first.add(at(i, 0));
        }
        if (i + 1 < n) next.add(at(i, i + 1));
        double sum = 0;
        double far = 0;
        for (int j = 0; j < n; ++j) {
            const double weight = at(i, j);
            if (weight > 0) sum -= weight * std::log(weight);
            far += weight * std::abs(i - j);
        }
        entropy.add(sum);
        distance.add(far);
    }
    made.previous = previous.value();
    made.self = self.value();
    made.first = first.value();
    made.next = next.value();
    made.entropy = entropy.value();
    made.distance = distance.value();
}

}  // namespace

HeadScores headScores(std::span<const float> weights, std::span<const int> ids) {
    const int n = static_cast<int>(ids.size());
    const auto at = [&](int i, int j) -> double { return weights[std::size_t{1} * i * n + j]; };
    HeadScores made;
    addWhole(made, n, at);
    Mean duplicate, induction;
    for (int i = 0; i < n; ++i) {
        double same = 0;
        double after = 0;
        bool isRepeated = false;
        bool isOlder = false;
        for (int j = 0; j < i; ++j) {
            if (ids[j] != ids[i]) continue;
            isRepeated = true;
            same += at(i, j);
            if (j > i - 2) continue;
            isOlder = true;
            after += at(i, j + 1);
        }
        if (isRepeated) duplicate.add(same);
        if (isOlder) induction.add(after);
    }
    made.duplicate = duplicate.value();
    made.induction = induction.value();
    return made;
}

RepeatedTexts repeatedTexts(const model::Session& session, int count, std::uint64_t seed) {
    constexpr int longest = 25;
    const model::Tokenizer* tokenizer = session.tokenizer();
    const model::Spec& spec = session.network().spec;
    RepeatedTexts made{.seed = seed};
    if (tokenizer != nullptr) {
        if (const auto empty = tokenizer->encode(""))
            made.prefix.assign(empty->ids.begin(), empty->ids.end());
        for (int id = 0; id < spec.vocabulary; ++id)
            if (tokenizer->token(id) && !tokenizer->isSpecial(id) &&
                id != tokenizer->specialIds().unknown)
                made.allowed.push_back(id);
    } else {
        for (int id = 0; id < spec.vocabulary; ++id) made.allowed.push_back(id);
    }
    const int front = static_cast<int>(made.prefix.size());
    const int most = session.facts().mostTokens;
    made.period = std::min(longest, static_cast<int>(made.allowed.size()));
    if (most > 0) made.period = std::min(made.period, (most - front) / 2);
    if (made.period < 1) return made;
    for (int row = 0; row < count; ++row) {
        train::Draws draws(train::draw(seed, row));
        const std::vector<int> places =
            draws.different(static_cast<int>(made.allowed.size()), made.period);
        std::vector<int>& ids = made.rows.emplace_back(made.prefix);
        for (int copy = 0; copy < 2; ++copy)
            for (const int place : places) ids.push_back(made.allowed[place]);
    }
    return made;
}

HeadScores repeatScores(std::span<const float> weights, int tokens, int period, int prefix) {
    const auto at = [&](int i, int j) -> double {
        return weights[std::size_t{1} * i * tokens + j];
    };
    HeadScores made;
    addWhole(made, tokens, at);
    Mean previous, duplicate, induction;
    for (int i = prefix + 1; i < prefix + 2 * period; ++i) previous.add(at(i, i - 1));
    for (int i = prefix + period; i < prefix + 2 * period; ++i) {
        duplicate.add(at(i, i - period));
        induction.add(at(i, i - period + 1));
    }
    made.previous = previous.value();
    made.duplicate = duplicate.value();
    made.induction = induction.value();
    return made;
}

Result<std::vector<HeadScores>> meanRepeatScores(const Components& parts,
                                                 const RepeatedTexts& texts,
                                                 const model::Stop& stop) {
    const Graph& graph = parts.graph();
    std::vector<HeadScores> made(std::size_t{1} * graph.layers() * graph.heads());
    for (const std::vector<int>& ids : texts.rows) {
        const auto trace = model::forward(parts.network(), {{ids}}, {.stop = stop});
        if (!trace) return std::unexpected(trace.error());
        const int n = static_cast<int>(ids.size());
        const std::size_t size = std::size_t{1} * n * n;
        for (std::size_t i = 0; i < made.size(); ++i) {
            const std::vector<float>& layer = trace->weights[i / graph.heads()];
            const HeadScores one =
                repeatScores(std::span(layer).subspan(size * (i % graph.heads()), size), n,
                             texts.period, static_cast<int>(texts.prefix.size()));
            for (double HeadScores::* score :
                 {&HeadScores::previous, &HeadScores::self, &HeadScores::first,
                  &HeadScores::duplicate, &HeadScores::induction, &HeadScores::next,
                  &HeadScores::entropy, &HeadScores::distance})
                made[i].*score += one.*score / static_cast<double>(texts.rows.size());
        }
    }
    return made;
}

}  // namespace hw::circuit
