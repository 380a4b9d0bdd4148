// SPDX-License-Identifier: MIT
// What an example tells of a run that was cut.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"
#include "model/network/spec.h"
#include "model/run/edits.h"
#include "model/run/run.h"

namespace hw {

/// As a request names them (model/ask/cut_text.h); `swaps` stand in the run of the text `clean`.
struct CutTexts {
    std::string_view edges;
    std::string_view heads;
    std::string_view residuals;
    std::string_view hidden;
    std::string_view rule;
    std::string_view clean;
    std::string_view swaps;
};

struct CutTokens;

/// What stands in captions: the title of the text with its cuts behind it, in words where they are few.
std::string cutTitle(const std::string& title, const CutTexts& cuts, const CutTokens& tokens);

/// A head whose output was set to 0 hands nothing on: in what is shown its weights are 0, as those of cut edges are. With a mean in
/// place of its output they stay. `trace` is of one text; nothing that is computed of it later depends on these weights.
void emptyHeads(const std::vector<model::HeadCut>& cuts, int heads, model::Trace& trace);

/// The edges, those to hidden tokens among them, emptied heads and residuals of the edits of a text of so many tokens, each once. O(edges log
/// edges).
std::vector<CutEdge> cutEdges(const model::Edits& edits, const model::Spec& spec, int tokens);
/// The same of an encoder and its decoder, cross-attention last.
std::vector<CutEdge> cutEdges(const model::PairEdits& edits);

}  // namespace hw
