// SPDX-License-Identifier: MIT
#include "model/write/incremental_decoder.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/amount.h"
#include "core/localized_text.h"
#include "model/run/pass.h"
#include "model/run/read_out.h"

namespace hw::model {
namespace {

std::unexpected<Problem> bad(Code code, std::string finding, LocalizedText remedy) {
    return std::unexpected(Problem{code, "text", std::move(finding), remedy, std::nullopt});
}

/// Part of a long beginning at a time: attention is kept for only one layer, and products are large enough.
constexpr std::size_t tokensAtOnce = 128;

/// Tokens of the longest run that forward() accepts, at most `most`.
int longestRun(const Spec& spec, int most) {
    int fits = 0;
    for (int step = std::bit_floor(static_cast<unsigned>(std::max(most, 1))); step > 0; step /= 2) {
        Batch batch;
        batch.add(fits + step);
        if (fits + step <= most && passBytes(spec, batch, true, false) <= mostPassBytes)
            fits += step;
    }
    return fits;
}

}  // namespace

Result<IncrementalDecoder> IncrementalDecoder::of(const Network& network, std::uint64_t mostBytes) {
    const Spec& spec = network.spec;
    if (spec.head.task != Task::nextWord || !canDecodeIncrementally(spec))
        return bad(Code::badArgument, std::string("This model doesn’t predict the next word."_tr),
                   "Use a causal model such as GPT-2 or SmolLM."_tr);
    constexpr std::uint64_t any = std::numeric_limits<int>::max() / 2;
    const std::uint64_t token = kvCacheBytes(spec) + std::uint64_t{sizeof(float)} * spec.width;
    const std::uint64_t layers = spec.layers.size();
    const std::uint64_t forRun =
        sizeof(float) * (layers * static_cast<std::uint64_t>(spec.heads) *
                             static_cast<std::uint64_t>(spec.headWidth) +
                         (layers - 1) * static_cast<std::uint64_t>(spec.width));
    std::uint64_t most = std::min(mostBytes / token, any);
    if (spec.positions > 0)
        most = std::min<std::uint64_t>(most, std::max(0, spec.positions - spec.positionOffset));
    // One more token would rotate all kept keys differently.
    for (const Rotary& rotary : spec.rotaries)
        if (!rotary.longer.empty())
            most = std::min(most, static_cast<std::uint64_t>(rotary.shortTokens));
    // Each part's attention sees all tokens before it.
    const Amount row = Amount(sizeof(float)) * tokensAtOnce * spec.heads;
    most = std::min(most, mostPassBytes / row.value());
    Batch part;
    part.add(static_cast<int>(std::clamp<std::uint64_t>(most, 1, tokensAtOnce)));
    if (passBytes(spec, part, false, false) > mostPassBytes)
        return bad(Code::tooLarge, std::string("This model is too large to write here."_tr),
                   "Close other tabs, or use a smaller or quantised model."_tr);
    const std::uint64_t mostRun = std::min(most, mostBytes / (token + forRun));
    return IncrementalDecoder(network, static_cast<int>(most),
                              longestRun(spec, static_cast<int>(mostRun)));
}

Result<void> IncrementalDecoder::add(std::span<const int> ids, const Stop& stop,
                                     std::vector<std::vector<float>>* weights) {
    if (ids.empty()) return bad(Code::badArgument, std::string("The text has no tokens."_tr), {});
    const int rows = rows_ ? static_cast<int>(rows_->size()) / network_->spec.embeddingWidth : 0;
    for (const int id : ids)
        if (id < 0 || id >= network_->spec.vocabulary + rows)
            return bad(Code::badArgument,
                       formatText("Token id {} is out of range; the model has {}."_tr,
                                  {id, network_->spec.vocabulary}),
                       {});
    if (ids.size() > static_cast<std::size_t>(mostTokens_ - tokens()))
        return bad(Code::tooLarge,
                   formatText("The text has {} tokens (limit {})."_tr,
                              {ids.size() + ids_.size(), mostTokens_}),
                   "Shorten it."_tr);
    const int before = tokens();
    if (weights != nullptr) {
        const Amount all = Amount(sizeof(float)) * network_->spec.heads * ids.size() *
                           (ids.size() + ids_.size()) * network_->spec.layers.size();
        if (all.value() > mostPassBytes)
            return bad(
                Code::tooLarge,
                formatText("{} tokens need {} MB of memory."_tr, {ids.size(), all.value() >> 20}),
                "Shorten the text."_tr);
        makeRoom(static_cast<int>(ids.size()));
        return addPart(ids, stop, weights);
    }
    for (std::size_t at = 0; at < ids.size(); at += tokensAtOnce) {
        makeRoom(static_cast<int>(ids.size() - at));
        auto good =
            addPart(ids.subspan(at, std::min(tokensAtOnce, ids.size() - at)), stop, nullptr);
        if (good) continue;
        shorten(before);
        return good;
    }
    return {};
}

void IncrementalDecoder::makeRoom(int count) {
    const Spec& spec = network_->spec;
    const int all = tokens() + count;
    const bool isRun = all <= mostRun_ && (tokens() == 0 || runTokens() > 0);
    cache_.makeRoom(all, isRun, spec);
    streams_.resize(spec.layers.size());
    for (std::vector<float>& stream : streams_)
        if (isRun || &stream == &streams_.back()) {
            model::makeRoom(stream, std::size_t{1} * all * spec.width);
        } else {
            stream = {};
        }
}

Result<void> IncrementalDecoder::addPart(std::span<const int> ids, const Stop& stop,
                                         std::vector<std::vector<float>>* weights) {
    const int layers = network_->spec.layerCount();
    const std::vector<TextInput> texts{{.ids = {ids.begin(), ids.end()}, .rows = rows_}};
    const Batch batch(texts);
    cache_.tokens = tokens();
    const bool isRun = !cache_.queries.empty();
    if (weights != nullptr) weights->resize(layers);
    Pass pass(*network_, batch, cache_);
    std::swap(pass.workspace, workspace_);
    EmbeddingRecord embedding;
    std::vector<float> stream;
    pass.embed(texts, embedding, stream);
    LayerRecord record;
    for (int layer = 0; layer < layers; ++layer) {
        if (stop && stop()) {
            std::swap(pass.workspace, workspace_);
            shorten(tokens());
            return std::unexpected(cancelled());
        }
        record.entering = std::move(stream);
        pass.layer(layer, record);
        if (weights != nullptr) (*weights)[layer] = record.attention.weights;
        stream = std::move(record.leaving);
        if (isRun || layer + 1 == layers) addRows(streams_[layer], stream);
    }
    std::swap(pass.workspace, workspace_);
    ids_.insert(ids_.end(), ids.begin(), ids.end());
    cache_.tokens = tokens();
    return {};
}

void IncrementalDecoder::takeRows(std::shared_ptr<const std::vector<float>> rows) {
    if (rows == rows_) return;
    shorten(0);
    rows_ = std::move(rows);
}

void IncrementalDecoder::shorten(int count) {
    const Spec& spec = network_->spec;
    count = std::clamp(count, 0, tokens());
    ids_.resize(count);
    for (std::vector<float>& stream : streams_) keepRows(stream, count, spec.width);
    cache_.shorten(count, spec);
}

Result<Trace> IncrementalDecoder::trace(int count, const Stop& stop) const {
    if (count < 1 || count > runTokens())
        return bad(Code::badArgument, std::string("The text has no tokens."_tr), {});
    const Spec& spec = network_->spec;
    const int layers = spec.layerCount();
    Trace trace;
    trace.texts.push_back({.ids = {ids_.begin(), ids_.begin() + count}, .rows = rows_});
    trace.batch = Batch(trace.texts);
    trace.streams.resize(layers + 1);
    Pass(*network_, trace.batch, std::span<const Edits>())
        .embed(trace.texts, trace.embedding, trace.streams[0]);
    for (int layer = 0; layer < layers; ++layer) {
        if (stop && stop()) return std::unexpected(cancelled());
        const auto from = streams_[layer].begin();
        trace.streams[layer + 1].assign(from, from + std::ptrdiff_t{1} * count * spec.width);
        trace.weights.push_back(recomputeWeights(spec, layer, cache_, count));
    }
    return trace;
}

std::vector<float> IncrementalDecoder::logits(int token) const {
    if (token < 0 || token >= tokens()) return {};
    const int width = network_->spec.width;
    const auto from = streams_.back().begin() + std::ptrdiff_t{1} * token * width;
    Batch one;
    one.add(1);
    return readOut(*network_, one, std::vector<float>(from, from + width), {}, {}, workspace_)
        .values;
}

}  // namespace hw::model
