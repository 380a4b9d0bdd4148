// SPDX-License-Identifier: MIT
// Errors are values. A Problem states the place, the finding, and the remedy.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hw {

/// Kind of the error, for programs. People read the sentences in Problem.
enum class Code : std::uint8_t {
    badArgument,    ///< a setting or a command line argument is outside its range
    cannotRead,     ///< the file, stream or URL cannot be read
    empty,          ///< nothing, or only white space
    notRecognised,  ///< no importer knows this content
    syntax,         ///< the text breaks the rules of its format
    truncated,      ///< the input ends too early
    tooDeep,        ///< nesting beyond the limit
    ragged,         ///< rows, heads or layers of unequal size
    badShape,       ///< sizes that cannot be attention (not square, no layers, ...)
    badNumber,      ///< a number outside float32, or text in place of a number
    noWeights,      ///< null in place of attention, since the model was run without returning it
    tooLarge,       ///< would need more memory than is allowed
    dataSet,  ///< the list of a data set (docs/batch.md), not an analysis; the page shows it as a data set
    cancelled,  ///< stopped by the user
    internal,   ///< a bug in the program, never the user's fault
};

/// The program's offers for solving a problem, as the page's buttons and the command line's hints.
enum class Offer : std::uint8_t {
    none,
    normaliseRows,  ///< divide each row by its sum
    asInFile,       ///< use the rows as in the file (they had been divided)
    lessMemory,     ///< average the heads, or keep 16-bit weights
    tokens,         ///< take tokens from the user
    axes,           ///< read the axes in another order, from Problem::choices
    softmax,        ///< apply the softmax to scores
    padding,        ///< keep the ignored padding
    grid,           ///< take the grid of patches from the user; reports a choice, not a fault
    layers,         ///< take other arrays as the layers, from Problem::choices
    firstTokens,    ///< keep the first tokens, as many as in the only choice
    missingShare,   ///< show what rows lack to 1 as an extra token
    absolute,       ///< take absolute values, since signs mark dropped weights
    transpose,      ///< swap rows and columns, which are keys and queries
    otherModel,     ///< open a model although a link names another one
    ignoreKeys,     ///< run a model without the unknown keys of its configuration
    weights,        ///< read one of several files of weights, from Problem::choices
};

/// Offers that a model's program sends to the page, by their names there, none for any other text.
constexpr Offer offeredIn(std::string_view name) {
    return name == "ignoreKeys"   ? Offer::ignoreKeys
           : name == "otherModel" ? Offer::otherModel
           : name == "weights"    ? Offer::weights
                                  : Offer::none;
}

/// The name of an offer. Empty for those that are not sent.
constexpr std::string_view offeredName(Offer offer) {
    for (const std::string_view name : {"ignoreKeys", "otherModel", "weights"})
        if (offeredIn(name) == offer) return name;
    return {};
}

/// A value that the user can choose for an offer.
struct Choice {
    std::string value;  ///< of OpenOptions::axes, layersFrom, firstTokens or weightsFile
    std::string text;   ///< of arrays, their number, shape and range; of weights, name and size
    /// The first matrix of arrays, at most 16 rows of at most 16 digits, `/` between them; or empty.
    std::string preview;
    bool operator==(const Choice&) const = default;
};

/// One error or warning. Sentences are plain English without a final full stop in `place`,
/// with one in `finding` and `remedy`.
struct Problem {
    Code code = Code::internal;
    /// As programs count, from 0, such as `attentions[3][7][12]` or `byte 1 234 567`. Empty when there is none.
    std::string place;
    std::string finding;                ///< the finding, and the expected value
    std::string remedy;                 ///< for the user; empty only if there is none
    std::optional<std::uint64_t> byte;  ///< zero-based offset in the input, when known
    Offer offer = Offer::none;
    std::vector<Choice> choices =
        {};  ///< of axes and layers, the likeliest first; of weights by name; of firstTokens one
};

template <class T>
using Result = std::expected<T, Problem>;

/// A place as people count. `attentions[0][3], byte 12` becomes "attentions › 1 › 4 (counting from 1), byte 12".
std::string placeForPeople(const std::string& place);

/// "place: finding remedy" on one line, for the command line and for logs.
std::string sentence(const Problem& problem);

}  // namespace hw
