// SPDX-License-Identifier: MIT
// Relevance across an encoder and its decoder.
#pragma once

#include <optional>

#include "core/matrix/matrix.h"
#include "core/model/attention_model.h"
#include "core/model/settings.h"

namespace hw {

/// The relevance of the encoder's tokens (i) to the decoder's (q), layer by layer of the decoder. With E
/// the gradient-weighted fusion of a layer's heads, from R_ii = I, R_qq = I and R_qi = 0:
///
///     each encoder layer                       R_ii += E R_ii
///     each decoder layer: self-attention       R_qq += E R_qq,  R_qi += E R_qi
///                         cross-attention      R_qi += (N R_qq)^T E (N R_ii)
///
/// where N divides each row of R - I by its sum and adds I again. A row of R - I that is 0 stays 0. (The authors' code
/// divides by zero there and then ignores the layer. In a causal decoder, where no gradient reaches the tokens after
/// the predicted one, that is every layer.) A side whose self-attention is not in the file counts as the identity.
/// Residual, discard and division do not apply. Layers before the start layer, or not among the chosen ones, change
/// nothing on either side.
///
/// Source: Chefer, Gur & Wolf 2021, equations 5 to 10, for a model in which the encoder does not attend to the decoder
/// (R_iq = 0, so that equation 11 adds nothing), such as their DETR. R - I is stored rather than R, since float32 would
/// lose small relevances next to 1.
class EncoderDecoderRelevance {
public:
    /// The example must have cross-attention, gradients of all its attention, and as many layers of cross- as
    /// of the decoder's self-attention (checkMethod verifies that). It must outlive this.
    EncoderDecoderRelevance(const Example& example, const Settings& settings);

    /// How often to call advance(), once for each layer of the encoder and of the decoder that is in use.
    int steps() const;
    /// Does one layer. The encoder's layers come first and return nothing. Each layer of the decoder then returns R_qi,
    /// [T][S]. Call it steps() times. Costs a fusion and a product in the encoder, two fusions and four products in the
    /// decoder.
    std::optional<Matrix> advance();

private:
    Matrix decode(int layer);

    const Example* example_;
    Settings settings_;
    int encoderLayer_;
    int decoderLayer_;
    Matrix inputs_;   // R_ii - I, [S][S]; N R_ii after the encoder
    Matrix outputs_;  // R_qq - I, [T][T]
    Matrix between_;  // R_qi, [T][S]
};

}  // namespace hw
