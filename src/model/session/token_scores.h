// SPDX-License-Identifier: MIT
// Scores of a text's tokens by their names: by intervention, and by gradients.
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
struct Questioned {
    const Session& session;
    const Run& run;
    const Target& target;

    const TextInput& text() const { return run.trace.texts[0]; }
    /// What the answer reads of each row of a table of tokens: 1 at one place, or the mean's shares (readAt). [n], sums to 1.
    std::vector<double> read() const;
};

/// How words are tested, by name, the same in every command and view: "hide", "mask", "delete", or "replace:" with unk, pad, eos,
/// zero-embedding, of pictures zero-pixels, or the text of a single token; "replace" is the first of unk and pad that does not
/// end a document, else zero-embedding (of pictures zero-pixels). Older names: "deletion", and the replacements without "replace:".
/// nullopt: no such name. Blank::id is -1 where the tokenizer has no such token.
std::optional<Blank> blankNamed(std::string_view name, const Session& session);

/// One of the ways that a model has.
struct BlankName {
    std::string name;
    std::string inserted;  ///< the token that takes the place; empty: none does
    bool endsDocument =
        false;  ///< that token ends a document: what comes before it may count no longer
};
/// The id of a text that is one token; -1: it is more than one, or unknown. Cost: that of tokenizing it.
int onlyToken(const Tokenizer& tokenizer, std::string_view text);
/// What a way by its name inserts; there has to be such a way.
BlankName describedBlank(std::string_view name, const Session& session);
/// The warning that belongs to it; empty: none.
std::string blankWarning(const BlankName& blank);
/// All that this model has, "hide" first; those that insert the same token are one.
std::vector<BlankName> blankNames(const Session& session);
/// How words are tested unless a user chooses.
inline constexpr std::string_view usualBlank = "hide";
/// What is put in the place of the token whose answer is read, which cannot be hidden: mask, else replace.
std::string_view insertingBlank(const Session& session);

/// Each group of tokens tested: the target's number for each, NaN where it has no meaning. A
/// target at the last token stays at the last one of what is left, of models of next words; of a model that translates the text's groups, what was written staying as it is. Errors: badArgument for a blank that
/// there is not; as blankOut. Hiding begins from the run that is asked about.
Result<std::vector<double>> blankedGroups(const Questioned& asked, std::string_view name,
                                          const std::vector<std::vector<int>>& groups,
                                          const BlankRuns& how = {});
/// Its runs, for who makes them a layer at a time; of a model that reads one text. The session and the run have to outlive them.
Result<BlankedRuns> blankedRuns(const Questioned& asked, std::string_view name,
                                const std::vector<std::vector<int>>& groups, SeeOutputs see);
/// Of each token by itself, [n].
Result<std::vector<double>> blankedValues(const Questioned& asked, std::string_view name,
                                          const BlankRuns& how = {});

/// Groups of tokens that are blanked out together: each token by itself, but of a picture of more than `most` patches squares of
/// patches, as few as make that many; `side` of them in a row of each.
struct BlankGroups {
    int side = 1;
    std::vector<std::vector<int>> groups;
};
BlankGroups blankGroups(const Spec& spec, int tokens, int most);
/// Of groups, [n]: each token has its group's.
Result<std::vector<double>> blankedValues(const Questioned& asked, std::string_view name,
                                          const BlankGroups& together, const BlankRuns& how = {});

/// [L][n][n], rows divided by their sums, layers multiplied from the last down, as in rollout; of the rows what is `read`. [n]
std::vector<double> rolledRow(std::span<const float> layers, std::vector<double> read);
/// Of one table [n][n] the rows that are `read`, together. [n]
std::vector<double> readRow(std::span<const float> table, std::span<const double> read);

}  // namespace hw::model
