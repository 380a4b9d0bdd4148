// SPDX-License-Identifier: MIT
#include "core/joined_relevance.h"

#include <algorithm>
#include <utility>

#include "core/fuse.h"
#include "core/gradient_methods.h"
#include "core/multiply.h"

namespace hw {
namespace {

Matrix weighted(const AttentionTensor& attentions, const AttentionTensor& gradients,
                const Settings& settings, int layer) {
    return fuseWithGradients(attentions, gradients, layer, settings.gradientForm, settings.heads);
}

/// R + E R, of which only R - I is known: that is X + E X + E.
void follow(Matrix& beyondIdentity, const Matrix& layer) {
    const Matrix before = beyondIdentity;
    addProduct(beyondIdentity, layer, before);
    for (std::size_t i = 0; i < layer.values.size(); ++i)
        beyondIdentity.values[i] += layer.values[i];
}

/// N R out of R - I: equations 8 and 9.
Matrix normalised(Matrix matrix) {
    for (int row = 0; row < matrix.rows; ++row) {
        double sum = 0;
        for (const float value : matrix.row(row)) sum += static_cast<double>(value);
        for (float& value : matrix.row(row)) {
            if (sum > 0) value = static_cast<float>(static_cast<double>(value) / sum);
        }
        matrix(row, row) += 1.0F;
    }
    return matrix;
}

Matrix transposed(const Matrix& matrix) {
    Matrix turned(matrix.cols, matrix.rows);
    for (int row = 0; row < matrix.rows; ++row) {
        for (int col = 0; col < matrix.cols; ++col) turned(col, row) = matrix(row, col);
    }
    return turned;
}

}  // namespace

JoinedRelevance::JoinedRelevance(const Example& example, const Settings& settings)
    : example_(&example),
      settings_(settings),
      encoderLayer_(settings.startLayer),
      decoderLayer_(settings.startLayer),
      inputs_(example.decoder->cross.keys, example.decoder->cross.keys),
      outputs_(example.decoder->cross.queries, example.decoder->cross.queries),
      between_(outputs_.rows, inputs_.rows) {
    if (encoderLayer_ >= example.attentions.layers) inputs_ = normalised(std::move(inputs_));
}

int JoinedRelevance::steps() const {
    return std::max(example_->attentions.layers - settings_.startLayer, 0) +
           example_->decoder->cross.layers - settings_.startLayer;
}

std::optional<Matrix> JoinedRelevance::advance() {
    const AttentionTensor& encoder = example_->attentions;
    if (encoderLayer_ >= encoder.layers) return decode(decoderLayer_++);
    if (takesPart(settings_, encoderLayer_))
        follow(inputs_, weighted(encoder, example_->gradients, settings_, encoderLayer_));
    if (++encoderLayer_ == encoder.layers) inputs_ = normalised(std::move(inputs_));
    return {};
}

Matrix JoinedRelevance::decode(int layer) {
    const Decoder& decoder = *example_->decoder;
    if (!takesPart(settings_, layer)) return between_;
    if (!decoder.attentions.empty()) {
        const Matrix self = weighted(decoder.attentions, decoder.gradients, settings_, layer);
        follow(outputs_, self);
        const Matrix before = between_;
        addProduct(between_, self, before);
    }
    const Matrix cross = weighted(decoder.cross, decoder.crossGradients, settings_, layer);
    addProduct(between_, transposed(normalised(outputs_)), multiply(cross, inputs_));
    return between_;
}

}  // namespace hw
