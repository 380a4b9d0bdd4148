// SPDX-License-Identifier: MIT
#include "core/model/attention_model.h"

#include <algorithm>
#include <cmath>

#include "core/matrix/half.h"

namespace hw {

void AttentionTensor::toHalf() {
    halves.resize(values.size());
    std::transform(values.begin(), values.end(), halves.begin(), floatToHalf);
    values = {};
}

void AttentionTensor::decode(std::size_t at, std::size_t size, std::vector<float>& room) const {
    room.resize(size);
    const auto from = halves.begin() + static_cast<std::ptrdiff_t>(at);
    std::transform(from, from + static_cast<std::ptrdiff_t>(size), room.begin(), halfToFloat);
}

void noteGradients(AttentionTensor& weights, const AttentionTensor& gradients) {
    weights.gradientNorms.clear();
    std::vector<float> room;
    for (int layer = 0; layer < gradients.layers; ++layer) {
        for (int head = 0; head < gradients.heads; ++head) {
            double squares = 0.0;
            double sizes = 0.0;
            for (const float value : gradients.matrix(layer, head, room).values()) {
                if (!std::isfinite(value)) continue;
                const double size = std::abs(static_cast<double>(value));
                squares += size * size;
                sizes += size;
            }
            weights.gradientNorms.push_back(std::sqrt(squares));
            weights.gradientNorms.push_back(sizes);
        }
    }
}

int ImageInfo::regionOf(int token) const {
    for (int index = 0; index < regions(); ++index) {
        if (region(index).holds(token)) return index;
    }
    return -1;
}

bool isCausal(const AttentionTensor& attentions) {
    if (attentions.queries != attentions.keys || attentions.queries < 2) return false;
    std::vector<float> room;
    for (int layer = 0; layer < attentions.layers; ++layer) {
        for (int head = 0; head < attentions.heads; ++head) {
            const MatrixView w = attentions.matrix(layer, head, room);
            for (int query = 0; query < w.rows; ++query) {
                const auto later = w.row(query).subspan(query + 1);
                if (std::ranges::any_of(later, [](float v) { return v != 0.0F && !std::isnan(v); }))
                    return false;
            }
        }
    }
    return true;
}

AttentionKind Example::kind() const {
    if (decoder.has_value()) return AttentionKind::encoderDecoder;
    return isCausal(attentions.empty() ? contributions : attentions) ? AttentionKind::causal
                                                                     : AttentionKind::self;
}

}  // namespace hw
