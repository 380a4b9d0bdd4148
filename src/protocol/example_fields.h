// SPDX-License-Identifier: MIT
// The fields of an example with its weights, each listed once (protocol/bytes.h). Facts that follow from the weights
// (hasMissing, hasNegative, gradientNorms) are not sent, so the receiver computes them.
#pragma once

#include "core/model/attention_model.h"
#include "protocol/recipe.h"
#include "protocol/wire_fields.h"

namespace hw {

template <>
struct LastValue<MatrixKind> {
    static constexpr MatrixKind value = MatrixKind::globalContributions;
};

template <class Archive, Either<AttentionTensor> T>
void fields(Archive& archive, T& t) {
    archive(t.layers, t.heads, t.queries, t.keys, t.kind);
    if constexpr (requires { archive.numbers(t); })
        archive.numbers(t);  // they may be in another place (PieceWriter)
    else
        archive(t.values);
    archive(t.halves);
}

template <class Archive, Either<TokenClasses> T>
void fields(Archive& archive, T& c) {
    archive(c.name, c.classes);
}

template <class Archive, Either<Decoder> T>
void fields(Archive& archive, T& d) {
    archive(d.tokens, d.attentions, d.cross, d.gradients, d.crossGradients);
}

template <class Archive, Either<Example> T>
void fields(Archive& archive, T& e) {
    archive(e.title, e.model, e.source, e.tokens, e.attentions, e.gradients, e.tokensAreNumbered,
            e.productGradients, e.importance, e.tokenClasses, e.image, e.grids, e.decoder, e.words,
            e.segments, e.specialTokens, e.outputToken, e.fixedResidual, e.contributions,
            e.contributionKind, e.predicted, e.predictedProbability, e.cuts, e.asks);
}

}  // namespace hw
