// SPDX-License-Identifier: MIT
// Scores of a text's tokens by name, from interventions and from gradients.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/ask/blank_out.h"
#include "model/session/session.h"

namespace hw::model {

/// A run and a question about it.
struct TargetedRun {
    const Session& session;
    const Run& run;
    const Target& target;

    const TextInput& text() const { return run.trace.texts[0]; }
    /// The share of the answer that is read from each row of a table of tokens: 1 at one position, or the mean's shares
    /// (readAt). [n], sums to 1.
    std::vector<double> read() const;
};

/// The test of words with this name, the same in every command and view: "hide", "mask", "delete", or "replace:" with
/// unk, pad, eos, zero-embedding, for pictures zero-pixels, or the text of a single token. "replace" is the first of
/// unk and pad that does not end a document, else zero-embedding (for pictures zero-pixels). Older names: "deletion",
/// and the replacements without "replace:". nullopt if there is no such name. Blank::id is -1 if the tokenizer has no
/// such token.
std::optional<Blank> blankNamed(std::string_view name, const Session& session);

/// One of the tests that a model supports.
struct BlankName {
    std::string name;
    std::string inserted;  ///< the token that is inserted; empty if none is
    /// That token ends a document, so the text before it may not count any more.
    bool endsDocument = false;
};
/// The id of a text that is one token; -1 if it is more than one, or unknown. Cost: that of tokenizing it.
int onlyToken(const Tokenizer& tokenizer, std::string_view text);
/// The test with this name, with the token that it inserts. The name has to be valid.
BlankName describedBlank(std::string_view name, const Session& session);
/// The warning about it; empty if there is none.
std::string blankWarning(const BlankName& blank);
/// All tests of this model, "hide" first. Those that insert the same token are listed once.
std::vector<BlankName> blankNames(const Session& session);
/// The default test of words.
inline constexpr std::string_view usualBlank = "hide";
/// The test for the token whose answer is read, which cannot be hidden: mask, else replace.
std::string_view insertingBlank(const Session& session);

/// Tests each group of tokens and returns the target's value for each, NaN if it has no meaning. For models of next
/// words, a target at the last token stays at the last remaining one. For a translation model the groups belong to the
/// text, and its output does not change. Hiding starts from the run in question. Errors: badArgument for an unknown
/// blank; as blankOut.
Result<std::vector<double>> blankedGroups(const TargetedRun& asked, std::string_view name,
                                          const std::vector<std::vector<int>>& groups,
                                          const BlankRuns& how = {});
/// Its runs, for callers that make them one layer at a time, for a model that reads one text. The session and the run
/// have to outlive them.
Result<BlankedRuns> blankedRuns(const TargetedRun& asked, std::string_view name,
                                const std::vector<std::vector<int>>& groups, SeeOutputs see);
/// For each token on its own, [n].
Result<std::vector<double>> blankedValues(const TargetedRun& asked, std::string_view name,
                                          const BlankRuns& how = {});

/// Groups of tokens that are blanked out together. Each token is its own group, but a picture of more than `most`
/// patches has square groups with a side of `side` patches, the smallest that stay within `most`.
struct BlankGroups {
    int side = 1;
    std::vector<std::vector<int>> groups;
};
BlankGroups blankGroups(const Spec& spec, int tokens, int most);
/// For groups, [n]. Each token has its group's value.
Result<std::vector<double>> blankedValues(const TargetedRun& asked, std::string_view name,
                                          const BlankGroups& together, const BlankRuns& how = {});

/// [L][n][n], rows divided by their sums, layers multiplied from the last down, as in rollout, and the rows weighted by
/// `read`. [n]
std::vector<double> rolledRow(std::span<const float> layers, std::vector<double> read);
/// The rows of one table [n][n], weighted by `read` and added. [n]
std::vector<double> readRow(std::span<const float> table, std::span<const double> read);

}  // namespace hw::model
