// SPDX-License-Identifier: MIT
// The table of options. Each row has the option's commands, its help and its function. Parsing, help, completion and
// the manual page are made from it.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "cli/arguments/numbers.h"
#include "cli/options.h"
#include "cli/setting_options.h"
#include "core/problem.h"

namespace hw::cli {

/// Stores an option's value in the part that has it. Errors: badArgument.
using TakeOption = Result<void> (*)(CommandOptions& options, std::string_view name,
                                    std::string_view value);

struct OptionRow {
    std::string_view name;      ///< with its dashes
    std::string_view argument;  ///< the name of its value, empty if it takes none
    /// The uses (usesOf) that it belongs to, separated by spaces. "methods" means all methods, "matrices" all but
    /// joint.
    std::string_view to;
    std::string_view group;  ///< its heading. Empty for an older name, which is not in the help
    std::string_view text;   ///< a line of the help
    TakeOption take;
    std::string_view more = {};  ///< further lines, in the manual
};

/// The commands that read a file, or take a model's run instead.
inline constexpr std::string_view readers =
    "info methods correlate summary explain link save figure";

/// The rows by topic. They exist for the whole run.
std::span<const OptionRow> readingRows();
std::span<const OptionRow> selectionRows();
std::span<const OptionRow> askRows();
std::span<const OptionRow> modelRows();
std::span<const OptionRow> outputRows();
std::span<const OptionRow> batchRows();
/// Options from other tables, for settings, recipes, and fields of a figure's link.
std::span<const OptionRow> foundRows();

/// All of them. A name may have several rows, for different commands.
const std::vector<OptionRow>& optionRows();

// --- functions that many rows share -----------------------------------------------------------------

/// The member of the part that has it, or a member of that member, and so on. The option belongs to commands with this
/// part.
template <class Part, class Value, class... More>
auto& memberOf(CommandOptions& options, Value Part::* member, More... more) {
    return ((partOf<Part>(options)->*member).*....*more);
}

/// Stores the text unchanged.
template <auto... path>
Result<void> takeText(CommandOptions& options, std::string_view, std::string_view value) {
    memberOf(options, path...) = std::string(value);
    return {};
}

/// Adds a text to a list.
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

/// A whole number in the option's range.
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

/// A function of several options, called with the part that has them.
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
