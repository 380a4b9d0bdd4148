// SPDX-License-Identifier: MIT
// Weights as they were most likely printed, and their heads fused in double. float32 between the steps would cost the
// last digits, and a proof of attention flow depends on them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/model/attention_model.h"
#include "core/model/head_choice.h"
#include "core/model/settings.h"

namespace hw {

/// The number that was most likely printed for a float32, which is the shortest decimal of up to nine digits that reads
/// back as the same float32. Never further from it than half its last binary digit. Values of 1e-17 and below, and
/// those that are not finite, stay unchanged. Cost: a division or two.
double printedValue(float value);

/// The fused heads of every layer, in double from the printed values, computed row by row on demand and cached. They
/// depend only on headSettings (core/model/setting_fields.h), so networks with other settings share them. Weights that
/// are not finite are missing, as in core/methods/steps/fuse.h.
class PrintedAttention {
public:
    /// `attentions` must outlive this; `settings` must have passed checkSettings.
    PrintedAttention(const AttentionTensor& attentions, const Settings& settings);

    /// The fused row, one value per key. Valid as long as this object. Cost O(heads * keys) on first use of the row.
    std::span<const double> row(int layer, int query);
    /// Work done so far, in units of about a nanosecond.
    std::int64_t work() const { return work_; }
    /// Memory once all rows have been computed, in bytes.
    std::size_t bytes() const { return attentions_.matrixSize() * layers_.size() * sizeof(double); }

private:
    struct Layer {
        std::optional<HeadChoice> choice;
        std::vector<double> values;        // [query][key]
        std::vector<std::uint8_t> isDone;  // [query]
    };
    const AttentionTensor& attentions_;
    const Settings settings_;
    std::vector<Layer> layers_;
    FusionScratch room_;
    std::int64_t work_ = 0;
};

}  // namespace hw
