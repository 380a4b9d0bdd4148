// SPDX-License-Identifier: MIT
#include "core/attention_model.h"

#include <cmath>

namespace hw {

AttentionKind Example::kind() const {
    if (decoder.has_value()) return AttentionKind::encoderDecoder;
    if (attentions.queries != attentions.keys || attentions.queries < 2) return AttentionKind::self;
    for (int layer = 0; layer < attentions.layers; ++layer) {
        for (int head = 0; head < attentions.heads; ++head) {
            const MatrixView w = attentions.matrix(layer, head);
            for (int query = 0; query < w.rows; ++query) {
                for (int key = query + 1; key < w.cols; ++key) {
                    if (w(query, key) != 0.0F && !std::isnan(w(query, key))) {
                        return AttentionKind::self;
                    }
                }
            }
        }
    }
    return AttentionKind::causal;
}

}  // namespace hw
