// SPDX-License-Identifier: MIT
// Many runs of which one number each is wanted, and whether the numbers of a run are finite.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/number_text.h"
#include "core/words.h"
#include "model/run/run.h"

namespace hw::model {
namespace {

/// Tokens in one pass: enough for the products with weights to be worth their unpacking, few enough for memory.
constexpr int tokensAtOnce = 512;

/// The targets' numbers in each text of a trace; `targets`: one for all, or one for each, none of several tokens. `see`: of each text.
std::vector<double> numbersAt(const Network& network, const Trace& trace,
                              std::span<const Target> targets, const SeeOutputs& see) {
    const Batch& batch = trace.batch;
    const auto of = [&](int text) -> const Target& {
        return targets.size() == 1 ? targets[0] : targets[text];
    };
    std::vector<int> positions;
    for (int text = 0; text < batch.count(); ++text) {
        const int position = of(text).position;
        positions.push_back(position < 0 ? batch.length(text) - 1 : position);
    }
    // The same outputs of all, if they are the same; else all outputs.
    std::vector<int> outputs = outputsOf(of(0));
    for (int text = 1; text < batch.count(); ++text)
        if (outputsOf(of(text)) != outputs) outputs.clear();
    if (see) outputs.clear();
    Workspace workspace;
    const ReadOut out =
        readOut(network, batch, trace.last(), positions, outputs, workspace, trace.edits);
    std::vector<double> values;
    for (int text = 0; text < batch.count(); ++text) {
        const std::vector<int> own = outputsOf(of(text));
        if (see) see(text, out.row(text));
        if (own == outputs) {
            values.push_back(valueOf(of(text), out.row(text)));
            continue;
        }
        std::vector<float> some;
        for (const int index : own) some.push_back(out.row(text)[index]);
        values.push_back(valueOf(of(text), some));
    }
    return values;
}

/// The same of words of several tokens: their sums. `see` is of the first token.
std::vector<double> numbers(const Network& network, const Trace& trace,
                            std::span<const Target> targets, const SeeOutputs& see = {}) {
    std::vector<std::vector<Target>> parts;
    for (const Target& one : targets) parts.push_back(partsOf(one));
    std::vector<double> sums;
    for (std::size_t part = 0; part < parts.front().size(); ++part) {
        std::vector<Target> now;
        for (const std::vector<Target>& one : parts) now.push_back(one[part]);
        const std::vector<double> own =
            numbersAt(network, trace, now, part == 0 ? see : SeeOutputs());
        sums.resize(own.size());
        for (std::size_t text = 0; text < own.size(); ++text) sums[text] += own[text];
    }
    return sums;
}

/// How many of the items from `first` on fit into one pass.
template <class Length>
std::size_t together(std::size_t first, std::size_t count, const Length& length) {
    std::size_t end = first;
    for (int tokens = 0; end < count; ++end) {
        tokens += length(end);
        if (tokens > tokensAtOnce && end > first) break;
    }
    return end;
}

}  // namespace

std::vector<double> valuesOf(const Network& network, const Trace& trace, const Target& target,
                             const SeeOutputs& see) {
    return numbers(network, trace, {&target, 1}, see);
}

Result<std::vector<double>> editedValues(const Network& network, const Trace& base,
                                         const std::vector<Edits>& edits, const Target& target,
                                         const Progress& progress, const Stop& stop,
                                         const SeeOutputs& see) {
    // Those that change the same layer first run together.
    const int layers = network.spec.layerCount();
    std::vector<std::pair<int, int>> byLayer;
    for (int i = 0; std::cmp_less(i, edits.size()); ++i)
        byLayer.emplace_back(edits[i].firstLayer(layers), i);
    std::ranges::sort(byLayer);
    std::vector<int> order;
    for (const auto& [layer, i] : byLayer) order.push_back(i);
    std::vector<double> values(edits.size());
    const int length = base.batch.length(0);
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = together(first, order.size(), [&](std::size_t) { return length; });
        // A later start is worth a pass of its own.
        const int layer = edits[order[first]].firstLayer(layers);
        const auto isOther = [&](int i) { return edits[i].firstLayer(layers) != layer; };
        const auto found = std::find_if(order.begin() + static_cast<std::ptrdiff_t>(first),
                                        order.begin() + static_cast<std::ptrdiff_t>(end), isOther);
        const auto same = static_cast<std::size_t>(found - order.begin());
        if (std::cmp_greater((same - first) * static_cast<std::size_t>(length), 64)) end = same;
        std::vector<Edits> now;
        for (std::size_t i = first; i < end; ++i) now.push_back(edits[order[i]]);
        auto trace = forward(network, std::vector<TextInput>(now.size(), base.texts[0]),
                             {.edits = now,
                              .keepsStreams = false,
                              .keepsWeights = false,
                              .base = &base,
                              .stop = stop});
        if (!trace) return std::unexpected(trace.error());
        const auto seen = [&](int run, std::span<const float> outputs) {
            see(order[first + run], outputs);
        };
        const std::vector<double> made =
            valuesOf(network, *trace, target, see ? SeeOutputs(seen) : SeeOutputs());
        for (std::size_t i = first; i < end; ++i) values[order[i]] = made[i - first];
        first = end;
        if (progress) progress(static_cast<double>(end) / static_cast<double>(order.size()));
    }
    return values;
}

Result<std::vector<double>> textValues(const Network& network, const std::vector<TextInput>& texts,
                                       const std::vector<Edits>& edits,
                                       const std::vector<Target>& targets, const Progress& progress,
                                       const Stop& stop, const SeeOutputs& see) {
    std::vector<double> values(texts.size());
    for (std::size_t first = 0; first < texts.size();) {
        const std::size_t end =
            together(first, texts.size(), [&](std::size_t i) { return texts[i].length(); });
        const std::vector<TextInput> now(texts.begin() + static_cast<std::ptrdiff_t>(first),
                                         texts.begin() + static_cast<std::ptrdiff_t>(end));
        const std::span<const Edits> own =
            edits.empty() ? std::span<const Edits>() : std::span(edits).subspan(first, end - first);
        auto trace =
            forward(network, now,
                    {.edits = own, .keepsStreams = false, .keepsWeights = false, .stop = stop});
        if (!trace) return std::unexpected(trace.error());
        const auto seen = [&](int run, std::span<const float> outputs) {
            see(static_cast<int>(first) + run, outputs);
        };
        const std::vector<double> made =
            numbers(network, *trace,
                    targets.size() == 1 ? std::span(targets)
                                        : std::span(targets).subspan(first, end - first),
                    see ? SeeOutputs(seen) : SeeOutputs());
        std::ranges::copy(made, values.begin() + static_cast<std::ptrdiff_t>(first));
        first = end;
        if (progress) progress(static_cast<double>(end) / static_cast<double>(texts.size()));
    }
    return values;
}

namespace {

std::unexpected<Problem> overflow(std::string place) {
    return std::unexpected(Problem{
        .code = Code::badNumber,
        .place = std::move(place),
        .finding = "Attention or output is not finite (overflow)."_tr,
        .remedy = "The weights are damaged or too large for float32. Download the model again."_tr,
        .byte = {}});
}

}  // namespace

Result<void> checkFinite(std::span<const float> numbers) {
    if (std::ranges::all_of(numbers, [](float number) { return std::isfinite(number); })) return {};
    return overflow("model");
}

Result<Trace> finite(Trace trace) {
    if (auto good = checkFinite(trace.streams.back()); !good)
        return std::unexpected(std::move(good.error()));
    if (!trace.edits.empty()) return trace;
    for (std::size_t layer = 0; layer < trace.weights.size(); ++layer) {
        const std::vector<float>& weights = trace.weights[layer];
        if (weights.empty()) continue;
        const std::size_t heads = weights.size() / trace.batch.matrices(1);
        const float* row = weights.data();
        for (int text = 0; text < trace.batch.count(); ++text) {
            const int n = trace.batch.length(text);
            for (std::size_t i = 0; i < heads * n; ++i, row += n) {
                const float sum = std::accumulate(row, row + n, 0.0F);
                if (!(sum > 0.0F) || !std::isfinite(sum))
                    return overflow("layer " + numberText(layer + 1));
            }
        }
    }
    return trace;
}

}  // namespace hw::model
