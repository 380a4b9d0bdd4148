// SPDX-License-Identifier: MIT
#include "cli/batch/batch_options.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cli/arguments/nearest_name.h"
#include "cli/setting_options.h"

namespace hw::cli {

Result<void> applyBatchWords(BatchOptions& options, std::span<const std::string_view> words) {
    if (words.empty())
        return usage("batch needs a method name.",
                     "Try: headwaters batch rollout FILES... --out DIR");
    constexpr std::string_view tables[] = {"correlate", "summary", "experiment", "why"};
    const auto* const table = std::ranges::find(tables, words[0]);
    const auto method = fromName<Method>(words[0]);
    if (!method && table == std::end(tables)) {
        std::vector<std::string_view> names(std::begin(tables), std::end(tables));
        for (const Method each : every<Method>()) names.push_back(nameOf(each));
        const std::string_view nearest = nearestName(words[0], names);
        return usage("Unknown method \"" + std::string(words[0]) + "\".",
                     nearest.empty() ? "See headwaters batch --help."
                                     : "Did you mean " + std::string(nearest) + "?");
    }
    options.correlates = table == &tables[0];
    options.summarises = table == &tables[1];
    options.experiments = table == &tables[2];
    options.asksWhy = table == &tables[3];
    if (method) options.method = *method;
    options.uses.insert(options.uses.begin(), method ? nameOf(*method) : *table);
    // A line is made from the JSON of a single result.
    options.format = Format::json;
    return applyFolders(options, words.subspan(1), "No files are named.",
                        "Name files and folders, or - for standard input.");
}

Result<void> applyFolders(FolderOptions& options, std::span<const std::string_view> words,
                          std::string finding, std::string remedy) {
    if (words.empty()) return usage(std::move(finding), std::move(remedy));
    options.files.assign(words.begin(), words.end());
    return {};
}

}  // namespace hw::cli
