// SPDX-License-Identifier: MIT
#include "model/why/run_overview.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/methods/method_stack.h"
#include "core/methods/rollout.h"
#include "model/ask/contributions.h"
#include "model/run/read_out.h"

namespace hw::why {
namespace {

/// Smaller shares of a head count as 0 in information flow routes.
constexpr double leastShare = 0.04;
/// The error that float32 may cause, relative to the largest logit, and for cosines.
constexpr double noiseOfLogit = 5e-5;
constexpr double noiseOfCosine = 2e-5;

/// A layer's attention, without a copy.
AttentionTensor tensorOf(const model::Trace& trace, int layer, int heads) {
    const int n = trace.batch.length(0);
    return {.layers = 1, .heads = heads, .queries = n, .keys = n, .lent = trace.weights[layer]};
}

std::vector<AttentionSink> sinksOf(const model::Trace& trace, int heads) {
    const auto layers = static_cast<int>(trace.weights.size());
    std::vector<double> received(trace.batch.length(0), 0.0);
    bool causal = true;
    for (int layer = 0; layer < layers; ++layer) {
        const AttentionTensor one = tensorOf(trace, layer, heads);
        causal = causal && isCausal(one);
        const std::vector<double> own = receivedWeights(one);
        for (std::size_t token = 0; token < own.size(); ++token)
            received[token] += own[token] / layers;
    }
    return attentionSinks(received, causal);
}

/// `row` times the matrix.
std::vector<double> times(const std::vector<double>& row, const Matrix& matrix) {
    std::vector<double> made(matrix.cols(), 0.0);
    for (int query = 0; query < matrix.rows(); ++query)
        for (int key = 0; key < matrix.cols() && row[query] != 0; ++key)
            made[key] += row[query] * matrix(query, key);
    return made;
}

/// The rows of rollout that are read, up to each layer: [L][T]. The heads of a layer are not copied, because they take
/// most of the memory of long texts.
std::vector<std::vector<double>> rolloutRows(const model::Trace& trace, int heads,
                                             const std::vector<double>& read,
                                             const std::vector<AttentionSink>& sinks, SinkUse use) {
    Settings settings;
    settings.sinks = use;
    std::vector<Matrix> layers;
    std::vector<std::vector<double>> rows;
    for (int layer = 0; layer < static_cast<int>(trace.weights.size()); ++layer) {
        AttentionTensor one = tensorOf(trace, layer, heads);
        one.sinks = sinks;
        layers.push_back(std::move(rollout(one, settings).front()));
        std::vector<double> row = read;
        for (auto below = layers.rbegin(); below != layers.rend(); ++below)
            row = times(row, *below);
        rows.push_back(std::move(row));
    }
    return rows;
}

/// The same for a translation model: for its encoder's tokens, from the token of the output.
Result<std::vector<std::vector<double>>> crossRows(const Example& example,
                                                   const std::vector<double>& read) {
    const Settings settings;
    if (auto good = checkMethod(example, Part::cross, Method::rollout, settings); !good)
        return std::unexpected(std::move(good.error()));
    const auto stack = computeStack(example, Part::cross, Method::rollout, settings);
    if (!stack) return std::unexpected(stack.error());
    std::vector<std::vector<double>> rows;
    for (const Matrix& matrix : *stack) rows.push_back(times(read, matrix));
    return rows;
}

/// The sums over each group's tokens. Sinks count only in groups of sinks.
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

const model::Spec& answering(const service::RunQuestion& asked) {
    return asked.session.answering().spec;
}

/// True for a causal model of next words whose layers add to the logits, if the answer has a rival.
bool isVote(const service::RunQuestion& asked, const RunOverview& made) {
    const model::Spec& spec = answering(asked);
    return !asked.base.output && !asked.target.isSeveral() &&
           spec.head.task == model::Task::nextWord && spec.isCausal() &&
           model::hasDirectShares(spec) && made.rival >= 0;
}

/// Adds a decoder's two quantities that vote with hiding.
Result<void> addVoices(const service::RunQuestion& asked, const RunOverview& made,
                       service::GroupTests& known) {
    const model::Run& run = asked.base;
    auto routes = model::flowRoutes(asked.session.network(), run.trace, made.read, leastShare);
    if (!routes) return std::unexpected(std::move(routes.error()));
    model::Target between = asked.target;
    between.kind = model::TargetKind::logit;
    between.minus = made.rival;
    const auto direct = model::directShares(asked.session.network(), run.trace, between);
    if (!direct) return std::unexpected(direct.error());
    known.direct.assign(run.tokens(), 0.0);
    for (std::size_t i = 0; i < direct->heads.size(); ++i)
        known.direct[i % known.direct.size()] += direct->heads[i];
    known.routes = std::move(*routes);
    return {};
}

}  // namespace

bool isDifference(const model::Target& target) {
    return target.kind == model::TargetKind::logit && target.minus >= 0;
}

double RunOverview::noise(const model::Target& target) const {
    if (target.kind == model::TargetKind::cosine) return noiseOfCosine;
    double largest = 0;
    for (const float one : outputs) largest = std::max(largest, std::abs(double{one}));
    const double ofLogit = noiseOfLogit * largest;
    if (target.kind != model::TargetKind::probability) return ofLogit;
    return ofLogit * (target.minus >= 0 ? 0.25 : value * (1 - value));  // dp = p (1 - p) d logit
}

model::Target plainTarget(model::Target target) {
    if (target.kind == model::TargetKind::logProbability && target.minus >= 0)
        target.kind = model::TargetKind::logit;
    return target;
}

int placeOf(const service::RunQuestion& asked) {
    // A word of several tokens begins at the first position. Those after it are its own tokens.
    if (asked.target.isSeveral()) return asked.target.position;
    const std::vector<double> read =
        model::readAt(answering(asked), asked.target, asked.base.answering().batch);
    const auto most = std::ranges::max_element(read);
    return *most == 1 ? static_cast<int>(most - read.begin()) : -1;
}

Result<RunOverview> overviewOf(const service::RunQuestion& asked, const Groups& groups, bool votes,
                               SinkUse sinkUse) {
    RunOverview made;
    const model::Run& run = asked.base;
    made.read = model::readAt(answering(asked), asked.target, run.answering().batch);
    made.place = placeOf(asked);
    made.outputs = asked.session.outputs(run, std::max(made.place, 0));
    const bool isOfAll = !asked.target.isSeveral() && model::outputsOf(asked.target).empty();
    made.value = isOfAll ? model::valueOf(asked.target, made.outputs)
                         : model::valueOf(asked.subject(), asked.target);
    if (answering(asked).head.task != model::Task::embedding)
        made.likeliest = asked.session.topOf(made.outputs, 2);
    if (asked.target.minus >= 0)
        made.rival = asked.target.minus;
    else
        for (const model::Choice& one : made.likeliest)
            if (made.rival < 0 && one.index != asked.target.index) made.rival = one.index;
    const int heads = asked.session.network().spec.heads;
    // Attention across two stacks has no parked sinks.
    if (!run.output) made.sinks = sinksOf(run.trace, heads);
    if (run.output) {
        auto rows = crossRows(asked.session.toExample(run), made.read);
        if (!rows) return std::unexpected(std::move(rows.error()));
        made.attention = std::move(*rows);
    } else {
        made.attention = rolloutRows(run.trace, heads, made.read, made.sinks, SinkUse::exclude);
    }
    std::vector<int> sinks;
    for (const AttentionSink& sink : made.sinks) sinks.push_back(sink.token);
    // The template around a message is not part of its words.
    const auto isOfTemplate = [&](int token) {
        return !run.encoding.ofTemplate.empty() && run.encoding.ofTemplate[token];
    };
    for (const std::vector<int>& group : groups) {
        made.evidence.isSink.push_back(std::ranges::all_of(
            group, [&](int token) { return std::ranges::find(sinks, token) != sinks.end(); }));
        const bool isWord = !std::ranges::all_of(group, isOfTemplate);
        made.evidence.takesPart.push_back(
            isWord && std::ranges::none_of(group, [&](int token) {
                const bool isUnread =
                    answering(asked).isCausal() && made.place >= 0 && token > made.place;
                return run.encoding.special[token] ||
                       (!run.output && (token == made.place || isUnread));
            }));
    }
    made.evidence.attention = grouped(made.attention.back(), groups, sinks);
    if (!run.output) made.sinkUse = sinkUse;
    if (sinkUse == SinkUse::include && !made.sinks.empty())
        made.attention = rolloutRows(run.trace, heads, made.read, made.sinks, sinkUse);
    if (!votes || !isVote(asked, made) || run.tokens() > mostVoting) return made;
    service::GroupTests own;
    service::GroupTests& known = asked.tested == nullptr ? own : *asked.tested;
    if (known.routes.empty())
        if (auto good = addVoices(asked, made, known); !good)
            return std::unexpected(std::move(good.error()));
    made.evidence.routes = grouped(known.routes, groups, sinks);
    made.evidence.direct = grouped(known.direct, groups, sinks);
    return made;
}

double probabilityOf(const service::RunQuestion& asked, const RunOverview& overview, int index) {
    constexpr std::size_t few = 64;
    if (asked.target.isSeveral()) return std::exp(overview.value);
    if (overview.outputs.size() > few) return model::probabilities(overview.outputs)[index];
    // A head of few outputs may have shares of another kind than softmax.
    for (const model::Choice& one :
         asked.session.topOf(overview.outputs, static_cast<int>(overview.outputs.size())))
        if (one.index == index) return one.probability;
    return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace hw::why
