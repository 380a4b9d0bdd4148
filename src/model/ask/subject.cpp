// SPDX-License-Identifier: MIT
#include "model/ask/subject.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace hw::model {
namespace {

/// Tokens of both sides in one pass.
constexpr int tokensAtOnce = 512;

/// The same memory, `count` times.
std::shared_ptr<const EncoderStates> repeated(const EncoderStates& one, std::size_t count) {
    EncoderStates made;
    made.rows.reserve(one.rows.size() * count);
    for (std::size_t i = 0; i < count; ++i) {
        made.rows.insert(made.rows.end(), one.rows.begin(), one.rows.end());
        made.batch.add(one.batch.length(0));
    }
    return std::make_shared<const EncoderStates>(std::move(made));
}

/// The decoder's memory with each of these changes of the encoder.
Result<std::shared_ptr<const EncoderStates>> encoderStatesWith(const Subject& subject,
                                                               const std::vector<Edits>& edits,
                                                               const Stop& stop) {
    if (std::ranges::all_of(edits, &Edits::empty))
        return repeated(*subject.output().encoderStates, edits.size());
    const auto trace =
        forward(subject.network(), std::vector<TextInput>(edits.size(), subject.trace().texts[0]),
                {.edits = edits,
                 .keepsStreams = false,
                 .keepsWeights = false,
                 .base = &subject.trace(),
                 .stop = stop});
    if (!trace) return std::unexpected(trace.error());
    NormRecord norm;
    return std::make_shared<const EncoderStates>(encoderStatesOf(subject.network(), *trace, norm));
}

/// For changes that are run together.
Result<std::vector<double>> pairValues(const Subject& subject, std::span<const PairEdits> some,
                                       const Target& target, const Stop& stop) {
    std::vector<Edits> encoder;
    std::vector<Edits> decoder;
    for (const PairEdits& one : some) {
        encoder.push_back(one.encoder);
        decoder.push_back(one.decoder);
    }
    const auto encoderStates = encoderStatesWith(subject, encoder, stop);
    if (!encoderStates) return std::unexpected(encoderStates.error());
    ForwardOptions options{.edits = decoder,
                           .keepsStreams = false,
                           .keepsWeights = false,
                           .encoderStates = *encoderStates,
                           .stop = stop};
    if (std::ranges::all_of(encoder, &Edits::empty)) options.base = &subject.output();
    const auto trace = forward(
        subject.decoder(), std::vector<TextInput>(some.size(), subject.output().texts[0]), options);
    if (!trace) return std::unexpected(trace.error());
    return valuesOf(subject.decoder(), *trace, target);
}

}  // namespace

Result<PairGradients> backward(const Subject& subject, const Target& target,
                               const BackwardOptions& options) {
    auto made = backward(subject.answering(), subject.answers(), {&target, 1}, options);
    if (!made) return std::unexpected(std::move(made.error()));
    if (!subject.isPair()) return PairGradients{std::move(*made), {}};
    auto encoder = backwardFrom(subject.network(), subject.trace(),
                                backwardEncoderStates(subject.network(), subject.trace(),
                                                      subject.norm(), made->encoderStates),
                                options);
    if (!encoder) return std::unexpected(std::move(encoder.error()));
    return PairGradients{std::move(*encoder), std::move(*made)};
}

double valueOf(const Subject& subject, const Target& target) {
    return valuesOf(subject.answering(), subject.answers(), target).front();
}

Result<std::vector<double>> editedValues(const Subject& subject,
                                         const std::vector<PairEdits>& edits, const Target& target,
                                         const Progress& progress, const Stop& stop) {
    if (!subject.isPair()) {
        std::vector<Edits> own;
        own.reserve(edits.size());
        for (const PairEdits& one : edits) own.push_back(one.encoder);
        return editedValues(subject.network(), subject.trace(), own, target, progress, stop);
    }
    // Those without changes to the encoder come first.
    std::vector<std::size_t> order;
    for (const bool isOfDecoder : {true, false})
        for (std::size_t i = 0; i < edits.size(); ++i)
            if (edits[i].encoder.empty() == isOfDecoder) order.push_back(i);
    const auto together = static_cast<std::size_t>(std::max(
        1, tokensAtOnce / (subject.trace().batch.tokens() + subject.output().batch.tokens())));
    std::vector<double> values(edits.size());
    for (std::size_t first = 0; first < order.size();) {
        std::vector<PairEdits> now;
        std::size_t end = first;
        for (; end < order.size() && now.size() < together; ++end) {
            const PairEdits& one = edits[order[end]];
            if (!now.empty() && one.encoder.empty() != now.front().encoder.empty()) break;
            now.push_back(one);
        }
        const auto made = pairValues(subject, now, target, stop);
        if (!made) return std::unexpected(made.error());
        for (std::size_t i = first; i < end; ++i) values[order[i]] = (*made)[i - first];
        first = end;
        if (progress) progress(static_cast<double>(end) / static_cast<double>(order.size()));
    }
    return values;
}

Result<ChangedRun> ChangedRun::of(const Subject& subject, TextInput text, const PairEdits& edits,
                                  const Stop& stop) {
    ChangedRun made(subject);
    const bool isAsItWas =
        subject.isPair() && edits.encoder.empty() && text.ids == subject.trace().texts[0].ids;
    if (!isAsItWas) {
        auto own = forward(subject.network(), {std::move(text)},
                           {.edits = {&edits.encoder, 1}, .stop = stop});
        if (!own) return std::unexpected(std::move(own.error()));
        made.own_ = std::move(*own);
    }
    if (!subject.isPair()) return made;
    made.norm_ = subject.norm();
    std::shared_ptr<const EncoderStates> encoderStates = subject.output().encoderStates;
    if (made.own_)
        encoderStates = std::make_shared<const EncoderStates>(
            encoderStatesOf(subject.network(), *made.own_, made.norm_));
    auto output = forward(
        subject.decoder(), {subject.output().texts[0]},
        {.edits = {&edits.decoder, 1}, .encoderStates = std::move(encoderStates), .stop = stop});
    if (!output) return std::unexpected(std::move(output.error()));
    made.output_ = std::move(*output);
    return made;
}

Subject ChangedRun::subject() const {
    const Trace& own = own_ ? *own_ : base_.trace();
    if (!output_) return {base_.network(), own};
    return {base_.network(), own, base_.decoder(), *output_, norm_};
}

}  // namespace hw::model
