// SPDX-License-Identifier: MIT
// The table of options: a row each, with whom it belongs to, what the help says of it, and what it does. Parsing, help, completion and
// the manual page are made of it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cli/arguments/numbers.h"
#include "cli/options.h"
#include "cli/setting_options.h"
#include "core/problem.h"

namespace hw::cli {

/// Takes an option's value into the part that has it. Errors: badArgument.
using TakeOption = Result<void> (*)(CommandOptions& options, std::string_view name,
                                    std::string_view value);

struct OptionRow {
    std::string_view name;      ///< with its dashes
    std::string_view argument;  ///< what its value is called; empty: it takes none
    /// What it belongs to, with spaces between: uses (usesOf), "methods" for all of these, "matrices" for all but joint.
    std::string_view to;
    std::string_view group;  ///< its heading; empty: an older name, which the help leaves out
    std::string_view text;   ///< a line of the help
    TakeOption take;
    std::string_view more = {};  ///< further lines, in the manual
};

/// The commands that read a file, or a model's run in place of one.
inline constexpr std::string_view readers =
    "info methods correlate summary explain link save figure";

/// The rows, by what they are about. Each is there for the whole run.
std::span<const OptionRow> readingRows();
std::span<const OptionRow> selectionRows();
std::span<const OptionRow> askRows();
std::span<const OptionRow> modelRows();
std::span<const OptionRow> outputRows();
std::span<const OptionRow> batchRows();
/// Those that tables elsewhere have: of settings, recipes, and fields of a figure's link.
std::span<const OptionRow> foundRows();

/// All of them. A name may have several rows, of different commands.
const std::vector<OptionRow>& optionRows();

// --- what many rows do with their values ------------------------------------------------------------

/// The member of the part that has it, or a member of that one, and so on; the option belongs to commands with this part.
template <class Part, class Value, class... More>
auto& memberOf(CommandOptions& options, Value Part::* member, More... more) {
    return ((partOf<Part>(options)->*member).*....*more);
}

/// A text as it is.
template <auto... path>
Result<void> takeText(CommandOptions& options, std::string_view, std::string_view value) {
    memberOf(options, path...) = std::string(value);
    return {};
}

/// One more of a list.
template <auto... path>
Result<void> addText(CommandOptions& options, std::string_view, std::string_view value) {
    memberOf(options, path...).emplace_back(value);
    return {};
}

template <auto... path>
Result<void> turnOn(CommandOptions& options, std::string_view, std::string_view) {
    memberOf(options, path...) = true;
    return {};
}

/// A whole number of the option's range.
template <auto... path>
Result<void> takeWhole(CommandOptions& options, std::string_view name, std::string_view value) {
    const auto number = wholeNumber(value, rangeOf(name));
    if (!number) return badValue(name, value, std::string(rangeOf(name).remedy));
    memberOf(options, path...) = *number;
    return {};
}

template <auto... path>
Result<void> takeDecimal(CommandOptions& options, std::string_view name, std::string_view value) {
    const auto number = decimalNumber(value, rangeOf(name));
    if (!number) return badValue(name, value, std::string(rangeOf(name).remedy));
    memberOf(options, path...) = *number;
    return {};
}

/// A function of several options, for the part that has them.
template <auto apply>
Result<void> takeBy(CommandOptions& options, std::string_view name, std::string_view value) {
    const auto by = []<class Part>(CommandOptions& all, std::string_view option,
                                   std::string_view text,
                                   Result<void> (*to)(Part&, std::string_view, std::string_view)) {
        return to(*partOf<Part>(all), option, text);
    };
    return by(options, name, value, apply);
}

}  // namespace hw::cli
