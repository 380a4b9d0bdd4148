// SPDX-License-Identifier: MIT
// The cuts of a recipe, as changes of a run and as text for an example. The text names layers, heads and tokens,
// counted from 1.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/attention_model.h"
#include "model/network/spec.h"
#include "model/run/edits.h"
#include "model/run/run.h"
#include "model/service/recipe.h"
#include "model/session/session.h"

namespace hw::service {

/// Encodes the recipe's text, message, or generated text for Session::traced(). Errors: as the session's; badArgument
/// for invalid `ids`.
Result<model::Run> encodedOf(const model::Session& session, const Recipe& recipe);
/// The numbers of "3;17"; -1 for a part that is not a number.
std::vector<int> numbersIn(std::string_view text, char separator);
/// Stretches of a sound, "12-40;60-80": frames from and to before. Empty for text in another format.
std::vector<std::pair<int, int>> stretchesIn(std::string_view text);

/// The recipe's cuts, hidden tokens and swaps as edits of the run of its text; with one stack, only the encoder's are
/// used. Errors: badArgument for a cut that cannot be parsed or names no part of the run, and for hidden tokens in a
/// translation model; as addSwaps.
Result<model::PairEdits> editsOf(const model::Session& session, const model::Run& base,
                                 const Recipe& recipe);

/// The same run with these changes. Errors: as Session::cut.
Result<model::Run> changedRun(const model::Session& session, const model::Run& base,
                              const model::PairEdits& edits);

/// The tokens of a text, for a translation model those of the encoder and of the decoder.
struct CutTokens {
    const std::vector<std::string>& encoder;
    const std::vector<std::string>& decoder;  ///< empty for other models
};

/// Words such as "layer 1, head 2, the (2) → [MASK]", separated by semicolons. Equal tokens are numbered. Empty if
/// there are more than three cuts, or one names several edges, because their text (model/ask/cut_text.h) is shorter
/// then. The cuts have to be valid.
std::string describeCuts(const Recipe& cuts, const CutTokens& tokens);

/// Names of hidden tokens: "keys; the (2) from layer 3 on". More than three are counted.
std::string describeHidden(std::string_view hidden, const CutTokens& tokens);

/// Names of the swapped `places` (as in addSwaps, model/service/run_questions.h): "“the (2)” after layer 1; layer 2, head 3".
/// More than three are counted. The places have to be valid.
std::string describeSwap(std::string_view places, const CutTokens& tokens);

/// The title for captions, followed by the cuts, in words if they are few.
std::string cutTitle(const std::string& title, const Recipe& cuts, const CutTokens& tokens);

/// Sets the shown weights of a head whose output was set to 0 to 0, like those of cut edges, because it passes nothing
/// on. A head whose output was replaced by its mean keeps its weights. `trace` belongs to one text. Nothing that is
/// computed from it later depends on these weights.
void emptyHeads(const std::vector<model::HeadCut>& cuts, int heads, model::Trace& trace);

/// The cut edges (including those to hidden tokens), emptied heads and residuals of edits of a text with `tokens`
/// tokens, each once. O(edges log edges).
std::vector<CutEdge> cutEdges(const model::Edits& edits, const model::Spec& spec, int tokens);
/// The same for an encoder and its decoder, cross-attention last.
std::vector<CutEdge> cutEdges(const model::PairEdits& edits);

}  // namespace hw::service
