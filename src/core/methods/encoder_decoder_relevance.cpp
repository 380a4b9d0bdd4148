// SPDX-License-Identifier: MIT
#include "core/methods/encoder_decoder_relevance.h"

#include <algorithm>
#include <utility>

#include "core/matrix/multiply.h"
#include "core/matrix/ordered_sums.h"
#include "core/methods/gradient_methods.h"
#include "core/methods/steps/fuse.h"
#include "core/methods/steps/row_steps.h"

namespace hw {
namespace {

Matrix weighted(const AttentionTensor& attentions, const AttentionTensor& gradients,
                const Settings& settings, int layer) {
    return fuseWithGradients(attentions, gradients, layer, settings.gradientForm, settings.heads);
}

/// R + E R, given and returned as X = R - I, which becomes X + E X + E.
void follow(Matrix& beyondIdentity, const Matrix& layer) {
    const Matrix before = beyondIdentity;
    addProduct(beyondIdentity, layer, before);
    beyondIdentity += layer;
}

/// N R out of R - I, by equations 8 and 9.
Matrix normalised(Matrix matrix) {
    for (int row = 0; row < matrix.rows(); ++row) {
        const double sum = sumInOrder(matrix.row(row));
        if (sum > 0) divideRow(rowOf(matrix, row), sum);
    }
    matrix.diagonal().array() += 1.0F;
    return matrix;
}

}  // namespace

EncoderDecoderRelevance::EncoderDecoderRelevance(const Example& example, const Settings& settings)
    : example_(&example),
      settings_(settings),
      encoderLayer_(settings.startLayer),
      decoderLayer_(settings.startLayer),
      inputs_(Matrix::Zero(example.decoder->cross.keys, example.decoder->cross.keys)),
      outputs_(Matrix::Zero(example.decoder->cross.queries, example.decoder->cross.queries)),
      between_(Matrix::Zero(outputs_.rows(), inputs_.rows())) {
    if (encoderLayer_ >= example.attentions.layers) inputs_ = normalised(std::move(inputs_));
}

int EncoderDecoderRelevance::steps() const {
    return std::max(example_->attentions.layers - settings_.startLayer, 0) +
           example_->decoder->cross.layers - settings_.startLayer;
}

std::optional<Matrix> EncoderDecoderRelevance::advance() {
    const AttentionTensor& encoder = example_->attentions;
    if (encoderLayer_ >= encoder.layers) return decode(decoderLayer_++);
    if (takesPart(settings_, encoderLayer_))
        follow(inputs_, weighted(encoder, example_->gradients, settings_, encoderLayer_));
    if (++encoderLayer_ == encoder.layers) inputs_ = normalised(std::move(inputs_));
    return {};
}

Matrix EncoderDecoderRelevance::decode(int layer) {
    const Decoder& decoder = *example_->decoder;
    if (!takesPart(settings_, layer)) return between_;
    if (!decoder.attentions.empty()) {
        const Matrix self = weighted(decoder.attentions, decoder.gradients, settings_, layer);
        follow(outputs_, self);
        const Matrix before = between_;
        addProduct(between_, self, before);
    }
    const Matrix cross = weighted(decoder.cross, decoder.crossGradients, settings_, layer);
    addProduct(between_, Matrix(normalised(outputs_).transpose()), multiply(cross, inputs_));
    return between_;
}

}  // namespace hw
