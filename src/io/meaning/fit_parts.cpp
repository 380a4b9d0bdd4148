// SPDX-License-Identifier: MIT
#include "io/meaning/fit_parts.h"

#include "io/tree/words.h"

namespace hw::io {

namespace {

Result<void> checkPartner(const Weights& weights, const Weights& other, bool sameShape) {
    const bool fits =
        weights.batch == other.batch && weights.layers == other.layers &&
        weights.heads == other.heads &&
        (!sameShape || (weights.queries == other.queries && weights.keys == other.keys));
    if (fits) return {};
    return std::unexpected(problemAt(
        Code::badShape, weights.place, weights.byte,
        "Found " + describe(weights) + "; " + other.place + " has " + describe(other) + ".",
        "Save both from the same run."));
}

Result<void> checkCross(const Parts& parts) {
    const Weights& cross = *parts.cross;
    const auto fits = [&](const std::optional<Weights>& other, int tokens) {
        return !other || (other->keys == tokens && other->batch == cross.batch);
    };
    if (fits(parts.self, cross.keys) && fits(parts.decoder, cross.queries)) return {};
    std::string others;
    const auto tell = [&](const char* name, const std::optional<Weights>& other) {
        if (other) others += std::string("; the ") + name + " is " + describe(*other);
    };
    tell("encoder", parts.self);
    tell("decoder", parts.decoder);
    return std::unexpected(problemAt(
        Code::badShape, cross.place, cross.byte,
        "The cross-attention is " + describe(cross) + others + ".",
        "Rows belong to the decoder, columns to the encoder; save all three from the same run."));
}

// Gradients of each stack must have its shape. The product of gradients and weights is a head's own; the
// mean over heads has none. Gradients of what the file lacks belong to nothing.
Result<void> fitGradients(Parts& parts, const OpenOptions& options, Document& document) {
    bool told = false;
    const auto fit = [&](const std::optional<Weights>& weights,
                         std::optional<Weights>& gradients) -> Result<void> {
        if (!gradients) return {};
        if (weights && !options.averageHeads) return checkPartner(*gradients, *weights, true);
        if (!told && options.averageHeads) {
            document.warnings.push_back({Code::badArgument, gradients->place,
                                         "The gradients are left out: with averaged heads nothing "
                                         "can be computed from them.",
                                         "Open the file without averaging to use them.",
                                         std::nullopt});
            told = true;
        }
        if (!options.averageHeads) {
            document.warnings.push_back({Code::badArgument, gradients->place,
                                         "These gradients are left out: the file lacks the "
                                         "attention that they are of.",
                                         "Save both from the same run.", std::nullopt});
        }
        gradients.reset();
        return {};
    };
    auto done = fit(parts.self, parts.gradients);
    if (done) done = fit(parts.decoder, parts.decoderGradients);
    if (done) done = fit(parts.cross, parts.crossGradients);
    return done;
}

// Contributions are one matrix a layer, over the tokens of the attention beside them; the layers may be others.
Result<void> fitContributions(Parts& parts, Document& document) {
    if (!parts.contributions) return {};
    const Weights& given = *parts.contributions;
    std::string finding;
    if (parts.cross) {
        finding = "There is no rule that joins them across encoder and decoder";
    } else if (given.heads != 1) {
        finding = "There are " + describe(given) + "; one matrix a layer is expected";
    } else if (parts.self &&
               (given.batch != parts.self->batch || given.queries != parts.self->queries)) {
        finding = "They are " + describe(given) + "; the attention has " + describe(*parts.self);
    } else {
        return {};
    }
    const char* remedy = "Save them as [layers][tokens][tokens] of one stack.";
    if (!parts.self && !parts.cross)
        return std::unexpected(
            problemAt(Code::badShape, given.place, given.byte, finding + ".", remedy));
    document.warnings.push_back({Code::badShape, given.place,
                                 finding + ". The contributions are left out.", remedy,
                                 std::nullopt});
    parts.contributions.reset();
    return {};
}

void warnOfMissingSides(const Parts& parts, Document& document) {
    if (!parts.cross || (parts.self && parts.decoder)) return;
    const bool alone = !parts.self && !parts.decoder;
    const std::string missing = parts.self ? "decoder" : "encoder";
    document.warnings.push_back(
        {Code::badShape, parts.cross->place,
         alone
             ? "The file has cross-attention only. It is shown as it is; rollout and flow are not "
               "defined on it."
             : "The file lacks the " + missing +
                   "'s self-attention; the joined rollout leaves out "
                   "that side.",
         "Save encoder_attentions and decoder_attentions beside cross_attentions.", std::nullopt});
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
