// SPDX-License-Identifier: MIT
// What an example tells of a run that was cut.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"
#include "model/run/edits.h"

namespace hw {

/// As a request names them (model/ask/cut_text.h); `swaps` stand in the run of the text `clean`.
struct CutTexts {
    std::string_view edges;
    std::string_view heads;
    std::string_view residuals;
    std::string_view rule;
    std::string_view clean;
    std::string_view swaps;
};

/// What stands in captions: the title of the text with its cuts behind it.
std::string cutTitle(const std::string& title, const CutTexts& cuts);

/// The edges and residuals of the edits, each once. O(edges log edges).
std::vector<CutEdge> cutEdges(const model::Edits& edits);
/// The same of an encoder and its decoder, cross-attention last.
std::vector<CutEdge> cutEdges(const model::PairEdits& edits);

}  // namespace hw
