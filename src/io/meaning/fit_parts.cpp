// SPDX-License-Identifier: MIT
#include "io/meaning/fit_parts.h"

#include "io/tree/number_format.h"

namespace hw::io {

namespace {

Result<void> checkPartner(const Weights& weights, const Weights& other, bool sameShape) {
    const bool fits =
        weights.batch == other.batch && weights.layers == other.layers &&
        weights.heads == other.heads &&
        (!sameShape || (weights.queries == other.queries && weights.keys == other.keys));
    if (fits) return {};
    return std::unexpected(problemAt(Code::badShape, weights.place, weights.byte,
                                     formatText("Found {}, but {} has {}."_tr,
                                                {describe(weights), other.place, describe(other)}),
                                     "Save both from the same run."_tr));
}

Result<void> checkCross(const Parts& parts) {
    const Weights& cross = *parts.cross;
    const auto fits = [&](const std::optional<Weights>& other, int tokens) {
        return !other || (other->keys == tokens && other->batch == cross.batch);
    };
    if (fits(parts.self, cross.keys) && fits(parts.decoder, cross.queries)) return {};
    std::string finding = formatText("The cross-attention is {}"_tr, {describe(cross)});
    if (parts.self) finding += "; " + formatText("the encoder is {}"_tr, {describe(*parts.self)});
    if (parts.decoder)
        finding += "; " + formatText("the decoder is {}"_tr, {describe(*parts.decoder)});
    return std::unexpected(
        problemAt(Code::badShape, cross.place, cross.byte, finding + ".",
                  "Save all three from one run, with decoder rows and encoder columns."_tr));
}

// Gradients of each stack must have its shape. The product of gradients and weights is defined for each head, not for
// the mean over heads. Gradients without attention belong to nothing.
Result<void> fitGradients(Parts& parts, const OpenOptions& options, Document& document) {
    bool told = false;
    const auto fit = [&](const std::optional<Weights>& weights,
                         std::optional<Weights>& gradients) -> Result<void> {
        if (!gradients) return {};
        if (weights && !options.averageHeads) return checkPartner(*gradients, *weights, true);
        if (!told && options.averageHeads) {
            document.warnings.push_back(
                {Code::badArgument, gradients->place,
                 "Gradients are ignored because the heads were averaged."_tr,
                 "Open without averaging to use them."_tr, std::nullopt});
            told = true;
        }
        if (!options.averageHeads) {
            document.warnings.push_back(
                {Code::badArgument, gradients->place,
                 "These gradients are ignored because their attention is missing."_tr,
                 "Save both from the same run."_tr, std::nullopt});
        }
        gradients.reset();
        return {};
    };
    auto done = fit(parts.self, parts.gradients);
    if (done) done = fit(parts.decoder, parts.decoderGradients);
    if (done) done = fit(parts.cross, parts.crossGradients);
    return done;
}

// Contributions are one matrix per layer, over the tokens of the attention next to them. The layers may differ.
Result<void> fitContributions(Parts& parts, Document& document) {
    if (!parts.contributions) return {};
    const Weights& given = *parts.contributions;
    std::string finding;
    if (parts.cross) {
        finding = "Contributions can’t be combined across encoder and decoder."_tr;
    } else if (given.heads != 1) {
        finding = formatText("Found {} instead of one matrix per layer."_tr, {describe(given)});
    } else if (parts.self &&
               (given.batch != parts.self->batch || given.queries != parts.self->queries)) {
        finding = formatText("Found {}, but the attention has {}."_tr,
                             {describe(given), describe(*parts.self)});
    } else {
        return {};
    }
    const LocalizedText remedy = "Save one stack as [layers][tokens][tokens]."_tr;
    if (!parts.self && !parts.cross)
        return std::unexpected(problemAt(Code::badShape, given.place, given.byte, finding, remedy));
    document.warnings.push_back({Code::badShape, given.place,
                                 formatText("{} The contributions are ignored."_tr, {finding}),
                                 remedy, std::nullopt});
    parts.contributions.reset();
    return {};
}

void warnOfMissingSides(const Parts& parts, Document& document) {
    if (!parts.cross || (parts.self && parts.decoder)) return;
    const bool alone = !parts.self && !parts.decoder;
    document.warnings.push_back(
        {Code::badShape, parts.cross->place,
         alone ? "The file has only cross-attention, so rollout and flow are undefined."_tr
         : parts.self
             ? "The combined rollout skips the decoder, whose self-attention is missing."_tr
             : "The combined rollout skips the encoder, whose self-attention is missing."_tr,
         "Save encoder_attentions and decoder_attentions with cross_attentions."_tr, std::nullopt});
}

}  // namespace

Result<void> fitParts(Parts& parts, const OpenOptions& options, Document& document) {
    if (auto fits = fitGradients(parts, options, document); !fits) return fits;
    if (parts.cross) {
        if (auto fits = checkCross(parts); !fits) return fits;
    }
    warnOfMissingSides(parts, document);
    return fitContributions(parts, document);
}

}  // namespace hw::io
