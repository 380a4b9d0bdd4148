// SPDX-License-Identifier: MIT
#include "model/why/look.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "model/ask/contributions.h"
#include "model/run/read_out.h"

namespace hw::why {
namespace {

/// Shares of a head below it count as none in information flow routes.
constexpr double leastShare = 0.04;
/// Of the largest logit, and of cosines: what float32 may change in a value.
constexpr double noiseOfLogit = 5e-5;
constexpr double noiseOfCosine = 2e-5;

/// The rows that are read of what attention leads to, up to each layer: [L][T].
Result<std::vector<std::vector<double>>> attentionRows(const Example& example,
                                                       const std::vector<double>& read) {
    const Part part = mainPart(example, Method::rollout);
    Settings settings;
    if (part == Part::encoder) settings.sinks = SinkUse::exclude;
    if (auto good = checkMethod(example, part, Method::rollout, settings); !good)
        return std::unexpected(std::move(good.error()));
    auto stack = computeStack(example, part, Method::rollout, settings);
    if (!stack) return std::unexpected(std::move(stack.error()));
    std::vector<std::vector<double>> rows;
    for (const Matrix& matrix : *stack) {
        std::vector<double>& row = rows.emplace_back(matrix.cols(), 0.0);
        for (int query = 0; query < matrix.rows(); ++query)
            for (int key = 0; key < matrix.cols() && read[query] != 0; ++key)
                row[key] += read[query] * matrix(query, key);
    }
    return rows;
}

/// The sums over each group's tokens; sinks count only in groups of nothing else.
std::vector<double> grouped(const std::vector<double>& values, const Groups& groups,
                            const std::vector<int>& sinks) {
    const auto isSink = [&](int token) { return std::ranges::find(sinks, token) != sinks.end(); };
    std::vector<double> sums;
    for (const std::vector<int>& group : groups) {
        const bool isOfSinks = std::ranges::all_of(group, isSink);
        double sum = 0;
        for (const int token : group)
            if (isOfSinks || !isSink(token)) sum += values[token];
        sums.push_back(sum);
    }
    return sums;
}

const model::Spec& answering(const service::AskedRun& asked) {
    return asked.session.answering().spec;
}

/// A model of next words whose layers add to the answer.
bool isVote(const service::AskedRun& asked, const Look& made) {
    const model::Spec& spec = answering(asked);
    return !asked.base.output && spec.head.task == model::Task::nextWord && spec.isCausal() &&
           model::hasDirectShares(spec) && made.rival >= 0;
}

}  // namespace

bool isDifference(const model::Target& target) {
    return target.kind == model::TargetKind::logit && target.minus >= 0;
}

double Look::noise(const model::Target& target) const {
    if (target.kind == model::TargetKind::cosine) return noiseOfCosine;
    double largest = 0;
    for (const float one : outputs) largest = std::max(largest, std::abs(double{one}));
    return noiseOfLogit * largest;
}

Result<Look> lookAt(const service::AskedRun& asked, const Groups& groups, bool votes) {
    Look made;
    const model::Run& run = asked.base;
    made.value = model::valueOf(asked.subject(), asked.target);
    made.read = model::readAt(answering(asked), asked.target, run.answering().batch);
    const auto most = std::ranges::max_element(made.read);
    made.place = *most == 1 ? static_cast<int>(most - made.read.begin()) : -1;
    made.outputs = asked.session.outputs(run, std::max(made.place, 0));
    if (answering(asked).head.task != model::Task::embedding)
        made.likeliest = asked.session.topOf(made.outputs, 2);
    if (asked.target.minus >= 0)
        made.rival = asked.target.minus;
    else
        for (const model::Choice& one : made.likeliest)
            if (made.rival < 0 && one.index != asked.target.index) made.rival = one.index;
    Example example = asked.session.toExample(run);
    made.sinks = attentionSinks(example.attentions);
    example.attentions.sinks = made.sinks;
    auto rows = attentionRows(example, made.read);
    if (!rows) return std::unexpected(std::move(rows.error()));
    made.attention = std::move(*rows);
    std::vector<int> sinks;
    for (const AttentionSink& sink : made.sinks) sinks.push_back(sink.token);
    for (const std::vector<int>& group : groups) {
        made.evidence.isSink.push_back(std::ranges::all_of(
            group, [&](int token) { return std::ranges::find(sinks, token) != sinks.end(); }));
        made.evidence.takesPart.push_back(std::ranges::none_of(group, [&](int token) {
            return run.encoding.special[token] || (!run.output && token == made.place);
        }));
    }
    made.evidence.attention = grouped(made.attention.back(), groups, sinks);
    if (!votes || !isVote(asked, made)) return made;
    const auto routes =
        model::flowRoutes(asked.session.network(), run.trace, made.read, leastShare);
    if (!routes) return std::unexpected(routes.error());
    model::Target between = asked.target;
    between.kind = model::TargetKind::logit;
    between.minus = made.rival;
    const auto direct = model::directShares(asked.session.network(), run.trace, between);
    if (!direct) return std::unexpected(direct.error());
    std::vector<double> shares(run.tokens(), 0.0);
    for (std::size_t i = 0; i < direct->heads.size(); ++i)
        shares[i % shares.size()] += direct->heads[i];
    made.evidence.routes = grouped(*routes, groups, sinks);
    made.evidence.direct = grouped(shares, groups, sinks);
    return made;
}

}  // namespace hw::why
