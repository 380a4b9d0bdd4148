// SPDX-License-Identifier: MIT
// Common parts of most forms, which are an object with attention under some key, and tokens next to it.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/attention_model.h"
#include "core/problem.h"
#include "io/axes/attention.h"
#include "io/axes/weights.h"
#include "io/tree/key_meaning.h"
#include "io/tree/open_options.h"
#include "io/tree/tree.h"

namespace hw::io {

/// The nodes that have one role in an object. There is one for all layers, or one per layer, in order.
struct RoleNodes {
    std::vector<NodeId> nodes;
    std::vector<std::string> places;
    bool perLayer = false;
    bool unnamed =
        false;  ///< may be inputs as well as layers, as numpy.savez's arr_0, squares of different size
    bool empty() const { return nodes.empty(); }
};
RoleNodes findRole(const Tree& tree, NodeId object, Role role, const std::string& place);

/// Reads the nodes that findRole found.
Result<Attention> readRole(Tree& tree, const RoleNodes& found, const Clues& clues,
                           const Weights* global = nullptr);

/// Tokens of one analysis, or of each item of a batch. Token ids become their decimal text.
struct TokenLists {
    std::vector<std::vector<std::string>> items;
    bool ids = false;
    bool isPickle = false;  ///< they are Python objects, and `items` is empty
    bool isText = false;    ///< there is a single text instead of a list, and `items` is empty
    std::string place;
};
TokenLists readTokens(const Tree& tree, NodeId node, const std::string& place);
/// The tokens under the first of the usual keys that has some.
TokenLists findTokens(const Tree& tree, NodeId object, const std::string& place,
                      std::span<const std::string_view> keys);

/// Everything found about one analysis (or a batch of them), before it becomes examples. There is `self`
/// (the encoder's, if there is cross-attention), or `cross`, or both, or `contributions` with or without `self`.
struct Parts {
    std::optional<Weights> self;
    std::optional<Weights> decoder;
    std::optional<Weights> cross;
    std::optional<Weights> gradients;  ///< of `self`; the next ones likewise
    std::optional<Weights> decoderGradients;
    std::optional<Weights> crossGradients;
    std::optional<Weights> contributions;  ///< in addition to `self`, or alone
    TokenLists tokens;
    TokenLists decoderTokens;
    int firstItem = 0;  ///< among all inputs of the file, if their lengths differ
    int allItems = 0;   ///< 0 means as many as the batch has
};

/// The same for inputs of different length. Each role has equally many sets, in the same order.
struct Stacks {
    std::optional<Attention> self;
    std::optional<Attention> decoder;
    std::optional<Attention> cross;
    std::optional<Attention> gradients;
    std::optional<Attention> decoderGradients;
    std::optional<Attention> crossGradients;
    std::optional<Attention> contributions;
    TokenLists tokens;
    TokenLists decoderTokens;
};
/// Turns each set into examples (addExamples). Tokens are one list for each input, one for all, or one that goes through
/// all of them.
Result<void> addStacks(Tree& tree, Stacks& stacks, const Example& base, const OpenOptions& options,
                       Document& document);

/// Clues about the axes from the file's lists of tokens and the user's choice.
Clues cluesOf(const TokenLists& tokens, const OpenOptions& options);

/// Turns parts into examples: one per item of the batch, or only the item that the options choose. `base` provides
/// title, model etc. Adds warnings to the document. Errors: badShape, badArgument.
Result<void> addExamples(Tree& tree, Parts& parts, const Example& base, const OpenOptions& options,
                         Document& document);

/// Finds roles and tokens in an object and turns them into examples. This is the core of most importers.
Result<void> readAnalysis(Tree& tree, NodeId object, const std::string& place, const Example& base,
                          const OpenOptions& options, Document& document);

/// Sets an example's tokens, or numbers if there are none or not `count`, with a warning.
/// True if they are the file's own tokens.
bool setTokens(std::vector<std::string>& tokens, const TokenLists& lists, std::size_t item,
               std::size_t count, Document& document);

/// In bytes. The page draws every token, so a longer one means that the file is broken.
constexpr std::size_t longestToken = 10'000;

/// Rejects tokens that are too long (tooLarge), and shortens titles and names that are too long to read.
Result<void> limitTexts(Document& document);

/// Replaces the file's tokens by those of the options (OpenOptions::tokens sets for which examples).
void giveTokens(const OpenOptions& options, Document& document);

}  // namespace hw::io
