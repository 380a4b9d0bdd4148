// SPDX-License-Identifier: MIT
// Options that come from other tables.
#include <algorithm>
#include <deque>
#include <string>

#include "cli/figure/figure_options.h"
#include "cli/model/apply_model.h"
#include "cli/program/command_table.h"
#include "cli/program/option_row.h"
#include "core/model/presets.h"
#include "core/model/setting_help.h"
#include "model/service/recipe.h"

namespace hw::cli {
namespace {

constexpr std::string_view linkFieldsGroup = "Fields of a link";
constexpr std::string_view settingsGroup = "Settings";
/// The commands that run a model, except figure, whose --step is a field of a link: a lesson's step.
constexpr std::string_view stepCommands =
    "info methods correlate summary experiment explain link save batch run ask why";
constexpr std::string_view weightCommands = "methods correlate summary explain link save figure";

Result<void> takeSetting(CommandOptions& options, std::string_view name, std::string_view value) {
    if (auto known = applySetting(memberOf(options, &SettingOptions::settings), name, value);
        !known)
        return std::unexpected(known.error());
    if (auto* const drawn = partOf<FigureOptions>(options))
        drawn->figure.settings.emplace_back(name, value);
    return {};
}

constexpr TakeOption takeFigure = takeBy<applyFigure>;

/// Does nothing, since the preset is applied before all other options.
Result<void> takePreset(CommandOptions&, std::string_view, std::string_view) { return {}; }

/// Stores texts that are put together once.
std::string_view kept(std::string text) {
    static std::deque<std::string> texts;
    return texts.emplace_back(std::move(text));
}

/// A text's first line, and the rest.
std::pair<std::string_view, std::string_view> parted(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return {text, {}};
    return {text.substr(0, end), text.substr(end + 1)};
}

std::string presetNames() {
    std::string names;
    for (const Preset& one : presets()) names += (names.empty() ? "" : "\n") + std::string(one.id);
    return names;
}

std::vector<OptionRow> madeRows() {
    std::vector<OptionRow> rows{
        {"--preset", "NAME", weightCommands, settingsGroup,
         "all settings of a paper; options beside it change it", takePreset, kept(presetNames())},
        {"--normalize", "HOW", weightCommands, "", "", takeSetting}};
    for (const SettingHelp& one : settingHelp) {
        const auto [text, more] = parted(one.text);
        rows.push_back({kept("--" + std::string(one.option)), one.value,
                        one.option == "sinks"
                            ? "methods correlate summary explain link save figure why"
                            : weightCommands,
                        settingsGroup, text, takeSetting, more});
    }
    for (const service::RecipeField& one : service::recipeFields())
        if (!one.help.empty()) {
            const bool isStep = one.field.name == "step";
            rows.push_back({kept("--" + std::string(one.field.name)), one.value,
                            isStep ? stepCommands : "run ask why", isStep ? "Model" : "Writing",
                            one.help, takeBy<applyRecipe>});
        }
    rows.push_back({"--view", "VIEW", "figure", "Figure",
                    "which one; default: that of the link, else bars", takeFigure,
                    kept(figureNamesHelp())});
    for (const std::string_view field : linkFields())
        rows.push_back({kept("--" + std::string(field)), "VALUE", "figure", linkFieldsGroup,
                        "with values as in a link", takeFigure});
    return rows;
}

}  // namespace

std::span<const OptionRow> foundRows() {
    static const std::vector<OptionRow> rows = madeRows();
    return rows;
}

const std::vector<OptionRow>& optionRows() {
    static const std::vector<OptionRow> rows = [] {
        std::vector<OptionRow> all;
        for (const auto part : {modelRows(), askRows(), selectionRows(), outputRows(), batchRows(),
                                foundRows(), readingRows()})
            for (const OptionRow& row : part) {
                // If an option and a field of a link have the same name, the option is the field.
                const auto isSame = [&](const OptionRow& one) {
                    return one.name == row.name && isListed(one.to, "figure");
                };
                if (row.group != linkFieldsGroup || std::ranges::none_of(all, isSame))
                    all.push_back(row);
            }
        return all;
    }();
    return rows;
}

}  // namespace hw::cli
