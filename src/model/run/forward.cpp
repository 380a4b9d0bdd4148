// SPDX-License-Identifier: MIT
#include <algorithm>
#include <optional>
#include <utility>

#include "core/amount.h"
#include "core/localized_text.h"
#include "model/run/run.h"

namespace hw::model {
namespace {

Problem badText(std::string finding) {
    return {.code = Code::badArgument,
            .place = "text",
            .finding = std::move(finding),
            .remedy = {},
            .byte = {}};
}

/// Checks that the tables of the embeddings have the text's rows.
Result<void> checkText(const Spec& spec, const TextInput& text) {
    if (text.ids.empty())
        return std::unexpected(badText(std::string("The text has no tokens."_tr)));
    const bool readsRows = spec.picture || spec.sound;
    const std::size_t rows =
        text.rows ? text.rows->size() / static_cast<std::size_t>(spec.embeddingWidth) : 0;
    if (readsRows && std::cmp_not_equal(rows, spec.vocabulary))
        return std::unexpected(badText(std::string(spec.picture ? "This model needs a picture."_tr
                                                                : "This model needs a sound."_tr)));
    const std::size_t known = spec.vocabulary + (readsRows ? 0 : rows);
    for (const int id : text.ids)
        if (id < 0 || std::cmp_greater_equal(id, known))
            return std::unexpected(badText(formatText(
                "Token id {} is out of range; the model has {}."_tr, {id, spec.vocabulary})));
    if (!text.places.empty() && text.places.size() != text.ids.size())
        return std::unexpected(
            badText(std::string("The numbers of positions and tokens differ."_tr)));
    for (const int place : text.places)
        if (place < 0 || place >= spec.positions)
            return std::unexpected(badText(formatText(
                "Position {} is out of range; the model has {}."_tr, {place, spec.positions})));
    if (!text.types.empty() && text.types.size() != text.ids.size())
        return std::unexpected(badText(std::string("Each token needs one type."_tr)));
    for (const int type : text.types)
        if (type < 0 || (spec.types > 0 && type >= spec.types))
            return std::unexpected(badText(formatText(
                "Token type {} is out of range; the model has {}."_tr, {type, spec.types})));
    const int most = spec.positions - spec.positionOffset;
    if (spec.positions > 0 && text.length() > most)
        return std::unexpected(Problem{
            .code = Code::tooLarge,
            .place = "text",
            .finding = formatText("The text has {} tokens (limit {})."_tr, {text.length(), most}),
            .remedy = "Shorten it."_tr,
            .byte = {}});
    return {};
}

/// A decoder needs memory as wide as itself. Other networks take none.
Result<void> checkMemory(const Spec& spec, const Trace& trace) {
    const EncoderStates* encoderStates = trace.encoderStates.get();
    const bool isGood = spec.hasCross
                            ? encoderStates != nullptr &&
                                  encoderStates->batch.count() == trace.batch.count() &&
                                  encoderStates->rows.size() ==
                                      std::size_t{1} * encoderStates->batch.tokens() * spec.width
                            : encoderStates == nullptr;
    if (isGood) return {};
    return std::unexpected(badText(
        std::string(spec.hasCross ? "This decoder needs encoder output of the same width."_tr
                                  : "This model has no cross-attention."_tr)));
}

Result<void> checkAll(const Network& network, const Trace& trace, const ForwardOptions& options) {
    if (auto good = checkMemory(network.spec, trace); !good) return good;
    for (int text = 0; text < trace.batch.count(); ++text) {
        if (auto good = checkText(network.spec, trace.texts[text]); !good) return good;
        if (trace.edits.empty()) continue;
        const int sources = trace.encoderStates ? trace.encoderStates->batch.length(text) : 0;
        if (auto good =
                checkEdits(network.spec, trace.edits[text], trace.batch.length(text), sources);
            !good)
            return good;
    }
    Amount need = passBytes(network.spec, trace.batch, options.keepsWeights, options.keepsRecords);
    need = need + Amount(trace.batch.count()) * network.outputs() * sizeof(float);
    if (trace.encoderStates)
        for (int text = 0; text < trace.batch.count(); ++text)
            need = need + Amount(2 * sizeof(float)) * network.spec.heads *
                              network.spec.layers.size() * trace.batch.length(text) *
                              trace.encoderStates->batch.length(text);
    if (need.value() <= mostPassBytes) return {};
    return std::unexpected(
        Problem{.code = Code::tooLarge,
                .place = "text",
                .finding = formatText("{} tokens need {} MB of memory."_tr,
                                      {trace.batch.tokens(), need.value() >> 20}),
                .remedy = "Shorten the text."_tr,
                .byte = {}});
}

constexpr int fewestForBase = 8;  ///< texts for which recomputing a layer of the base run pays

/// x of the first layer to run, from the embeddings or from the base run.
std::vector<float> begin(Pass& pass, Trace& trace, const Trace* base) {
    std::vector<float> stream;
    if (base == nullptr || trace.firstLayer == 0) {
        pass.embed(trace.texts, trace.embedding, stream);
        return stream;
    }
    const std::vector<float>& from = base->streams[trace.firstLayer];
    for (int text = 0; text < trace.batch.count(); ++text)
        stream.insert(stream.end(), from.begin(), from.end());
    return stream;
}

}  // namespace

/// A pass refers to the batch and the edits of its trace, which therefore must not move.
struct Running::State {
    State(const Network& network, Trace run, const ForwardOptions& options)
        : trace(std::move(run)),
          pass(network, trace.batch, trace.edits, trace.encoderStates.get()),
          keepsStreams(options.keepsStreams),
          keepsWeights(options.keepsWeights || options.keepsRecords),
          keepsRecords(options.keepsRecords),
          seeWeights(options.seeWeights),
          layer(trace.firstLayer),
          layers(network.spec.layerCount()) {
        trace.streams.resize(layers + 1);
        trace.weights.resize(layers);
        if (network.spec.hasCross) trace.cross.resize(layers);
        if (keepsRecords) trace.records.resize(layers);
        stream = begin(pass, trace, options.base);
        const Trace* unchanged = options.base;
        if (unchanged == nullptr || trace.edits.empty() || keepsRecords || network.spec.hasCross ||
            !unchanged->edits.empty())
            return;
        base = unchanged;
        basePass.emplace(network, base->batch, std::span<const Edits>());
    }

    /// Whether copying from the base run makes this layer faster.
    bool reusesBase(int index) const {
        if (base == nullptr || base->streams[index].empty() || base->streams[index + 1].empty())
            return false;
        if (!hasRecord(index) && trace.batch.count() < fewestForBase) return false;
        const std::size_t width = pass.spec.width;
        const std::vector<float>& other = base->streams[index];
        for (std::size_t at = 0; at < stream.size(); at += width)
            if (std::equal(stream.begin() + static_cast<std::ptrdiff_t>(at),
                           stream.begin() + static_cast<std::ptrdiff_t>(at + width),
                           other.begin() + static_cast<std::ptrdiff_t>(at % other.size())))
                return true;
        return false;
    }
    bool hasRecord(int index) const { return !base->records.empty() && index >= base->firstLayer; }
    void stepFromBase(int index, LayerRecord& record) {
        const bool isKept = hasRecord(index);
        if (!isKept) {
            baseScratch.entering = base->streams[index];
            basePass->layer(index, baseScratch);
        }
        const AttentionRecord& other =
            isKept ? base->records[index].attention : baseScratch.attention;
        pass.layerFromBase(index, {base->streams[index], other, base->streams[index + 1]}, record);
    }

    Trace trace;
    Pass pass;
    bool keepsStreams;
    bool keepsWeights;
    bool keepsRecords;
    SeeWeights seeWeights;
    int layer;
    int layers;
    LayerRecord scratch;
    std::vector<float> stream;
    const Trace* base = nullptr;
    std::optional<Pass> basePass;  ///< for layers without records in the base
    LayerRecord baseScratch;
};

Running::Running(std::unique_ptr<State> state) : state_(std::move(state)) {}
Running::Running(Running&&) noexcept = default;
Running& Running::operator=(Running&&) noexcept = default;
Running::~Running() = default;

Result<Running> Running::of(const Network& network, std::vector<TextInput> texts,
                            const ForwardOptions& options) {
    Trace trace;
    trace.batch = Batch(texts, network.spec.head);
    trace.texts = std::move(texts);
    trace.edits.assign(options.edits.begin(), options.edits.end());
    trace.encoderStates = options.encoderStates;
    if (auto good = checkAll(network, trace, options); !good) return std::unexpected(good.error());
    if (options.base != nullptr && !trace.edits.empty()) {
        const int layers = network.spec.layerCount();
        trace.firstLayer = layers;
        for (const Edits& edits : trace.edits)
            trace.firstLayer = std::min(trace.firstLayer, edits.firstLayer(layers));
    }
    return Running(std::make_unique<State>(network, std::move(trace), options));
}

int Running::left() const { return state_->layers - state_->layer; }

void Running::step() {
    State& now = *state_;
    Trace& trace = now.trace;
    const int layer = now.layer++;
    now.pass.patchStream(layer, now.stream);
    if (now.keepsStreams) trace.streams[layer] = now.stream;
    LayerRecord& record = now.keepsRecords ? trace.records[layer] : now.scratch;
    const bool reusesBase = now.reusesBase(layer);
    record.entering = std::move(now.stream);
    if (reusesBase)
        now.stepFromBase(layer, record);
    else
        now.pass.layer(layer, record);
    if (now.seeWeights) now.seeWeights(layer, record.attention.weights);
    if (now.keepsWeights) {
        trace.weights[layer] = std::move(record.attention.weights);
        if (now.pass.spec.hasCross) trace.cross[layer] = std::move(record.cross.attention.weights);
    }
    now.stream = std::move(record.leaving);
}

Result<Trace> Running::take() {
    state_->pass.patchStream(state_->layers, state_->stream);
    state_->trace.streams[state_->layers] = std::move(state_->stream);
    return finite(std::move(state_->trace));
}

Result<Trace> forward(const Network& network, std::vector<TextInput> texts,
                      const ForwardOptions& options) {
    auto running = Running::of(network, std::move(texts), options);
    if (!running) return std::unexpected(std::move(running.error()));
    const int layers = network.spec.layerCount();
    while (running->left() > 0) {
        if (options.stop && options.stop()) return std::unexpected(cancelled());
        running->step();
        if (options.progress)
            options.progress(static_cast<double>(layers - running->left()) / layers);
    }
    return running->take();
}

}  // namespace hw::model
