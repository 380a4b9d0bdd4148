// SPDX-License-Identifier: MIT
#include "model/ask/blank_out.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/localized_text.h"
#include "model/run/read_out.h"

namespace hw::model {
namespace {

constexpr double noNumber = std::numeric_limits<double>::quiet_NaN();

/// One run of a test.
struct OcclusionRun {
    TextInput text;
    Edits edits;
    Target target;
    bool isThere = true;
};

/// Whether the answer is read at these tokens only.
bool isAnswersPlace(const Spec& spec, const Target& target, const TextInput& text,
                    const std::vector<int>& group) {
    const std::vector<double> read = readAt(spec, target, Batch({text}, spec.head));
    for (int token = 0; token < text.length(); ++token)
        if (read[token] > 0 && std::ranges::find(group, token) == group.end()) return false;
    return true;
}

/// The decoder's edits: all attention to these tokens of the encoder is masked before the softmax.
Edits hiddenAcross(const Spec& decoder, int tokens, const std::vector<int>& group) {
    Edits edits;
    edits.rule = CutRule::renormalise;
    for (int layer = 0; layer < decoder.layerCount(); ++layer)
        for (int head = 0; head < decoder.heads; ++head)
            for (int query = 0; query < tokens; ++query)
                for (const int key : group) edits.cross.push_back({layer, head, query, key});
    return edits;
}

OcclusionRun blanked(const Network& network, const TextInput& text, const std::vector<int>& group,
                     const Blank& blank, const Target& target) {
    OcclusionRun made{text, {}, target, true};
    if (blank.kind == Blank::Kind::hide) {
        for (const int token : group) made.edits.hidden.push_back({0, token});
        return made;
    }
    if (blank.kind == Blank::Kind::zeroEmbedding) {
        made.edits.noWords = group;
        return made;
    }
    if (blank.kind == Blank::Kind::word) {
        for (const int token : group) made.text.ids[token] = blank.id;
        return made;
    }
    const auto isGone = [&](int token) { return std::ranges::find(group, token) != group.end(); };
    made.text = {.ids = {}, .rows = text.rows};
    for (int token = 0; token < text.length(); ++token) {
        if (isGone(token)) continue;
        if (token < text.skipped) ++made.text.skipped;
        made.text.ids.push_back(text.ids[token]);
        if (!text.types.empty()) made.text.types.push_back(text.types[token]);
        if (!text.places.empty()) made.text.places.push_back(text.places[token]);
    }
    made.isThere = !made.text.ids.empty();
    if (target.position < 0 || !isPerPosition(network.spec)) return made;
    for (const Target& one : partsOf(target))
        if (isGone(one.position)) made.isThere = false;
    made.target.position -= static_cast<int>(
        std::ranges::count_if(group, [&](int token) { return token < target.position; }));
    return made;
}

Result<void> checkGroups(const std::vector<std::vector<int>>& groups, const TextInput& text) {
    for (const std::vector<int>& group : groups)
        for (const int token : group)
            if (token < 0 || token >= text.length())
                return std::unexpected(
                    Problem{.code = Code::badArgument,
                            .place = "token",
                            .finding = formatText("There is no token {} (the text has {})."_tr,
                                                  {token, text.length()}),
                            .remedy = "Tokens count from 0."_tr,
                            .byte = {}});
    return {};
}

/// The target's value in the decoder's pass after each of these texts.
Result<std::vector<double>> behind(const Network& encoder, const Network& decoder,
                                   std::vector<TextInput> texts, const std::vector<Edits>& edits,
                                   const std::vector<Edits>& decoderEdits, const TextInput& read,
                                   const Target& target, const Stop& stop, const SeeOutputs& see) {
    const std::size_t count = texts.size();
    const auto first =
        forward(encoder, std::move(texts),
                {.edits = edits, .keepsStreams = false, .keepsWeights = false, .stop = stop});
    if (!first) return std::unexpected(first.error());
    NormRecord record;
    const auto encoderStates =
        std::make_shared<const EncoderStates>(encoderStatesOf(encoder, *first, record));
    const auto second = forward(decoder, std::vector<TextInput>(count, read),
                                {.edits = decoderEdits,
                                 .keepsStreams = false,
                                 .keepsWeights = false,
                                 .encoderStates = encoderStates,
                                 .stop = stop});
    if (!second) return std::unexpected(second.error());
    return valuesOf(decoder, *second, target, see);
}

double cosineDistance(const float* a, const float* b, int width) {
    double product = 0;
    double first = 0;
    double second = 0;
    for (int i = 0; i < width; ++i) {
        product += static_cast<double>(a[i]) * b[i];
        first += static_cast<double>(a[i]) * a[i];
        second += static_cast<double>(b[i]) * b[i];
    }
    const double size = std::sqrt(first) * std::sqrt(second);
    return size > 0 ? 1 - product / size : 0;
}

}  // namespace

Result<std::vector<double>> blankOutSource(const Network& encoder, const Network& decoder,
                                           const TextInput& text, const TextInput& read,
                                           const std::vector<std::vector<int>>& groups,
                                           const Blank& blank, const Target& target,
                                           const BlankRuns& how) {
    if (auto good = checkGroups(groups, text); !good) return std::unexpected(good.error());
    constexpr int tokensAtOnce = 512;
    const auto together = static_cast<std::size_t>(
        std::max(1, tokensAtOnce / std::max({text.length(), read.length(), 1})));
    std::vector<double> values(groups.size(), noNumber);
    for (std::size_t first = 0; first < groups.size(); first += together) {
        std::vector<TextInput> texts;
        std::vector<Edits> edits;
        std::vector<Edits> decoderEdits;
        std::vector<std::size_t> places;
        for (std::size_t i = first; i < std::min(first + together, groups.size()); ++i) {
            OcclusionRun one = blanked(encoder, text, groups[i], blank, {});
            const bool isHidden = blank.kind == Blank::Kind::hide;
            if (!one.isThere || (isHidden && std::ssize(groups[i]) >= text.length())) continue;
            texts.push_back(std::move(one.text));
            edits.push_back(std::move(one.edits));
            decoderEdits.push_back(isHidden ? hiddenAcross(decoder.spec, read.length(), groups[i])
                                            : Edits{});
            places.push_back(i);
        }
        if (texts.empty()) continue;
        const auto seen = [&](int run, std::span<const float> outputs) {
            how.see(static_cast<int>(places[run]), outputs);
        };
        const auto made = behind(encoder, decoder, std::move(texts), edits, decoderEdits, read,
                                 target, how.stop, how.see ? SeeOutputs(seen) : SeeOutputs());
        if (!made) return std::unexpected(made.error());
        for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = (*made)[i];
        if (how.progress)
            how.progress(static_cast<double>(first + places.size()) /
                         static_cast<double>(groups.size()));
    }
    return values;
}

std::vector<std::vector<int>> singleTokens(int tokens) {
    std::vector<std::vector<int>> groups(tokens);
    for (int token = 0; token < tokens; ++token) groups[token] = {token};
    return groups;
}

Result<BlankedRuns> BlankedRuns::of(const Network& network, const TextInput& text,
                                    const std::vector<std::vector<int>>& groups, const Blank& blank,
                                    const Target& target, const Trace* base, SeeOutputs see) {
    if (auto good = checkGroups(groups, text); !good) return std::unexpected(good.error());
    const bool isHidden = blank.kind == Blank::Kind::hide;
    ValueRuns::ValueRunInputs inputs{.base = isHidden ? base : nullptr};
    std::vector<int> places;
    for (std::size_t i = 0; i < groups.size(); ++i) {
        OcclusionRun one = blanked(network, text, groups[i], blank, target);
        if (!one.isThere || (isHidden && isAnswersPlace(network.spec, target, text, groups[i])))
            continue;
        if (inputs.base == nullptr) inputs.texts.push_back(std::move(one.text));
        inputs.edits.push_back(std::move(one.edits));
        inputs.targets.push_back(std::move(one.target));
        places.push_back(static_cast<int>(i));
    }
    if (isHidden) inputs.targets.assign(1, target);
    if (see)
        inputs.see = [see = std::move(see), places](int run, std::span<const float> outputs) {
            see(places[run], outputs);
        };
    return BlankedRuns(groups.size(), std::move(places), ValueRuns(network, std::move(inputs)));
}

Result<std::vector<double>> BlankedRuns::toTheEnd(const BlankRuns& how) {
    if (auto good = runs_.toTheEnd(how.progress, how.stop); !good)
        return std::unexpected(std::move(good.error()));
    return values();
}

std::vector<double> BlankedRuns::values() const {
    std::vector<double> values(groups_, noNumber);
    for (std::size_t i = 0; i < places_.size(); ++i) values[places_[i]] = runs_.values()[i];
    return values;
}

Result<std::vector<double>> blankOut(const Network& network, const TextInput& text,
                                     const std::vector<std::vector<int>>& groups,
                                     const Blank& blank, const Target& target,
                                     const BlankRuns& how) {
    auto made = BlankedRuns::of(network, text, groups, blank, target, how.base, how.see);
    if (!made) return std::unexpected(std::move(made.error()));
    return made->toTheEnd(how);
}

Result<std::vector<float>> valueZeroing(const Network& network, const Trace& trace,
                                        const Progress& progress, const Stop& stop) {
    const Spec& spec = network.spec;
    const int n = trace.batch.length(0);
    const int layers = spec.layerCount();
    constexpr int tokensAtOnce = 512;
    const int together = std::max(1, tokensAtOnce / n);
    std::vector<float> values(std::size_t{1} * layers * n * n);
    for (int layer = 0; layer < layers; ++layer)
        for (int first = 0; first < n; first += together) {
            if (stop && stop()) return std::unexpected(cancelled());
            const int count = std::min(together, n - first);
            Batch batch;
            std::vector<Edits> edits(count);
            LayerRecord record;
            for (int i = 0; i < count; ++i) {
                batch.add(n);
                edits[i].values = {{layer, first + i}};
                record.entering.insert(record.entering.end(), trace.streams[layer].begin(),
                                       trace.streams[layer].end());
            }
            Pass pass(network, batch, edits);
            pass.layer(layer, record);
            for (int i = 0; i < count; ++i)
                for (int query = 0; query < n; ++query) {
                    const std::ptrdiff_t row = std::ptrdiff_t{1} * query * spec.width;
                    values[(std::size_t{1} * layer * n + query) * n + first + i] =
                        static_cast<float>(cosineDistance(
                            trace.streams[layer + 1].data() + row,
                            record.leaving.data() + std::ptrdiff_t{1} * i * n * spec.width + row,
                            spec.width));
                }
            if (progress) progress((layer + static_cast<double>(first + count) / n) / layers);
        }
    return values;
}

}  // namespace hw::model
