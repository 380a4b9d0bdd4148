// SPDX-License-Identifier: MIT
// The memory of a pass, computed before it runs.
#include <algorithm>

#include "core/amount.h"
#include "model/run/run.h"

namespace hw::model {
namespace {

/// Temporary numbers of a layer: distances (DeBERTa) of all heads, a convolution's windows.
Amount besideNumbers(const Spec& spec, const Batch& batch) {
    Amount numbers = Amount(batch.tokens()) * spec.width * spec.convolutionTokens;
    if (!spec.distances) return numbers;
    int longest = 0;
    for (int text = 0; text < batch.count(); ++text)
        longest = std::max(longest, batch.length(text));
    const Amount rows = std::min(Amount(longest), Amount(spec.distances->span)) * 2;
    return numbers + rows * spec.heads * spec.headWidth * 2 + rows * longest;
}

}  // namespace

std::uint64_t passBytes(const Spec& spec, const Batch& batch, bool keepsWeights,
                        bool keepsRecords) {
    const Amount tokens = batch.tokens();
    const Amount layers = spec.layers.size();
    const Amount matrices = batch.matrices(spec.heads);
    const Amount caps = spec.scoreCap > 0 ? matrices : Amount(0);
    const Amount heads = (Amount(spec.heads) + spec.keyHeads) * spec.headWidth * 2;
    const Amount record =
        caps + tokens * (heads + Amount(9) * spec.width + Amount(3) * spec.mlpWidth);
    const Amount embedding = tokens * (Amount(spec.embeddingWidth) * 2 +
                                       Amount(2 * spec.rotaries.size()) * spec.headWidth);
    const Amount beside = besideNumbers(spec, batch);
    Amount numbers = matrices + record + embedding + beside + tokens * spec.width * (layers + 1);
    if (keepsWeights || keepsRecords) numbers = numbers + layers * matrices;
    if (keepsRecords) numbers = numbers + layers * record;
    return (numbers * sizeof(float)).value();
}

bool areRecordsSmall(const Spec& spec, const Batch& batch) {
    const std::uint64_t with = passBytes(spec, batch, false, true);
    return with <= mostPassBytes && with - passBytes(spec, batch, false, false) <= mostRecordBytes;
}

}  // namespace hw::model
