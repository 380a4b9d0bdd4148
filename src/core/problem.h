// SPDX-License-Identifier: MIT
// Errors are values: a Problem says where, what was found, and what to do about it.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

namespace hw {

/// What went wrong, for programs. People read the sentences in Problem.
enum class Code : std::uint8_t {
    badArgument,    ///< a setting or a command line argument is outside its range
    cannotRead,     ///< the file, stream or address cannot be read
    empty,          ///< nothing, or only white space
    notRecognised,  ///< no importer knows this content
    syntax,         ///< the text breaks the rules of its format
    truncated,      ///< the input ends too early
    tooDeep,        ///< nesting beyond the limit
    ragged,         ///< rows, heads or layers of unequal size
    badShape,       ///< sizes that cannot be attention (not square, no layers, ...)
    badNumber,      ///< a number outside float32, or text in place of a number
    noWeights,      ///< null in place of attention: the model ran without returning it
    tooLarge,       ///< more memory than is allowed
    dataSet,    ///< no analysis, but the list of a data set (docs/batch.md), which the page shows
    cancelled,  ///< stopped by the user
    internal,   ///< a broken promise inside the program; never the user's fault
};

/// What the program itself can do about a problem, for the page's buttons and the command line's hints.
enum class Offer : std::uint8_t {
    none,
    normaliseRows,  ///< divide each row by its sum
    asInFile,       ///< the rows were divided; use them as they are
    lessMemory,     ///< average the heads, or keep 16-bit weights
    tokens,         ///< take tokens from the user
    grid,           ///< take the grid of patches from the user; what was done, no fault
};

/// One error or one warning. Sentences are plain English without a final full stop in `place`,
/// with one in `finding` and `remedy`.
struct Problem {
    Code code = Code::internal;
    /// `attentions[3][7][12]` as programs count, from 0, `byte 1 234 567`; empty when there is none.
    std::string place;
    std::string finding;                ///< what was found and what was expected
    std::string remedy;                 ///< what the user can do; empty only if there is nothing
    std::optional<std::uint64_t> byte;  ///< offset in the input, zero-based, when known
    Offer offer = Offer::none;
};

template <class T>
using Result = std::expected<T, Problem>;

/// A place as people count: `attentions[0][3], byte 12` is "attentions › 1 › 4 (counting from 1), byte 12".
std::string placeForPeople(const std::string& place);

/// "place: finding remedy" on one line, for the command line and for logs.
std::string sentence(const Problem& problem);

}  // namespace hw
