// SPDX-License-Identifier: MIT
// The cuts of a recipe: as changes of a run, and as an example tells of them. People read layers, heads and tokens by their names,
// counted from 1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"
#include "model/network/spec.h"
#include "model/run/edits.h"
#include "model/run/run.h"
#include "model/service/recipe.h"
#include "model/session/session.h"

namespace hw::service {

/// The tokens of the recipe's text, of a message, or of what a model wrote, for Session::traced(). Errors: as of the session's;
/// badArgument for `ids` that are none.
Result<model::Run> encodedOf(const model::Session& session, const Recipe& recipe);
/// The numbers of "3;17"; -1 for what is none.
std::vector<int> numbersIn(std::string_view text, char separator);

/// What the recipe cuts, hides and swaps in the run of its text; of a model with one stack the encoder's alone. Errors: badArgument
/// for what is not understood or not there, and for tokens hidden in a model that translates; as addSwaps.
Result<model::PairEdits> editsOf(const model::Session& session, const model::Run& base,
                                 const Recipe& recipe);

/// The same run with these changes. Errors: as Session::cut.
Result<model::Run> changedRun(const model::Session& session, const model::Run& base,
                              const model::PairEdits& edits);

/// The tokens of a text; of a model that translates those of the encoder and, apart, of the decoder.
struct CutTokens {
    const std::vector<std::string>& encoder;
    const std::vector<std::string>& decoder;  ///< empty of other models
};

/// "layer 1, head 2, the (2) → [MASK]", several between semicolons; equal tokens are numbered. Empty if there are more than
/// three, or one names several edges: their text (model/ask/cut_text.h) is shorter then. The cuts have been understood before.
std::string cutWords(const Recipe& cuts, const CutTokens& tokens);

/// Hidden tokens by their names: "keys; the (2) from layer 3 on". More than three are counted.
std::string hiddenWords(std::string_view hidden, const CutTokens& tokens);

/// What was swapped in, of `places` as in addSwaps (model/service/asks.h): "“the (2)” after layer 1; layer 2, head 3". More than three
/// are counted. The places have been understood before.
std::string swapWords(std::string_view places, const CutTokens& tokens);

/// What stands in captions: the title of the text with its cuts behind it, in words where they are few.
std::string cutTitle(const std::string& title, const Recipe& cuts, const CutTokens& tokens);

/// A head whose output was set to 0 hands nothing on: in what is shown its weights are 0, as those of cut edges are. With a mean in
/// place of its output they stay. `trace` is of one text; nothing that is computed of it later depends on these weights.
void emptyHeads(const std::vector<model::HeadCut>& cuts, int heads, model::Trace& trace);

/// The edges, those to hidden tokens among them, emptied heads and residuals of the edits of a text of so many tokens, each once. O(edges log
/// edges).
std::vector<CutEdge> cutEdges(const model::Edits& edits, const model::Spec& spec, int tokens);
/// The same of an encoder and its decoder, cross-attention last.
std::vector<CutEdge> cutEdges(const model::PairEdits& edits);

}  // namespace hw::service
